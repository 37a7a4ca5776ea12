// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.entry.TagIds;
import io.github.rediscomponents.cache.entry.Tagged;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.loader.LoadContext;
import io.github.rediscomponents.cache.store.EntryLife;
import io.github.rediscomponents.cache.store.TagMoment;
import org.jspecify.annotations.Nullable;

/**
 * What one run of a loader decides about its result.
 *
 * @param <V> the type of the values
 */
public final class LoadDecision<V> implements LoadContext<V> {

	private final LoadCall<V> call;

	/** A bulk loader may give them on any thread. */
	private final AtomicReference<long[]> tags;

	private @Nullable Duration ttl;

	private boolean cached = true;

	private boolean unmodified;

	public LoadDecision(LoadCall<V> call) {
		this.call = call;
		this.tags = new AtomicReference<>(call.tags());
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
		long[] ids = TagIds.of(TagIds.check(given));
		this.tags.updateAndGet((known) -> TagIds.union(known, ids));
	}

	/**
	 * Returns the tags of the result; null if it has none.
	 */
	@Nullable Tagged tagged() {
		long[] given = Objects.requireNonNull(this.tags.get());
		long[] ids = (this.unmodified && given.length == 0) ? this.call.heldTags() : given;
		TagMoment moment = this.call.moment();
		return (ids.length > 0) ? new Tagged(ids, (moment != null) ? moment.number() : Tagged.UNKNOWN) : null;
	}

	/**
	 * Returns the result.
	 */
	public Found<V> found(@Nullable V value) {
		return new Found<>(value, false, tagged());
	}

	public boolean isCached() {
		return this.cached;
	}

	public EntryLife life(boolean absent) {
		Duration own = this.ttl;
		return (own != null) ? EntryLife.exactly(own, absent, this.call.settings())
				: EntryLife.of(absent, this.call.settings(), this.call.hasOwnTtl());
	}

}
