// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.UUID;

import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.Public;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The numbers of the operations page. Nothing can be changed here, and no number tells of
 * a single user.
 */
@RestController
class OpsController {

	private static final int NAME_LENGTH = 4;

	private final Sampler sampler;

	/** Another one after each start, when all numbers begin anew. */
	private final String start = UUID.randomUUID().toString().substring(0, NAME_LENGTH);

	OpsController(Sampler sampler) {
		this.sampler = sampler;
	}

	/**
	 * The samples after a moment, in milliseconds since 1970; those of ten minutes at
	 * most.
	 */
	@Public
	@GetMapping("/ops/history")
	Envelope<History> history(@RequestParam(defaultValue = "0") long since, HttpServletRequest request) {
		return Envelope.ok(History.of(request.getLocalPort() + "-" + this.start, this.sampler.after(since)));
	}

}
