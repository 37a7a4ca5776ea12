// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.queue.PendingMessage;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.TrimPolicy;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Reads and removes the contents of a queue.
 *
 * @since 1.0.0
 */
public final class StreamStore {

	private static final int LETTERS = 100;

	private final CommandPort redis;

	private final StreamKeys keys;

	private final String name;

	private final LiveSettings<WorkQueueSettings> settings;

	private final ObservedQueue observed;

	private final Groups groups;

	private final Publisher publisher;

	StreamStore(CommandPort redis, StreamKeys keys, String name, LiveSettings<WorkQueueSettings> settings,
			ObservedQueue observed) {
		this.redis = redis;
		this.keys = keys;
		this.name = name;
		this.settings = settings;
		this.observed = observed;
		this.groups = new Groups(redis, this);
		this.publisher = new Publisher(redis, this, this.groups);
	}

	public StreamKeys keys() {
		return this.keys;
	}

	public LiveSettings<WorkQueueSettings> settings() {
		return this.settings;
	}

	public String name() {
		return this.name;
	}

	public ObservedQueue observed() {
		return this.observed;
	}

	Publisher publisher() {
		return this.publisher;
	}

	public Groups groups() {
		return this.groups;
	}

	public QueueStats stats(String group) {
		return stats(this.redis.eval(StreamScripts.STATS, statsKeys(group), Utf8.bytes(group), deletes()));
	}

	CompletionStage<QueueStats> statsAsync(String group) {
		return this.redis.evalAsync(StreamScripts.STATS, statsKeys(group), Utf8.bytes(group), deletes())
			.thenApply(StreamStore::stats);
	}

	private String[] statsKeys(String group) {
		return new String[] { this.keys.stream(), this.keys.dead(), this.keys.retry(group), this.keys.dropped(),
				this.keys.paused() };
	}

	private byte[] deletes() {
		return Utf8.bytes((this.settings.get().retention() == TrimPolicy.ACKNOWLEDGED) ? 1 : 0);
	}

	private static QueueStats stats(List<Object> reply) {
		long lag = Utf8.number(reply.get(0));
		long pending = Utf8.number(reply.get(1));
		return new QueueStats(lag + pending, lag, pending, Utf8.number(reply.get(2)),
				Duration.ofMillis(Utf8.number(reply.get(3))), Utf8.number(reply.get(4)),
				(int) Utf8.number(reply.get(5)), Utf8.number(reply.get(6)), Utf8.number(reply.get(7)) == 1);
	}

	/**
	 * Pauses or resumes the queue.
	 * @return whether that changed it
	 */
	boolean pause(boolean on) {
		return this.redis.eval(StreamScripts.PAUSE, new String[] { this.keys.paused() }, Utf8.bytes(on ? 1 : 0)) == 1;
	}

	boolean isPaused() {
		return this.redis.call((commands) -> commands.exists(this.keys.paused())) == 1;
	}

	/**
	 * What was delivered and is not acknowledged: id, consumer, idle time, count, time.
	 */
	List<PendingMessage> pending(String group, String from, int n) {
		List<Object> reply = this.redis.eval(StreamScripts.PENDING,
				new String[] { this.keys.stream(), this.keys.retry(group) }, Utf8.bytes(group), Utf8.bytes(from),
				Utf8.bytes(n));
		List<PendingMessage> found = new ArrayList<>(reply.size());
		for (Object each : reply) {
			List<?> parts = (List<?>) each;
			String consumer = Utf8.text(parts.get(1));
			long retryAt = Utf8.number(parts.get(4));
			found.add(new PendingMessage(Utf8.text(parts.get(0)),
					consumer.isEmpty() ? Optional.empty() : Optional.of(consumer),
					Duration.ofMillis(Utf8.number(parts.get(2))), (int) Utf8.number(parts.get(3)),
					(retryAt >= 0) ? Optional.of(Instant.ofEpochMilli(retryAt)) : Optional.empty()));
		}
		return found;
	}

	long deadSize() {
		return this.redis.call((commands) -> commands.xlen(this.keys.dead()));
	}

	/** The oldest dead letters: id and fields. */
	List<Lease> letters(int n) {
		return letters("-", n);
	}

	List<Lease> letters(String begin, int n) {
		List<Lease> found = new ArrayList<>();
		String from = begin;
		while (found.size() < n) {
			int most = Math.min(LETTERS, n - found.size());
			List<Object> page = this.redis.eval(StreamScripts.LETTERS, new String[] { this.keys.dead() },
					Utf8.bytes(from), Utf8.bytes(most));
			for (Object letter : page) {
				List<?> parts = (List<?>) letter;
				found.add(GroupStore.lease(parts.get(0), 0, parts.get(1), System.nanoTime()));
			}
			if (page.size() < most) {
				break;
			}
			from = '(' + found.get(found.size() - 1).id();
		}
		return found;
	}

	long redrive(List<String> ids) {
		long moved = 0;
		for (int from = 0; from < ids.size(); from += LETTERS) {
			List<byte[]> args = new ArrayList<>();
			args.add(Utf8.bytes((this.settings.get().retention() == TrimPolicy.ALL_GROUPS) ? 1 : 0));
			List<String> some = ids.subList(from, Math.min(ids.size(), from + LETTERS));
			some.forEach((id) -> args.add(Utf8.bytes(id)));
			try {
				moved += this.redis.eval(StreamScripts.REDRIVE, new String[] { this.keys.stream(), this.keys.dead() },
						args.toArray(byte[][]::new));
			}
			catch (RedisComponentsException ex) {
				throw BatchFailure.inPart(from, some.size(), ids.size() - from - some.size(), ex);
			}
		}
		return moved;
	}

	long purge(String id) {
		return this.redis.eval(StreamScripts.PURGE, new String[] { this.keys.dead() }, Utf8.bytes(id));
	}

	public long clear() {
		long done = -1;
		while (done < 0) {
			List<String> all = contentKeys();
			List<byte[]> args = groupsInto(all);
			all.add(0, this.keys.stream());
			done = this.redis.eval(StreamScripts.CLEAR, all.toArray(String[]::new), args.toArray(byte[][]::new));
		}
		return done;
	}

	private List<String> contentKeys() {
		return new ArrayList<>(List.of(this.keys.ids(), this.keys.windows()));
	}

	/** Adds the keys of the groups to a list, and returns the groups. */
	private List<byte[]> groupsInto(List<String> all) {
		List<byte[]> names = new ArrayList<>();
		this.groups.names().forEach((group) -> {
			all.addAll(this.keys.ofGroup(group));
			names.add(Utf8.bytes(group));
		});
		return names;
	}

	/**
	 * Removes everything if nothing is there.
	 * @param content further keys, that exist only while the queue holds something
	 * @return whether it was removed or was not there
	 */
	public boolean retire(String... content) {
		long done = 2;
		while (done == 2) {
			List<String> all = new ArrayList<>(List.of(this.keys.stream(), this.keys.dead()));
			all.addAll(List.of(content));
			all.add(this.keys.dropped());
			all.add(this.keys.paused());
			all.addAll(contentKeys());
			List<byte[]> args = groupsInto(all);
			args.add(0, Utf8.bytes(content.length));
			done = this.redis.eval(StreamScripts.RETIRE, all.toArray(String[]::new), args.toArray(byte[][]::new));
		}
		return done == 1;
	}

}
