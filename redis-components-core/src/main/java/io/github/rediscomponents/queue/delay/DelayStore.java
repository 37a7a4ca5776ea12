// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.queue.QueueFullException;
import io.github.rediscomponents.queue.engine.Chunks;
import io.github.rediscomponents.queue.engine.StreamStore;
import io.github.rediscomponents.queue.engine.EngineQueue.Upcoming;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * The scripts of one delay queue.
 */
final class DelayStore {

	private static final Logger logger = LoggerFactory.getLogger(DelayStore.class);

	private static final int CHUNK = 500;

	private static final int CHUNK_BYTES = 4_000_000;

	private static final Scheduled.Status[] STATUS = { Scheduled.Status.DUPLICATE, Scheduled.Status.SCHEDULED,
			Scheduled.Status.REPLACED };

	private final FailureLog failures = new FailureLog(logger);

	private final CommandPort redis;

	private final StreamStore stream;

	private final DelayKeys keys;

	private final String channel;

	private final Tokens tokens;

	DelayStore(CommandPort redis, StreamStore stream, String channel, Tokens tokens) {
		this.redis = redis;
		this.stream = stream;
		this.keys = new DelayKeys(stream.keys().stream());
		this.channel = channel;
		this.tokens = tokens;
	}

	DelayKeys keys() {
		return this.keys;
	}

	String name() {
		return this.stream.name();
	}

	/** Ids of tasks that were given none. */
	String newId() {
		return this.tokens.next();
	}

	List<Scheduled> schedule(List<Item> items) {
		long max = this.stream.settings().get().maxLength();
		List<List<Item>> chunks = Chunks.of(items, CHUNK, CHUNK_BYTES, (item) -> item.payload().length);
		List<List<Object>> replies = (chunks.size() == 1)
				? List.of(this.redis.eval(DelayScripts.SCHEDULE, changeKeys(), scheduleArgs(items, max)))
				: flush(chunks, max);
		List<Scheduled> all = new ArrayList<>(items.size());
		for (int i = 0; i < chunks.size(); i++) {
			if (!replies.get(i).isEmpty()) {
				all.addAll(scheduled(chunks.get(i), replies.get(i)));
			}
		}
		int refused = items.size() - all.size();
		if (refused > 0) {
			this.stream.observed().refused(refused);
			throw new QueueFullException(name(), max, null,
					(items.size() > 1) ? new BatchProgress(all.size(), 0, refused) : null);
		}
		return all;
	}

	private List<List<Object>> flush(List<List<Item>> chunks, long max) {
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<List<Object>>> replies = new ArrayList<>(chunks.size());
		chunks
			.forEach((chunk) -> replies.add(batch.eval(DelayScripts.SCHEDULE, changeKeys(), scheduleArgs(chunk, max))));
		batch.flush();
		return batch.await(replies, (i) -> chunks.get(i).size(), (reply) -> !reply.isEmpty());
	}

	private byte[][] scheduleArgs(List<Item> items, long max) {
		List<byte[]> args = change();
		args.add(Utf8.bytes(max));
		for (Item item : items) {
			ScheduleOptions options = item.options();
			Duration backoff = options.backoff();
			args.add(Utf8.bytes(item.id()));
			args.add(Utf8.bytes(options.replace() ? 1 : 0));
			args.add(item.due().base());
			args.add(Utf8.bytes(item.due().millis()));
			args.add((options.attempts() > 0) ? Utf8.bytes(options.attempts()) : new byte[0]);
			args.add((backoff != null) ? Utf8.bytes(backoff.toMillis()) : new byte[0]);
			args.add(item.payload());
		}
		return args.toArray(byte[][]::new);
	}

	private List<Scheduled> scheduled(List<Item> items, List<Object> reply) {
		List<Scheduled> all = new ArrayList<>(items.size());
		for (int i = 0; i < items.size(); i++) {
			all.add(new Scheduled(items.get(i).id(), Instant.ofEpochMilli(Utf8.number(reply.get(2 * i + 1))),
					STATUS[(int) Utf8.number(reply.get(2 * i))]));
		}
		int duplicates = (int) all.stream().filter(Scheduled::duplicate).count();
		this.stream.observed().published(all.size() - duplicates, duplicates);
		return all;
	}

	boolean cancel(String id) {
		List<byte[]> args = change();
		args.add(Utf8.bytes(id));
		return this.redis.eval(DelayScripts.CANCEL, changeKeys(), args.toArray(byte[][]::new)) == 1;
	}

	Optional<Instant> reschedule(String id, DueTime due) {
		List<byte[]> args = change();
		args.add(Utf8.bytes(id));
		args.add(due.base());
		args.add(Utf8.bytes(due.millis()));
		long at = this.redis.eval(DelayScripts.RESCHEDULE, changeKeys(), args.toArray(byte[][]::new));
		return (at >= 0) ? Optional.of(Instant.ofEpochMilli(at)) : Optional.empty();
	}

	private String[] waitingKeys() {
		return new String[] { this.keys.due(), this.keys.items() };
	}

	/** Returns the keys of a script that changes waiting tasks once. */
	private String[] changeKeys() {
		return new String[] { this.keys.due(), this.keys.items(), this.keys.operation(this.tokens.next()) };
	}

	private List<byte[]> change() {
		List<byte[]> args = new ArrayList<>();
		args.add(Utf8.bytes(this.channel));
		args.add(Utf8.bytes(this.keys.stream()));
		args.add(Utf8.bytes(2 * this.redis.timeout().toMillis()));
		return args;
	}

	CompletionStage<List<Object>> promote(String promoter) {
		return this.redis.evalAsync(DelayScripts.PROMOTE,
				new String[] { this.keys.stream(), this.keys.due(), this.keys.items(), this.stream.keys().dead(),
						this.stream.keys().paused(), this.stream.keys().dropped() },
				Utf8.bytes(this.channel), Utf8.bytes(this.keys.stream()), Utf8.bytes(promoter),
				Utf8.bytes(this.stream.settings().get().maxDeadLetters()));
	}

	/** Tasks whose time or content was lost became dead letters. */
	void lost(long times, long contents) {
		if (times > 0) {
			lost("times");
		}
		if (contents > 0) {
			lost("content");
		}
	}

	private void lost(String what) {
		this.failures
			.warn("Redis lost the {} of tasks of delay queue '{}', which become dead letters. If it evicts keys,"
					+ " set its maxmemory-policy to noeviction", what, name());
	}

	/** Dead letters had to make room for younger ones. */
	void dropped(long letters) {
		if (letters > 0) {
			this.stream.observed().dropped(letters);
			this.failures.warn("The delay queue '{}' dropped dead letters, because there were more than {}", name(),
					this.stream.settings().get().maxDeadLetters());
		}
	}

	/** Announces that something may be due. */
	CompletionStage<Long> awaken() {
		return this.redis
			.callAsync((commands) -> commands.publish(this.channel, Utf8.bytes("0::" + this.keys.stream())));
	}

	/** Announces to the other processes that this one no longer promotes. */
	CompletionStage<Long> resign() {
		return this.redis.callAsync(
				(commands) -> commands.publish(this.channel, Utf8.bytes(Announcement.resignation(this.keys.stream()))));
	}

	/** Id, time and payload of each. */
	List<Object> peek(@Nullable String id, int n) {
		return this.redis.eval(DelayScripts.PEEK, waitingKeys(), Utf8.bytes((id != null) ? id : ""), Utf8.bytes(n));
	}

	/**
	 * Whether there are more, time and counter of the last one; then id, time and payload
	 * of each.
	 */
	List<Object> page(String time, String counter, int n) {
		return this.redis.eval(DelayScripts.PAGE, waitingKeys(), Utf8.bytes(time), Utf8.bytes(counter), Utf8.bytes(n));
	}

	long size() {
		return this.redis.eval(DelayScripts.SIZE, waitingKeys());
	}

	DelayStats stats() {
		Upcoming upcoming = upcoming(this.redis.eval(DelayScripts.STATS, waitingKeys()));
		return new DelayStats(upcoming.waiting(), upcoming.overdue(), upcoming.untilNext(),
				this.stream.stats(this.stream.settings().get().group()));
	}

	CompletionStage<Upcoming> upcomingAsync() {
		return this.redis.evalAsync(DelayScripts.STATS, waitingKeys()).thenApply(DelayStore::upcoming);
	}

	private static Upcoming upcoming(List<Object> reply) {
		long micros = Utf8.number(reply.get(2));
		return new Upcoming(Utf8.number(reply.get(0)), Utf8.number(reply.get(1)),
				(micros >= 0) ? Optional.of(Duration.ofNanos(Math.multiplyExact(micros, 1000))) : Optional.empty());
	}

	/**
	 * Deletes waiting tasks first, so that none of them is handed over meanwhile.
	 */
	long clear() {
		long waiting = this.redis.eval(DelayScripts.CLEAR, waitingKeys(), Utf8.bytes(this.channel),
				Utf8.bytes(this.keys.stream()));
		try {
			return waiting + this.stream.clear();
		}
		catch (RedisComponentsException ex) {
			throw BatchFailure.afterPart(ex);
		}
	}

	boolean retire() {
		return this.stream.retire(this.keys.due(), this.keys.items());
	}

	/** A task to schedule. */
	record Item(String id, byte[] payload, DueTime due, ScheduleOptions options) {
	}

}
