// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.LoadContext;
import io.github.rediscomponents.cache.load.EntryLife;

/**
 * What one run of a loader decides about its result.
 *
 * @param <V> the type of the values
 */
final class LoadDecision<V> implements LoadContext<V> {

	private final LoadCall<V> call;

	private @Nullable Duration ttl;

	private boolean cached = true;

	LoadDecision(LoadCall<V> call) {
		this.call = call;
	}

	@Override
	public @Nullable V staleValue() {
		return this.call.held();
	}

	@Override
	public V notModified() {
		V held = this.call.held();
		if (held == null) {
			throw new IllegalStateException("There is no value that could be unmodified; see staleValue()");
		}
		return held;
	}

	@Override
	public void ttl(Duration changed) {
		CacheSettings.defaults().withTtl(changed);
		this.ttl = changed;
	}

	@Override
	public void doNotCache() {
		this.cached = false;
	}

	boolean isCached() {
		return this.cached;
	}

	EntryLife life(boolean absent) {
		Duration own = this.ttl;
		return (own != null) ? EntryLife.exactly(own, absent, this.call.settings())
				: EntryLife.of(absent, this.call.settings(), this.call.hasOwnTtl());
	}

}
