// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;

/**
 * Meters by a collection of tags. Newer versions of Micrometer have an overload for
 * {@code Tags}, which a compiler would choose and an older version lacks.
 */
public final class TaggedMeters {

	private TaggedMeters() {
	}

	/**
	 * Returns a counter.
	 * @param registry where it is registered
	 * @param name its name
	 * @param tags its tags
	 * @return the counter
	 */
	public static Counter counter(MeterRegistry registry, String name, Iterable<Tag> tags) {
		return registry.counter(name, tags);
	}

	/**
	 * Returns a timer.
	 * @param registry where it is registered
	 * @param name its name
	 * @param tags its tags
	 * @return the timer
	 */
	public static Timer timer(MeterRegistry registry, String name, Iterable<Tag> tags) {
		return registry.timer(name, tags);
	}

}
