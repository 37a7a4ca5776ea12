package io.github.rediscomponents.autoconfigure.queue;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.queue.DeadLetters;
import io.github.rediscomponents.queue.MessageHandler;
import io.github.rediscomponents.queue.QueueActivity;
import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.TaskQueue;
import io.github.rediscomponents.queue.StreamQueueSettings;
import io.github.rediscomponents.queue.TaskQueues;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.support.Checks;

/**
 * The declared task queues.
 */
final class TaskQueueSource implements QueueSource {

	private final TaskQueues queues;

	private final DeclaredTypes types;

	/** For looking at them, one of each. */
	private final Map<String, TaskQueue<?>> opened = new ConcurrentHashMap<>();

	TaskQueueSource(TaskQueues queues, DeclaredTypes types) {
		this.queues = queues;
		this.types = types;
	}

	@Override
	public QueueKind kind() {
		return QueueKind.TASK;
	}

	@Override
	public String prefix() {
		return TaskQueueProperties.PREFIX;
	}

	@Override
	public Set<String> names() {
		return this.queues.names();
	}

	@Override
	public StreamQueueSettings settings(String name) {
		return this.queues.settings(name);
	}

	@Override
	public @Nullable Class<?> type(String name) {
		return this.types.of(name);
	}

	@Override
	public void check(String name, SubscribeOptions options) {
		Checks.isTrue(options.group() == null, "group must not be set, because a task queue has one group only");
	}

	@Override
	public QueueSubscription subscribe(String name, Type type, MessageHandler<Object> handler,
			SubscribeOptions options) {
		return this.queues.queue(name, type).subscribe(handler, options);
	}

	@Override
	public QueueStats stats(String name) {
		return opened(name).stats();
	}

	@Override
	public DeadLetters<?> deadLetters(String name) {
		return opened(name).deadLetters();
	}

	@Override
	public long purge(String name) {
		return opened(name).purge();
	}

	@Override
	public List<QueueActivity> activity() {
		return this.queues.activity();
	}

	@Override
	public boolean stop(Duration patience) {
		return this.queues.stop(patience);
	}

	private TaskQueue<?> opened(String name) {
		return this.opened.computeIfAbsent(name, (one) -> this.queues.queue(one, (Type) Object.class));
	}

}
