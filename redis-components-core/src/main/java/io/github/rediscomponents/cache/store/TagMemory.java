// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.rediscomponents.cache.entry.Generation;
import io.github.rediscomponents.cache.entry.TagTicks;
import io.github.rediscomponents.cache.entry.Tagged;
import io.github.rediscomponents.cache.local.LocalLevel;
import io.github.rediscomponents.support.Utf8;

/**
 * The numbers of the tags of one cache as this process has read them last, 10,000 at
 * most. Numbers only grow: that a value is outdated is known for ever, that it is current
 * only while it is proven that messages arrive.
 */
final class TagMemory {

	/** Stands for a time in which messages are not proven to arrive. */
	static final int UNPROVEN = LocalLevel.UNPROVEN;

	private static final int MOST = 10_000;

	private final TagTicks ticks;

	private final Cache<Long, Known> byId = Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

	private final AtomicLong last = new AtomicLong(Tagged.UNKNOWN);

	private final AtomicLong base = new AtomicLong(Tagged.UNKNOWN);

	TagMemory(TagTicks ticks) {
		this.ticks = ticks;
	}

	/**
	 * Returns the newest number that was read.
	 */
	long last() {
		return this.last.get();
	}

	/**
	 * Returns what is known of a value.
	 * @param era the present one of the messages, or {@link #UNPROVEN}
	 */
	Verdict verdict(Tagged tags, int era) {
		if (tags.moment() < this.base.get()) {
			return Verdict.OUTDATED;
		}
		boolean proven = era != UNPROVEN && tags.moment() <= this.last.get();
		for (long id : tags.ids()) {
			Known known = this.byId.getIfPresent(id);
			if (known != null && known.number > tags.moment()) {
				return Verdict.OUTDATED;
			}
			proven = proven && known != null && known.era == era && !this.ticks.isDoubted(known.tick)
					&& !this.ticks.changed(id, known.tick);
		}
		return proven ? Verdict.CURRENT : Verdict.UNKNOWN;
	}

	/**
	 * Returns whether a message said that a value is outdated. A message alone is not
	 * trusted while Redis can be asked.
	 */
	boolean isToldOutdated(Tagged tags) {
		for (long id : tags.ids()) {
			Known known = this.byId.getIfPresent(id);
			if (known != null && known.told > tags.moment()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Numbers were read.
	 * @param ids the tags, in the order of the reply
	 * @param reply of the script
	 * @param tick taken before
	 * @param era taken before, or {@link #UNPROVEN}
	 */
	Numbers learn(long[] ids, List<Object> reply, long tick, int era) {
		Numbers numbers = new Numbers(Utf8.number(reply.get(0)), Utf8.number(reply.get(1)), reply);
		this.last.accumulateAndGet(numbers.last, Math::max);
		this.base.accumulateAndGet(numbers.base, Math::max);
		for (int i = 0; i < ids.length; i++) {
			long number = numbers.of(i);
			this.byId.asMap()
				.merge(ids[i], new Known(number, number, tick, era),
						(before, read) -> new Known(Math.max(before.number, read.number),
								Math.max(before.told, read.told), read.tick, read.era));
		}
		return numbers;
	}

	/**
	 * Tags were invalidated by this process.
	 */
	void invalidated(long[] ids, long number) {
		this.last.accumulateAndGet(number, Math::max);
		merge(ids, number, number);
	}

	/**
	 * A message says that tags were invalidated.
	 */
	void told(long[] ids, long number) {
		if (number >= 0 && number <= Generation.MAX) {
			merge(ids, 0, number);
		}
	}

	private void merge(long[] ids, long number, long told) {
		for (long id : ids) {
			this.byId.asMap()
				.merge(id, new Known(number, told, 0, UNPROVEN),
						(before, read) -> new Known(Math.max(before.number, read.number),
								Math.max(before.told, read.told), before.tick, before.era));
		}
	}

	/** Whether a value may be served. */
	enum Verdict {

		CURRENT, OUTDATED, UNKNOWN

	}

	/**
	 * What was read in one command.
	 */
	static final class Numbers {

		private final long last;

		private final long base;

		private final List<Object> reply;

		Numbers(long last, long base, List<Object> reply) {
			this.last = last;
			this.base = base;
			this.reply = List.copyOf(reply);
		}

		long last() {
			return this.last;
		}

		/**
		 * Returns whether a value is current. One that is newer than the newest number is
		 * left from before Redis lost the numbers.
		 * @param ids the tags that were read, in their order
		 */
		boolean allow(Tagged tags, long[] ids) {
			if (tags.moment() < this.base || tags.moment() > this.last) {
				return false;
			}
			for (long id : tags.ids()) {
				if (of(Arrays.binarySearch(ids, id)) > tags.moment()) {
					return false;
				}
			}
			return true;
		}

		private long of(int position) {
			return Utf8.number(this.reply.get(position + 2));
		}

	}

	/**
	 * One tag.
	 *
	 * @param number of its last invalidation, as it was read; 0 if there was none
	 * @param told the same, as a message says
	 * @param tick taken before it was read
	 * @param era of the messages when it was read
	 */
	private record Known(long number, long told, long tick, int era) {
	}

}
