package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.support.Checks;

/**
 * {@link TaskQueue} on a stream.
 *
 * @param <T> the type of the tasks
 */
final class RedisTaskQueue<T> implements TaskQueue<T> {

	private final RedisStreamQueue<T> queue;

	private final Pollers<T> pollers;

	RedisTaskQueue(RedisStreamQueue<T> queue) {
		this.queue = queue;
		this.pollers = new Pollers<>(queue);
	}

	@Override
	public Published enqueue(T task) {
		return this.queue.publish(task);
	}

	@Override
	public Published enqueue(T task, EnqueueOptions options) {
		return this.queue.publish(task, options);
	}

	@Override
	public List<Published> enqueueAll(Collection<? extends T> tasks) {
		return this.queue.publishAll(tasks);
	}

	@Override
	public Optional<TaskLease<T>> poll(Duration wait) throws InterruptedException {
		Checks.between("wait", wait, Duration.ZERO, Duration.ofDays(1));
		return this.pollers.poll(wait);
	}

	@Override
	public QueueSubscription subscribe(MessageHandler<? super T> handler, SubscribeOptions options) {
		return this.queue.subscribe(handler, options);
	}

	@Override
	public QueueStats stats() {
		return this.queue.stats();
	}

	@Override
	public DeadLetters<T> deadLetters() {
		return this.queue.deadLetters();
	}

	@Override
	public long purge() {
		return this.queue.purge();
	}

	@Override
	public String name() {
		return this.queue.name();
	}

}
