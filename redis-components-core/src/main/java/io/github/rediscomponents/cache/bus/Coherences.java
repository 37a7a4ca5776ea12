// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import io.github.rediscomponents.cache.Invalidation;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.LocalLevelStatus;

/**
 * The ways in which local levels hear of changes.
 *
 * @param messages of the processes that change something
 * @param tracked of Redis itself
 * @param none not proven at all
 * @since 1.0.0
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

	/**
	 * Begins to prove, if that was not done yet, that a cache hears of changes in the way
	 * of its settings and in no other. Does not block.
	 * @return whether it does
	 */
	public Coherence watch(String cache, LocalCacheSettings settings) {
		Invalidation way = settings.enabled() ? settings.invalidation() : Invalidation.NONE;
		if (way != Invalidation.TRACKING) {
			this.tracked.unwatch(cache);
		}
		return switch (way) {
			case PUBSUB -> this.messages.watch();
			case TRACKING -> this.tracked.watch(cache);
			case NONE -> this.none.watch();
		};
	}

	/**
	 * Sets on what local levels wait before they begin to serve.
	 */
	public void openWhen(BooleanSupplier condition) {
		this.messages.openWhen(condition);
		this.tracked.openWhen(condition);
	}

	/**
	 * Returns how long local levels of other processes with the same settings may serve
	 * what was changed.
	 */
	public Duration stalenessBound(LocalCacheSettings settings) {
		if (settings.enabled() && settings.invalidation() == Invalidation.NONE) {
			return settings.ttl();
		}
		boolean heard = settings.broadcast() || settings.invalidation() == Invalidation.TRACKING;
		return heard ? this.messages.stalenessBound() : Duration.ZERO;
	}

	/**
	 * Returns the ways that caches use.
	 */
	public List<LocalLevelStatus> statuses() {
		return Stream.of(this.messages.status(), this.tracked.status())
			.filter((status) -> status.state() != LocalLevelState.OFF)
			.toList();
	}

	/**
	 * Returns how far it is proven for the local levels of all caches.
	 */
	public LocalLevelState state() {
		return statuses().stream()
			.map(LocalLevelStatus::state)
			.min(Comparator.naturalOrder())
			.orElse(LocalLevelState.OFF);
	}

	@Override
	public void close() {
		this.tracked.close();
		this.messages.close();
	}

}
