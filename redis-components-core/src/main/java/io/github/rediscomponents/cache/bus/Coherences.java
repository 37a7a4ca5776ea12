// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.util.Comparator;
import java.util.stream.Stream;

import io.github.rediscomponents.cache.Invalidation;
import io.github.rediscomponents.cache.LocalLevelState;

/**
 * The ways in which local levels hear of changes.
 *
 * @param messages of the processes that change something
 * @param tracked of Redis itself
 * @param none not proven at all
 * @since 0.1.0
 */
public record Coherences(CacheBus messages, TrackedKeys tracked, Unproven none) implements AutoCloseable {

	/**
	 * Creates the ways of a bus.
	 * @param messages the bus
	 * @param tracked ticks with it
	 */
	public static Coherences of(CacheBus messages, TrackedKeys tracked) {
		return new Coherences(messages, tracked, new Unproven(messages));
	}

	public Coherence of(Invalidation invalidation) {
		return switch (invalidation) {
			case PUBSUB -> this.messages;
			case TRACKING -> this.tracked;
			case NONE -> this.none;
		};
	}

	/**
	 * Returns how far it is proven for the local levels of all caches.
	 */
	public LocalLevelState state() {
		return Stream.of(this.messages.state(), this.tracked.state())
			.filter((state) -> state != LocalLevelState.OFF)
			.min(Comparator.naturalOrder())
			.orElse(LocalLevelState.OFF);
	}

	@Override
	public void close() {
		this.tracked.close();
		this.messages.close();
	}

}
