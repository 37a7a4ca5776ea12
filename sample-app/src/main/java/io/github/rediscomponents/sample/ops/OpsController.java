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
 * The numbers of the operations page. Read-only; no number refers to a single user.
 */
@RestController
class OpsController {

	private static final int NAME_LENGTH = 4;

	private final Sampler sampler;

	/** Id of this start; all numbers begin again with each start. */
	private final String start = UUID.randomUUID().toString().substring(0, NAME_LENGTH);

	OpsController(Sampler sampler) {
		this.sampler = sampler;
	}

	/**
	 * Returns the samples after a time in milliseconds since 1970, of at most ten
	 * minutes.
	 */
	@Public
	@GetMapping("/ops/history")
	Envelope<History> history(@RequestParam(defaultValue = "0") long since, HttpServletRequest request) {
		return Envelope.ok(History.of(request.getLocalPort() + "-" + this.start, this.sampler.after(since)));
	}

}
