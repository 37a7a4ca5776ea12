// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.codec.CodecCalls;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.queue.MessageHandler;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.engine.EngineQueue;
import io.github.rediscomponents.queue.engine.EngineQueues;
import io.github.rediscomponents.queue.engine.EngineQueue.Upcoming;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;

/**
 * {@link DelayQueue} in front of a stream.
 *
 * @param <T> the type of the tasks
 */
final class RedisDelayQueue<T> extends EngineQueue<T> implements DelayQueue<T> {

	private static final int MAX_ID = 512;

	/** Time and counter of the last task of a page. */
	private static final Pattern CURSOR = Pattern.compile("\\d{1,18}-\\d{16}");

	private final DelayStore waiting;

	private final Promoters promoters;

	private final ReentrantLock lock = new ReentrantLock();

	/** Set by the first poll. */
	private @Nullable Promotion polling;

	RedisDelayQueue(EngineQueues.Opened<T> opened, Promoters promoters) {
		super(opened);
		this.promoters = promoters;
		this.waiting = new DelayStore(opened.engine().redis(), opened.store(), promoters.channel(), promoters.tokens());
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
		return this.waiting.schedule(List.of(item(task, due, Checks.notNull("options", options)))).get(0);
	}

	private DelayStore.Item item(T task, DueTime due, ScheduleOptions options) {
		String id = options.id();
		return new DelayStore.Item((id != null) ? id : this.waiting.newId(), payload(task), due, options);
	}

	@Override
	public List<Scheduled> scheduleAll(Collection<? extends ScheduleRequest<? extends T>> requests) {
		Checks.notNull("tasks", requests);
		List<DelayStore.Item> items = new ArrayList<>(requests.size());
		for (ScheduleRequest<? extends T> request : requests) {
			Checks.notNull("tasks", request);
			items.add(item(request.task(), request.due(), request.options()));
		}
		return items.isEmpty() ? List.of() : this.waiting.schedule(items);
	}

	@Override
	public boolean cancel(String id) {
		return this.waiting.cancel(checked(id));
	}

	@Override
	public Optional<Instant> reschedule(String id, Duration delay) {
		return this.waiting.reschedule(checked(id), DueTime.after(delay));
	}

	@Override
	public Optional<Instant> reschedule(String id, Instant due) {
		return this.waiting.reschedule(checked(id), DueTime.at(due));
	}

	@Override
	public Optional<WaitingTask<T>> peek(String id) {
		return peeked(this.waiting.peek(checked(id), 1)).stream().findFirst();
	}

	@Override
	public List<WaitingTask<T>> peek(int n) {
		return peeked(this.waiting.peek(null, Checks.between("n", n, 1, 1000)));
	}

	@Override
	public Page<WaitingTask<T>> waiting(@Nullable String cursor, int size) {
		Checks.isTrue(cursor == null || CURSOR.matcher(cursor).matches(), "cursor must be that of another page");
		Checks.between("size", size, 1, 1000);
		int dash = (cursor != null) ? cursor.indexOf('-') : 0;
		List<Object> reply = (cursor != null)
				? this.waiting.page(cursor.substring(0, dash), cursor.substring(dash + 1), size)
				: this.waiting.page("0", "", size);
		List<WaitingTask<T>> found = new ArrayList<>(size);
		for (int i = 3; i < reply.size(); i += 3) {
			found.add(task(reply.get(i), reply.get(i + 1), reply.get(i + 2)));
		}
		boolean more = Utf8.number(reply.get(0)) == 1;
		return Page.of(found, more ? Utf8.number(reply.get(1)) + "-" + Utf8.text(reply.get(2)) : null);
	}

	private WaitingTask<T> task(Object id, Object due, Object payload) {
		return new WaitingTask<>(Utf8.text(id), Instant.ofEpochMilli(Utf8.number(due)), value((byte[]) payload));
	}

	private List<WaitingTask<T>> peeked(List<Object> reply) {
		List<WaitingTask<T>> found = new ArrayList<>(reply.size() / 3);
		for (int i = 0; i < reply.size(); i += 3) {
			found.add(task(reply.get(i), reply.get(i + 1), reply.get(i + 2)));
		}
		return found;
	}

	private Optional<T> value(byte[] payload) {
		try {
			return Optional.of(CodecCalls.decode(codec(), payload));
		}
		catch (CodecException ex) {
			// It becomes a dead letter with the reason when it is due.
			return Optional.empty();
		}
	}

	private static String checked(String id) {
		return Checks.hasLength("id", id, MAX_ID);
	}

	@Override
	public long size() {
		return this.waiting.size();
	}

	@Override
	public Optional<TaskLease<T>> poll(Duration wait) throws InterruptedException {
		Checks.between("wait", wait, Duration.ZERO, Duration.ofDays(1));
		checkMayWait();
		// The first poll returns due tasks, too, even if it does not wait.
		polling().promoter().first().join();
		return super.poll(wait);
	}

	private Promotion polling() {
		this.lock.lock();
		try {
			Promotion known = this.polling;
			if (known == null) {
				known = this.promoters.join(this.waiting);
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
		QueueSubscription handling = super.subscribe(handler, options);
		return new PromotedSubscription(handling, this.promoters.join(this.waiting));
	}

	@Override
	public boolean resume() {
		boolean changed = super.resume();
		this.waiting.awaken();
		return changed;
	}

	@Override
	public DelayStats delayStats() {
		return this.waiting.stats();
	}

	@Override
	public CompletionStage<Optional<Upcoming>> upcomingAsync() {
		return this.waiting.upcomingAsync().thenApply(Optional::of);
	}

	@Override
	public long purge() {
		return this.waiting.clear();
	}

	@Override
	public boolean retire() {
		return this.waiting.retire();
	}

}
