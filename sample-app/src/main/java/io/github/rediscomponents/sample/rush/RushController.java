// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.util.List;

import io.github.rediscomponents.sample.ops.Instances;
import io.github.rediscomponents.sample.ops.Viewers;
import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.Public;
import io.github.rediscomponents.sample.web.Refused;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The rush and the faults of the demo. What is sent to them needs the header
 * {@code X-Requested-By: city-guide} and comes from the page of this application.
 */
@RestController
@DemoOnly
@Public
class RushController {

	private final Rush rush;

	private final Faults faults;

	private final Aftermath aftermath;

	private final Instances instances;

	private final Viewers viewers;

	RushController(Rush rush, Faults faults, Aftermath aftermath, Instances instances, Viewers viewers) {
		this.rush = rush;
		this.faults = faults;
		this.aftermath = aftermath;
		this.instances = instances;
		this.viewers = viewers;
	}

	/**
	 * Returns the last rush of this instance, with the points of its curve from one on.
	 */
	@GetMapping("/rush")
	Envelope<State> state(@RequestParam(defaultValue = "0") int from) {
		this.viewers.looked();
		return Envelope.ok(new State(this.instances.all().stream().map(Place::of).toList(),
				this.faults.possible().stream().map(Fault::word).toList(), this.faults.events(), this.aftermath.seen(),
				this.rush.seen(from)));
	}

	/** Begins a rush of 200, 1000 or 5000 buyers. */
	@PostMapping("/rush")
	Envelope<Void> begin(@RequestParam int buyers, HttpServletRequest request) {
		SameOrigin.require(request);
		this.rush.begin(buyers);
		return Envelope.ok();
	}

	/** Causes a fault: redis-kill, redis-empty or other-kill. */
	@PostMapping("/rush/fault/{fault}")
	Envelope<Void> cause(@PathVariable String fault, HttpServletRequest request) {
		SameOrigin.require(request);
		this.faults.cause(List.of(Fault.values())
			.stream()
			.filter((one) -> one.word().equals(fault))
			.findFirst()
			.orElseThrow(() -> new Refused(HttpStatus.NOT_FOUND, "error.404")));
		return Envelope.ok();
	}

	/**
	 * What the page shows.
	 *
	 * @param instances the instances that answer
	 * @param faults the faults that can be caused
	 * @param events the newest events of faults, oldest first
	 * @param aftermath what was seen of the last fault, absent if there was none
	 * @param rush the last rush, absent if there was none
	 */
	record State(List<Place> instances, List<String> faults, List<Faults.Event> events,
			Aftermath.@Nullable Seen aftermath, @Nullable Rushed rush) {
	}

	/**
	 * An instance.
	 *
	 * @param name its port and a mark of its start
	 * @param self whether it is the one that answers
	 */
	record Place(String name, boolean self) {

		static Place of(Instances.Instance instance) {
			return new Place(instance.name(), instance.self());
		}

	}

}
