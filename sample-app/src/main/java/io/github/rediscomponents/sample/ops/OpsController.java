// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.List;
import java.util.Map;

import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.Public;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The numbers of the operations page. Read-only; no number refers to a single user.
 */
@RestController
class OpsController {

	private final Sampler sampler;

	private final Peers peers;

	private final Viewers viewers;

	private final ThisInstance instance;

	private final SlowLog slowLog;

	OpsController(Sampler sampler, Peers peers, Viewers viewers, ThisInstance instance, SlowLog slowLog) {
		this.sampler = sampler;
		this.peers = peers;
		this.viewers = viewers;
		this.instance = instance;
		this.slowLog = slowLog;
	}

	/**
	 * Returns the samples after a time in milliseconds since 1970, of at most ten
	 * minutes: those of this instance, of each instance, or of all together.
	 */
	@Public
	@GetMapping("/ops/history")
	Envelope<History> history(@RequestParam(defaultValue = "0") long since,
			@RequestParam(defaultValue = "this") String of) {
		this.viewers.looked();
		List<Sample> own = this.sampler.after(since);
		Map<String, List<Sample>> others = this.peers.after(since);
		return Envelope.ok(switch (of) {
			case "each" -> History.each(this.instance.name(), own, others);
			case "all" ->
				History.of(this.instance.name(), List.copyOf(others.keySet()), Together.of(own, others.values()));
			default -> History.of(this.instance.name(), List.copyOf(others.keySet()), own);
		});
	}

	/** Returns the slowest recent commands of Redis, newest first, without their data. */
	@Public
	@GetMapping("/ops/slow")
	Envelope<SlowLog.Page> slow() {
		this.viewers.looked();
		return Envelope.ok(this.slowLog.newest());
	}

}
