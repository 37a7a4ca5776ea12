package io.github.rediscomponents.autoconfigure.queue;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.queue.DeadLetters;
import io.github.rediscomponents.queue.DelayQueue;
import io.github.rediscomponents.queue.DelayQueues;
import io.github.rediscomponents.queue.DelayStats;
import io.github.rediscomponents.queue.MessageHandler;
import io.github.rediscomponents.queue.QueueActivity;
import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.StreamQueueSettings;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.support.Checks;

/**
 * The declared delay queues.
 */
final class DelayQueueSource implements QueueSource {

	private final DelayQueues queues;

	private final DeclaredTypes types;

	/** For looking at them, one of each. */
	private final Map<String, DelayQueue<?>> opened = new ConcurrentHashMap<>();

	DelayQueueSource(DelayQueues queues, DeclaredTypes types) {
		this.queues = queues;
		this.types = types;
	}

	@Override
	public QueueKind kind() {
		return QueueKind.DELAY;
	}

	@Override
	public String prefix() {
		return DelayQueueProperties.PREFIX;
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
		Checks.isTrue(options.group() == null, "group must not be set, because a delay queue has one group only");
	}

	@Override
	public QueueSubscription subscribe(String name, Type type, MessageHandler<Object> handler,
			SubscribeOptions options) {
		return this.queues.queue(name, type).subscribe(handler, options);
	}

	@Override
	public QueueStats stats(String name) {
		return delays(name).handed();
	}

	DelayStats delays(String name) {
		return opened(name).stats();
	}

	@Override
	public Map<String, Object> details(String name) {
		DelayStats stats = delays(name);
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("waiting", stats.waiting());
		shown.put("overdue", stats.overdue());
		stats.untilNext().ifPresent((next) -> shown.put("untilNext", next.toString()));
		return shown;
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

	private DelayQueue<?> opened(String name) {
		return this.opened.computeIfAbsent(name, (one) -> this.queues.queue(one, (Type) Object.class));
	}

}
