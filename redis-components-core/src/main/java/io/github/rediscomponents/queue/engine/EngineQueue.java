// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.queue.DeadLetters;
import io.github.rediscomponents.queue.GroupStats;
import io.github.rediscomponents.queue.MessageHandler;
import io.github.rediscomponents.queue.PayloadTooLargeException;
import io.github.rediscomponents.queue.PendingMessage;
import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.Published;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.TrimPolicy;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.WorkQueue;
import io.github.rediscomponents.support.Checks;

/**
 * {@link WorkQueue} that turns messages into bytes for a {@link StreamStore}. The methods
 * that are not part of it are those of the kinds of queues.
 *
 * @param <T> the type of the messages
 * @since 1.0.0
 */
public abstract class EngineQueue<T> implements WorkQueue<T> {

	private final QueueEngine engine;

	private final StreamStore store;

	private final ValueCodec<T> codec;

	private final GroupWatch watch;

	private final Pollers<T> pollers;

	protected EngineQueue(EngineQueues.Opened<T> opened) {
		this.engine = opened.engine();
		this.store = opened.store();
		this.codec = opened.codec();
		this.watch = new GroupWatch(this.engine, this.store);
		this.pollers = new Pollers<>(this.engine, this.store, this.codec);
	}

	public final Published publish(T message, PublishOptions options) {
		return this.store.publisher().publish(payload(message), Checks.notNull("options", options));
	}

	public final List<Published> publishAll(Collection<? extends T> messages) {
		Checks.notNull("messages", messages);
		List<Publisher.Message> all = new ArrayList<>(messages.size());
		messages.forEach((message) -> all.add(new Publisher.Message(payload(message), PublishOptions.DEFAULTS)));
		return this.store.publisher().publish(all);
	}

	public Optional<TaskLease<T>> poll(Duration wait) throws InterruptedException {
		Checks.between("wait", wait, Duration.ZERO, Duration.ofDays(1));
		checkMayWait();
		return this.pollers.poll(wait);
	}

	protected final void checkMayWait() {
		this.engine.redis().checkMayWait();
	}

	@Override
	public QueueSubscription subscribe(MessageHandler<? super T> handler, SubscribeOptions options) {
		Checks.notNull("handler", handler);
		Checks.notNull("options", options);
		WorkQueueSettings settings = this.store.settings().get();
		String wanted = options.group();
		String group = (wanted != null) ? wanted : settings.group();
		Checks.isTrue(settings.retention() == TrimPolicy.ALL_GROUPS || group.equals(settings.group()),
				"options.group must be '" + settings.group() + "': queue '" + name()
						+ "' deletes what that group acknowledged");
		List<HandlerSink<T>> made = new ArrayList<>(1);
		QueueConsumer consumer = this.engine.join(this.store, group, (joined) -> {
			made.add(new HandlerSink<>(joined, this.engine.background(), this.codec, handler, options));
			return made.get(0);
		});
		this.watch.start();
		return new RunningSubscription(this.engine, consumer, made.get(0));
	}

	@Override
	public final QueueStats stats() {
		return this.store.stats(this.store.settings().get().group());
	}

	/**
	 * Reads {@link #stats()} without waiting for the reply.
	 */
	public final CompletionStage<QueueStats> statsAsync() {
		return this.store.statsAsync(this.store.settings().get().group());
	}

	/**
	 * Reads the groups without waiting for the reply.
	 */
	public final CompletionStage<List<GroupStats>> groupsAsync() {
		return this.store.groups().statsAsync();
	}

	/**
	 * Reads what is not handed to consumers yet, without waiting for the reply. Sends
	 * nothing if this kind of queue has no such messages.
	 */
	public CompletionStage<Optional<Upcoming>> upcomingAsync() {
		return CompletableFuture.completedStage(Optional.empty());
	}

	@Override
	public final Page<PendingMessage> pending(@Nullable String cursor, int size) {
		String from = EntryCursor.from(cursor);
		Checks.between("size", size, 1, EntryCursor.LARGEST);
		return EntryCursor.page(this.store.pending(this.store.settings().get().group(), from, size + 1), size,
				PendingMessage::entryId);
	}

	@Override
	public final DeadLetters<T> deadLetters() {
		return new RedisDeadLetters<>(this.store, this.codec);
	}

	@Override
	public boolean pause() {
		return paused(true);
	}

	@Override
	public boolean resume() {
		return paused(false);
	}

	private boolean paused(boolean on) {
		boolean changed = this.store.pause(on);
		this.engine.pausedOrResumed(this.store.keys().stream());
		return changed;
	}

	@Override
	public final boolean isPaused() {
		return this.store.isPaused();
	}

	@Override
	public long purge() {
		return this.store.clear();
	}

	@Override
	public boolean retire() {
		return this.store.retire();
	}

	public final byte[] payload(T message) {
		byte[] bytes = this.codec.encode(Checks.notNull("message", message));
		int limit = this.store.settings().get().maxPayload();
		if (bytes.length > limit) {
			throw new PayloadTooLargeException(name(), bytes.length, limit);
		}
		return bytes;
	}

	@Override
	public final String name() {
		return this.store.name();
	}

	protected final StreamStore store() {
		return this.store;
	}

	protected final ValueCodec<T> codec() {
		return this.codec;
	}

	/**
	 * The messages of a queue that are not handed to consumers before a time.
	 *
	 * @param waiting those that were not handed over yet
	 * @param overdue those of them that are due
	 * @param untilNext how long until the first of them is due, zero if it is; empty if
	 * none waits
	 */
	public record Upcoming(long waiting, long overdue, Optional<Duration> untilNext) {

	}

}
