// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The scripts of one consumer in one group of one queue.
 *
 * @param redis connection to Redis
 * @param keys the keys of the queue
 * @param group the group
 * @param consumer the name of this process in the group
 * @param deletes whether acknowledged messages are deleted
 */
record GroupStore(CommandPort redis, StreamKeys keys, String group, String consumer, boolean deletes) {

	/** How many leases one script extends. */
	static final int MOST = 500;

	/** A message that is unreadable here may be readable in another process. */
	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

	/** A consumer in a blocking read is idle for so long. */
	private static final long LEAST_IDLE_MILLIS = 3000;

	CompletionStage<Long> create() {
		return this.redis.evalAsync(StreamScripts.GROUP,
				new String[] { this.keys.stream(), this.keys.ids(), this.keys.windows() }, Utf8.bytes(this.group));
	}

	CompletionStage<List<Object>> take() {
		return this.redis.evalAsync(StreamScripts.TAKE, new String[] { this.keys.stream(), this.keys.paused() },
				Utf8.bytes(this.group), Utf8.bytes(this.consumer));
	}

	/**
	 * Acknowledges.
	 * @param doubtful earlier acknowledgements whose reply was lost
	 */
	CompletionStage<List<Object>> ack(List<Lease> leases, Collection<String> doubtful) {
		List<byte[]> args = head();
		args.add(flag(this.deletes));
		args.add(Utf8.bytes(String.join(" ", doubtful)));
		leases.forEach((lease) -> add(args, lease));
		return this.redis.evalAsync(StreamScripts.ACK, new String[] { this.keys.stream(), this.keys.retry(this.group),
				this.keys.trace(this.group), this.keys.settled(this.group) }, args.toArray(byte[][]::new));
	}

	CompletionStage<List<Object>> nack(Lease lease, Duration delay, String line) {
		List<byte[]> args = head();
		args.add(flag(false));
		addBack(args, lease, delay.toMillis(), line);
		return this.redis.evalAsync(StreamScripts.NACK, settleKeys(), args.toArray(byte[][]::new));
	}

	/** Returns an unreadable message without counting the delivery. */
	CompletionStage<List<Object>> putOff(Lease lease, Duration delay, String line) {
		List<byte[]> args = head();
		args.add(flag(true));
		addBack(args, lease, delay.toMillis(), line);
		return this.redis.evalAsync(StreamScripts.NACK, settleKeys(), args.toArray(byte[][]::new));
	}

	/** Milliseconds before an unreadable message is tried again, -1 for never. */
	CompletionStage<Long> unread(Lease lease, WorkQueueSettings by) {
		Duration longest = (by.maxBackoff().compareTo(LONGEST_PAUSE) < 0) ? by.maxBackoff() : LONGEST_PAUSE;
		return this.redis.evalAsync(StreamScripts.UNREAD, new String[] { this.keys.unread(this.group) },
				Utf8.bytes(lease.id()), Utf8.bytes(by.unreadableRetry().toMillis()),
				Utf8.bytes(by.backoff().toMillis()), Utf8.bytes(longest.toMillis()));
	}

	/**
	 * Returns messages at once. Only messages that no handler can have seen may count as
	 * never delivered, because the next delivery has the same number then.
	 */
	CompletionStage<List<Object>> release(List<Lease> leases, boolean counts, String line) {
		List<byte[]> args = head();
		args.add(flag(!counts));
		leases.forEach((lease) -> addBack(args, lease, 0, line));
		return this.redis.evalAsync(StreamScripts.NACK, settleKeys(), args.toArray(byte[][]::new));
	}

	CompletionStage<List<Object>> bury(Lease lease, String error, long keep, String line) {
		return this.redis.evalAsync(StreamScripts.BURY, allKeys(this.keys.unread(this.group)), Utf8.bytes(this.group),
				Utf8.bytes(this.consumer), flag(this.deletes), Utf8.bytes(lease.id()), Utf8.bytes(lease.deliveries()),
				Utf8.described(error), Utf8.bytes(keep), Utf8.described(line), Utf8.bytes(lease.heldMillis()));
	}

	/** Extends only. */
	CompletionStage<List<Object>> extend(List<Lease> leases) {
		return extend(leases, -1, "-");
	}

	/**
	 * Extends leases, and returns messages that have been pending here for some time.
	 * @param leases at most {@link #MOST}, sorted
	 * @param pendingMillis minimum time for which a returned message is pending, -1 to
	 * return none
	 * @param cursor position at which to continue
	 */
	CompletionStage<List<Object>> extend(List<Lease> leases, long pendingMillis, String cursor) {
		List<byte[]> args = head();
		args.add(Utf8.bytes(pendingMillis));
		args.add(Utf8.bytes(cursor));
		leases.forEach((lease) -> add(args, lease));
		return this.redis.evalAsync(StreamScripts.EXTEND,
				new String[] { this.keys.stream(), this.keys.retry(this.group) }, args.toArray(byte[][]::new));
	}

	/**
	 * Delivers due messages again.
	 * @param around whether to include messages of other consumers
	 * @param cursor position at which to continue with messages without a time
	 * @param forget whether to remove idle consumers
	 */
	CompletionStage<List<Object>> recover(WorkQueueSettings by, int room, boolean around, String cursor,
			boolean forget) {
		return this.redis.evalAsync(StreamScripts.RECOVER, allKeys(this.keys.paused()), Utf8.bytes(this.group),
				Utf8.bytes(this.consumer), Utf8.bytes(by.visibility().toMillis()), Utf8.bytes(by.maxDeliveries()),
				Utf8.bytes(room), flag(this.deletes), flag(around), flag(by.trace()),
				Utf8.bytes(forget ? Math.max(LEAST_IDLE_MILLIS, by.consumerTtl().toMillis()) : 0),
				Utf8.bytes(by.maxDeadLetters()), Utf8.bytes(cursor));
	}

	/** Whether the queue is paused. */
	CompletionStage<Boolean> isPaused() {
		return this.redis.callAsync((commands) -> commands.exists(this.keys.paused())).thenApply((found) -> found == 1);
	}

	CompletionStage<Long> leave() {
		return this.redis.evalAsync(StreamScripts.LEAVE,
				new String[] { this.keys.stream(), this.keys.settled(this.group) }, Utf8.bytes(this.group),
				Utf8.bytes(this.consumer));
	}

	/** Whether the group is not there any more, with all that was pending. */
	static boolean isGone(@Nullable Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		return cause instanceof RedisCommandException && cause.getMessage() != null
				&& (cause.getMessage().contains("NOGROUP") || cause.getMessage().startsWith("UNBLOCKED"));
	}

	/** The lease of a reply of the form {id, number of deliveries, fields}. */
	static Lease lease(Object id, long deliveries, Object fields, long sent) {
		List<?> flat = (List<?>) fields;
		Map<String, byte[]> byName = new HashMap<>();
		for (int i = 0; i < flat.size(); i += 2) {
			byName.put(Utf8.text(flat.get(i)), (byte[]) flat.get(i + 1));
		}
		return new Lease(Utf8.text(id), (int) deliveries, byName, sent);
	}

	private List<byte[]> head() {
		List<byte[]> args = new ArrayList<>();
		args.add(Utf8.bytes(this.group));
		args.add(Utf8.bytes(this.consumer));
		return args;
	}

	private static void add(List<byte[]> args, Lease lease) {
		args.add(Utf8.bytes(lease.id()));
		args.add(Utf8.bytes(lease.deliveries()));
	}

	private static void addBack(List<byte[]> args, Lease lease, long delay, String line) {
		add(args, lease);
		args.add(Utf8.bytes(delay));
		args.add(Utf8.described(line));
		args.add(Utf8.bytes(lease.heldMillis()));
	}

	private String[] allKeys(String... others) {
		List<String> all = new ArrayList<>(List.of(this.keys.stream(), this.keys.dead(), this.keys.retry(this.group),
				this.keys.trace(this.group), this.keys.dropped(), this.keys.settled(this.group)));
		all.addAll(List.of(others));
		return all.toArray(String[]::new);
	}

	private String[] settleKeys() {
		return new String[] { this.keys.stream(), this.keys.retry(this.group), this.keys.trace(this.group) };
	}

	private static byte[] flag(boolean on) {
		return Utf8.bytes(on ? 1 : 0);
	}

}
