// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.cache.CacheObserver.Change;
import io.github.rediscomponents.cache.bus.Announcement;
import io.github.rediscomponents.cache.entry.CacheScripts;
import io.github.rediscomponents.cache.entry.Envelope;
import io.github.rediscomponents.cache.entry.TagIds;
import io.github.rediscomponents.cache.entry.TagTicks;
import io.github.rediscomponents.cache.entry.Tagged;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.store.TagMemory.Numbers;
import io.github.rediscomponents.cache.store.TagMemory.Verdict;
import io.github.rediscomponents.cache.write.FailedInvalidations;
import io.github.rediscomponents.support.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * The tags of one cache. One key has the number of each tag's last invalidation. An entry
 * has its tags and the newest number that there was before it was loaded; reading it
 * compares that with the numbers of its tags.
 */
public final class CacheTags {

	/** How many tags are kept in Redis. Entries older than a forgotten one are misses. */
	private static final byte[] MOST_KEPT = Utf8.bytes(100_000);

	private final String name;

	private final CacheEnvironment env;

	private final CacheStore store;

	private final IntSupplier provenEra;

	private final TagTicks ticks;

	private final TagMemory memory;

	private final FailedInvalidations queue;

	private final CacheReport report;

	private final String key;

	public CacheTags(String name, CacheEnvironment env, CacheStore store, IntSupplier provenEra, TagTicks ticks,
			CacheReport report) {
		this.name = name;
		this.provenEra = provenEra;
		this.env = env;
		this.store = store;
		this.ticks = ticks;
		this.memory = new TagMemory(ticks);
		this.queue = env.outbox.of(name);
		this.report = report;
		this.key = env.keys.key("cache-tags", name);
	}

	/**
	 * Reads the newest number, before a value is loaded.
	 * @throws RedisComponentsException if that failed
	 */
	public long moment() {
		return read(TagIds.NONE).last();
	}

	/**
	 * Reads it, or finds out that this is not possible.
	 */
	public void read(TagMoment moment) {
		try {
			moment.read(moment());
		}
		catch (RedisComponentsException ex) {
			this.report.goesOnWithout(ex);
		}
	}

	/**
	 * Returns the script that reads it beside other commands.
	 */
	public Beside<List<Object>> question() {
		return new Beside<>(CacheScripts.TAGS, this.key, args(TagIds.NONE));
	}

	/**
	 * Takes the answer.
	 */
	public void answer(Reply<List<Object>> reply, TagMoment moment) {
		List<Object> value = reply.value();
		if (value != null) {
			moment.read(this.memory.learn(TagIds.NONE, value, 0, TagMemory.UNPROVEN).last());
		}
		else if (reply.failure() != null) {
			this.report.goesOnWithout(reply.failure());
		}
	}

	/**
	 * Returns those of entries that have a tag which was invalidated after they were
	 * loaded. One command for all, unless it is known from messages. While Redis does not
	 * answer, as far as this process was told; where it refuses, all that have tags.
	 */
	public Set<byte[]> outdated(Collection<byte[]> entries) {
		Map<byte[], Tagged> tagged = new IdentityHashMap<>();
		for (byte[] entry : entries) {
			if (Envelope.isTagged(entry)) {
				tagged.put(entry, Envelope.tags(entry));
			}
		}
		return tagged.isEmpty() ? Set.of() : outdated(tagged);
	}

	private <T> Set<T> outdated(Map<T, Tagged> tagged) {
		Check<T> check = new Check<>(tagged);
		if (!check.unknown.isEmpty()) {
			try {
				check.answer(read(check.ids));
			}
			catch (RedisComponentsException ex) {
				check.failed(ex);
			}
		}
		return check.outdated;
	}

	/**
	 * Does what {@link #outdated(Collection)} does without a thread that waits.
	 * @return completes on an I/O thread
	 */
	public <T> CompletableFuture<Set<T>> outdatedLater(Map<T, Tagged> tagged, AsyncStore async) {
		Check<T> check = new Check<>(tagged);
		if (check.unknown.isEmpty()) {
			return CompletableFuture.completedFuture(check.outdated);
		}
		return readLater(check.ids, async).handle((numbers, failure) -> {
			if (failure == null) {
				check.answer(numbers);
			}
			else {
				check.failed(AsyncStore.ours(failure));
			}
			return check.outdated;
		});
	}

	/**
	 * Returns whether an invalidation of one of the tags failed and is repeated.
	 */
	private boolean isQueued(Tagged tags) {
		return !this.queue.isEmpty()
				&& Arrays.stream(tags.ids()).anyMatch((id) -> this.queue.contains(QueuedTags.text(id)));
	}

	/**
	 * Returns whether no tag of a value was invalidated after it was loaded.
	 */
	public boolean areCurrent(@Nullable Tagged tags) {
		return tags == null || outdated(Map.of(this, tags)).isEmpty();
	}

	/**
	 * Returns whether a tag of a value was invalidated after a tick, as far as this
	 * process knows.
	 */
	public boolean changed(@Nullable Tagged tags, long since) {
		return tags != null && this.ticks.changed(tags.ids(), since);
	}

	/**
	 * Returns what tells later whether an entry that is kept is still current.
	 * @return null if it is not known to be current now
	 */
	public TagTicks.@Nullable Stamp stamp(Tagged tags) {
		long tick = this.ticks.now();
		return (!isQueued(tags) && this.memory.verdict(tags, this.provenEra.getAsInt()) == Verdict.CURRENT)
				? new TagTicks.Stamp(this.ticks, tags.ids(), tick) : null;
	}

	/**
	 * Does what {@link #read(TagMoment)} does without a thread that waits.
	 * @return completes on an I/O thread
	 */
	public CompletableFuture<@Nullable Void> readLater(TagMoment moment, AsyncStore async) {
		return momentLater(async).handle((number, failure) -> {
			if (failure == null) {
				moment.read(number);
			}
			else {
				this.report.goesOnWithout(AsyncStore.ours(failure));
			}
			return null;
		});
	}

	/**
	 * Does what {@link #moment()} does without a thread that waits.
	 * @return completes on an I/O thread
	 */
	public CompletableFuture<Long> momentLater(AsyncStore async) {
		return readLater(TagIds.NONE, async).thenApply(Numbers::last);
	}

	private CompletableFuture<Numbers> readLater(long[] ids, AsyncStore async) {
		if (this.env.breakers.of(this.key).isOpen()) {
			return CompletableFuture.failedFuture(silent());
		}
		this.env.bus.start();
		long tick = this.ticks.now();
		int era = this.provenEra.getAsInt();
		return async.eval(CacheScripts.TAGS, new String[] { this.key }, args(ids))
			.thenApply((reply) -> this.memory.learn(ids, reply, tick, era));
	}

	private static RedisUnavailableException silent() {
		return new RedisUnavailableException("The Redis node of the tags did not answer a moment ago",
				Outcome.NOT_EXECUTED, null);
	}

	private Numbers read(long[] ids) {
		if (this.env.breakers.of(this.key).isOpen()) {
			throw silent();
		}
		this.env.bus.start();
		long tick = this.ticks.now();
		int era = this.provenEra.getAsInt();
		return this.memory.learn(ids, this.store.eval(CacheScripts.TAGS, new String[] { this.key }, args(ids)), tick,
				era);
	}

	private byte[][] args(long[] ids, byte[]... before) {
		byte[][] args = new byte[1 + before.length + ids.length][];
		args[0] = Utf8.bytes(this.memory.last());
		System.arraycopy(before, 0, args, 1, before.length);
		for (int i = 0; i < ids.length; i++) {
			args[1 + before.length + i] = TagIds.bytes(ids[i]);
		}
		return args;
	}

	/**
	 * Outdates all entries that have one of the tags, in one step. Whether it succeeds or
	 * not, {@link #outdate} has to follow.
	 */
	public void invalidate(long[] ids) {
		this.env.bus.start();
		try (Announcement announcement = this.store.announce(1)) {
			invalidated(ids, this.store.eval(CacheScripts.INVALIDATE_TAGS, new String[] { this.key },
					invalidateArgs(ids, announcement)));
		}
	}

	/**
	 * Does the same without a thread that waits.
	 * @return completes on an I/O thread
	 */
	public CompletableFuture<@Nullable Void> invalidateLater(long[] ids, AsyncStore async) {
		this.env.bus.start();
		return async
			.announced(1,
					(announcement) -> async.eval(CacheScripts.INVALIDATE_TAGS, new String[] { this.key },
							invalidateArgs(ids, announcement)))
			.thenAccept((number) -> invalidated(ids, number));
	}

	private byte[][] invalidateArgs(long[] ids, Announcement announcement) {
		return args(ids, this.env.bus.channel(), announcement.untagged(this.name, ids), MOST_KEPT);
	}

	private void invalidated(long[] ids, long number) {
		this.memory.invalidated(ids, number);
		this.report.invalidated(Change.TAGS, ids.length);
	}

	/**
	 * No caller of this process gets what was read or loaded before.
	 */
	public void outdate(long[] ids) {
		this.ticks.advance(ids);
	}

	/**
	 * Repeats an invalidation that failed, if the node answers.
	 */
	public Reply<Long> replay(long[] ids) {
		if (this.env.breakers.of(this.key).isOpen()) {
			return Reply.leftAlone();
		}
		return repeat(ids);
	}

	/**
	 * Repeats an invalidation that failed, also if the node does not answer.
	 */
	public Reply<Long> repeat(long[] ids) {
		try {
			invalidate(ids);
			return Reply.of(0L);
		}
		catch (RedisComponentsException ex) {
			return Reply.failed(ex);
		}
		finally {
			outdate(ids);
		}
	}

	/**
	 * Any tag may be invalidated.
	 */
	public void doubt() {
		this.ticks.doubt();
	}

	/**
	 * A message says that tags were invalidated.
	 */
	public void told(long[] ids, long number) {
		this.memory.told(ids, number);
		this.ticks.advance(ids);
		this.report.told(Change.TAGS);
	}

	/**
	 * Finds out which values are outdated.
	 *
	 * @param <T> identifies a value
	 */
	private final class Check<T> {

		private final Set<T> outdated = Collections.newSetFromMap(new IdentityHashMap<>());

		private final Map<T, Tagged> unknown = new IdentityHashMap<>();

		private final long[] ids;

		Check(Map<T, Tagged> tagged) {
			int era = CacheTags.this.provenEra.getAsInt();
			tagged.forEach((one, tags) -> {
				Verdict verdict = isQueued(tags) ? Verdict.OUTDATED : CacheTags.this.memory.verdict(tags, era);
				if (verdict == Verdict.OUTDATED) {
					this.outdated.add(one);
				}
				else if (verdict == Verdict.UNKNOWN) {
					this.unknown.put(one, tags);
				}
			});
			this.ids = this.unknown.values()
				.stream()
				.flatMapToLong((tags) -> Arrays.stream(tags.ids()))
				.sorted()
				.distinct()
				.toArray();
		}

		void answer(Numbers numbers) {
			outdate((tags) -> !numbers.allow(tags, this.ids));
		}

		void failed(RedisComponentsException failure) {
			CacheTags.this.report.goesOnWithout(failure);
			outdate((tags) -> !(failure instanceof RedisUnavailableException)
					|| CacheTags.this.memory.isToldOutdated(tags));
		}

		private void outdate(Predicate<Tagged> test) {
			this.unknown.forEach((one, tags) -> {
				if (test.test(tags)) {
					this.outdated.add(one);
				}
			});
		}

	}

}
