// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * The order of the invalidations of tags that this process did or heard of. Tags share
 * stripes: a change of another tag of the stripe makes a value be read again, and does no
 * harm.
 *
 * @since 1.0.0
 */
public final class TagTicks {

	private static final int STRIPES = 4096;

	private final AtomicLong now = new AtomicLong();

	/** The tick of the last change, by stripe; none before the first change. */
	private final AtomicReference<@Nullable AtomicLongArray> last = new AtomicReference<>();

	private volatile long doubtedAt;

	/**
	 * Returns the present tick; to be taken before a value is read or loaded.
	 */
	public long now() {
		return this.now.get();
	}

	/**
	 * Tags were invalidated: what was read before is outdated when this returns.
	 */
	public void advance(long[] ids) {
		AtomicLongArray known = changes();
		long tick = this.now.incrementAndGet();
		for (long id : ids) {
			known.accumulateAndGet(stripe(id), tick, Math::max);
		}
	}

	/**
	 * Any tag may be invalidated: whether what was read before is still current must be
	 * read again.
	 */
	public void doubt() {
		this.doubtedAt = this.now.incrementAndGet();
	}

	/**
	 * Returns whether the tags that were read at a tick must be read again.
	 */
	public boolean isDoubted(long since) {
		return this.doubtedAt > since;
	}

	private AtomicLongArray changes() {
		AtomicLongArray known = this.last.get();
		if (known != null) {
			return known;
		}
		AtomicLongArray added = new AtomicLongArray(STRIPES);
		AtomicLongArray earlier = this.last.compareAndExchange(null, added);
		return (earlier != null) ? earlier : added;
	}

	/**
	 * Returns whether one of the tags was invalidated after a tick was taken.
	 */
	public boolean changed(long[] ids, long since) {
		for (long id : ids) {
			if (changed(id, since)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns whether a tag was invalidated after a tick was taken.
	 */
	public boolean changed(long id, long since) {
		AtomicLongArray known = this.last.get();
		return known != null && known.get(stripe(id)) > since;
	}

	private static int stripe(long id) {
		return (int) id & (STRIPES - 1);
	}

	/**
	 * Tags that were current at a tick.
	 *
	 * @param ticks of their cache
	 * @param ids the tags
	 * @param tick taken before they were looked at
	 * @since 1.0.0
	 */
	public record Stamp(TagTicks ticks, long[] ids, long tick) {

		public boolean isCurrent() {
			return !this.ticks.isDoubted(this.tick) && !this.ticks.changed(this.ids, this.tick);
		}

	}

}
