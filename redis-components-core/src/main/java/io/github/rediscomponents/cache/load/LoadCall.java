// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.entry.Envelope;
import io.github.rediscomponents.cache.entry.TagIds;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.flight.LoadSource;
import io.github.rediscomponents.cache.flight.StageSource;
import io.github.rediscomponents.cache.flight.ValueSource;
import io.github.rediscomponents.cache.store.TagMoment;
import org.jspecify.annotations.Nullable;

/**
 * One caller that needs a value: what loads it, by which settings, how long the caller
 * waits, and which older value there is.
 *
 * @param <V> the type of the values
 */
public final class LoadCall<V> {

	private final String text;

	private final LoadSource<V> source;

	private final CacheSettings settings;

	private final boolean ownTtl;

	private final @Nullable V held;

	private final long[] heldTags;

	private final long[] tags;

	private final @Nullable TagMoment moment;

	private final TimeLimit limit;

	public LoadCall(String text, LoadSource<V> source, CacheSettings settings, @Nullable EntryOptions options,
			@Nullable V held, byte @Nullable [] entry) {
		this.text = text;
		this.source = source;
		this.settings = settings;
		this.ownTtl = options != null && (options.ttl() != null || options.nullTtl() != null);
		this.held = held;
		this.heldTags = (held != null && entry != null && Envelope.isTagged(entry)) ? Envelope.tags(entry).ids()
				: TagIds.NONE;
		this.tags = (options != null) ? TagIds.of(options.tags()) : TagIds.NONE;
		this.moment = (this.tags.length > 0 || source.mayTag()) ? new TagMoment() : null;
		this.limit = TimeLimit.of(settings.loading(), held != null);
	}

	public String text() {
		return this.text;
	}

	/**
	 * Returns what loads on the calling thread.
	 */
	public ValueSource<V> source() {
		return (ValueSource<V>) this.source;
	}

	/**
	 * Returns what loads in stages; null if it loads on the calling thread.
	 */
	public @Nullable StageSource<V> stages() {
		return (this.source instanceof StageSource<V> stages) ? stages : null;
	}

	public CacheSettings settings() {
		return this.settings;
	}

	/**
	 * Returns whether the time to live is that of the call rather than of the cache.
	 */
	public boolean hasOwnTtl() {
		return this.ownTtl;
	}

	/**
	 * Returns the value that is in Redis and not good enough; null if there is none, or
	 * none that may be used.
	 */
	public @Nullable V held() {
		return this.held;
	}

	/**
	 * Returns the tags of that value.
	 */
	public long[] heldTags() {
		return this.heldTags;
	}

	/**
	 * Returns the tags that the call gives to what it loads.
	 */
	public long[] tags() {
		return this.tags;
	}

	/**
	 * Returns the moment of the tags of what is loaded, which has to be read before.
	 * @return null if it can have no tags
	 */
	public @Nullable TagMoment moment() {
		return this.moment;
	}

	/**
	 * Takes the moment of the tags that was read for many calls.
	 */
	public void readMoment(TagMoment many) {
		if (this.moment != null) {
			this.moment.read(many.number());
		}
	}

	/**
	 * Returns when a soft or hard time-out ends the waiting.
	 */
	public TimeLimit limit() {
		return this.limit;
	}

	/**
	 * Returns the time until which the caller waits for others.
	 */
	public long waitDeadline() {
		return this.limit.or(this.limit.began() + this.settings.waitTimeout().toNanos());
	}

	/**
	 * Returns the time until which a caller whose wait timed out waits for a load that
	 * starts now.
	 */
	public long lateDeadline() {
		return this.limit.or(System.nanoTime() + this.settings.maxLoadTime().toNanos());
	}

}
