package io.github.rediscomponents.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;

/**
 * {@link DelayQueue} in front of a stream.
 *
 * @param <T> the type of the tasks
 */
final class RedisDelayQueue<T> implements DelayQueue<T> {

	private static final int MAX_ID = 512;

	private final RedisStreamQueue<T> queue;

	private final RedisTaskQueue<T> tasks;

	private final DelayStore store;

	private final Promoters promoters;

	private final ReentrantLock lock = new ReentrantLock();

	/** Since somebody polled. */
	private @Nullable Promotion polling;

	RedisDelayQueue(RedisStreamQueue<T> queue, Promoters promoters) {
		this.queue = queue;
		this.tasks = new RedisTaskQueue<>(queue);
		this.promoters = promoters;
		this.store = new DelayStore(queue.engine().redis(), queue.store(), promoters.channel(), promoters.tokens());
	}

	@Override
	public Scheduled schedule(T task, Duration delay, ScheduleOptions options) {
		return schedule(task, DueTime.after(delay), options);
	}

	@Override
	public Scheduled schedule(T task, Instant due, ScheduleOptions options) {
		return schedule(task, DueTime.at(due), options);
	}

	private Scheduled schedule(T task, DueTime due, ScheduleOptions options) {
		return this.store.schedule(List.of(item(task, due, Checks.notNull("options", options)))).get(0);
	}

	private DelayStore.Item item(T task, DueTime due, ScheduleOptions options) {
		String id = options.id();
		return new DelayStore.Item((id != null) ? id : this.store.newId(), this.queue.payload(task), due, options);
	}

	@Override
	public List<Scheduled> scheduleAll(Collection<? extends ScheduleRequest<? extends T>> requests) {
		Checks.notNull("tasks", requests);
		List<DelayStore.Item> items = new ArrayList<>(requests.size());
		for (ScheduleRequest<? extends T> request : requests) {
			Checks.notNull("tasks", request);
			items.add(item(request.task(), request.due(), request.options()));
		}
		return items.isEmpty() ? List.of() : this.store.schedule(items);
	}

	@Override
	public boolean cancel(String id) {
		return this.store.cancel(checked(id));
	}

	@Override
	public Optional<Instant> reschedule(String id, Duration delay) {
		return this.store.reschedule(checked(id), DueTime.after(delay));
	}

	@Override
	public Optional<Instant> reschedule(String id, Instant due) {
		return this.store.reschedule(checked(id), DueTime.at(due));
	}

	@Override
	public Optional<WaitingTask<T>> peek(String id) {
		return peeked(this.store.peek(checked(id), 1)).stream().findFirst();
	}

	@Override
	public List<WaitingTask<T>> peek(int n) {
		return peeked(this.store.peek(null, Checks.between("n", n, 1, 1000)));
	}

	private List<WaitingTask<T>> peeked(List<Object> reply) {
		List<WaitingTask<T>> found = new ArrayList<>(reply.size() / 3);
		for (int i = 0; i < reply.size(); i += 3) {
			found.add(new WaitingTask<>(Utf8.text(reply.get(i)), Instant.ofEpochMilli(Utf8.number(reply.get(i + 1))),
					value((byte[]) reply.get(i + 2))));
		}
		return found;
	}

	private Optional<T> value(byte[] payload) {
		try {
			return Optional.of(this.queue.codec().decode(payload));
		}
		catch (RuntimeException ex) {
			// It becomes a dead letter when it is due, which says why.
			return Optional.empty();
		}
	}

	private static String checked(String id) {
		return Checks.hasLength("id", id, MAX_ID);
	}

	@Override
	public long size() {
		return this.store.size();
	}

	@Override
	public Optional<TaskLease<T>> poll(Duration wait) throws InterruptedException {
		Checks.between("wait", wait, Duration.ZERO, Duration.ofDays(1));
		// What is due is to be seen by the first poll too, also when it does not wait.
		LeasedTask.await(polling().promoter().first());
		return this.tasks.poll(wait);
	}

	private Promotion polling() {
		this.lock.lock();
		try {
			Promotion known = this.polling;
			if (known == null) {
				known = this.promoters.join(this.store);
				this.polling = known;
			}
			return known;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public QueueSubscription subscribe(MessageHandler<? super T> handler, SubscribeOptions options) {
		QueueSubscription handling = this.queue.subscribe(handler, options);
		return new PromotedSubscription(handling, this.promoters.join(this.store));
	}

	@Override
	public DelayStats stats() {
		return this.store.stats();
	}

	@Override
	public DeadLetters<T> deadLetters() {
		return this.queue.deadLetters();
	}

	@Override
	public long purge() {
		return this.store.clear();
	}

	@Override
	public boolean retire() {
		return this.store.retire();
	}

	@Override
	public String name() {
		return this.queue.name();
	}

}
