// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.LoadContext;
import io.github.rediscomponents.cache.entry.TagIds;
import io.github.rediscomponents.cache.entry.Tagged;
import io.github.rediscomponents.cache.flight.Found;
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

	private long[] tags;

	private boolean unmodified;

	LoadDecision(LoadCall<V> call) {
		this.call = call;
		this.tags = call.tags();
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
		this.unmodified = true;
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

	@Override
	public void tags(String... given) {
		this.tags = TagIds.union(this.tags, TagIds.of(TagIds.check(given)));
	}

	/**
	 * Returns the tags of the result; null if it has none.
	 */
	@Nullable Tagged tagged() {
		long[] ids = (this.unmodified && this.tags.length == 0) ? this.call.heldTags() : this.tags;
		TagMoment moment = this.call.moment();
		return (ids.length > 0) ? new Tagged(ids, (moment != null) ? moment.number() : Tagged.UNKNOWN) : null;
	}

	/**
	 * Returns the result.
	 */
	Found<V> found(@Nullable V value) {
		return new Found<>(value, false, tagged());
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
