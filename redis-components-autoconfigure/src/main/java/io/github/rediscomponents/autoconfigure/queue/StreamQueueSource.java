package io.github.rediscomponents.autoconfigure.queue;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.queue.DeadLetters;
import io.github.rediscomponents.queue.GroupStats;
import io.github.rediscomponents.queue.MessageHandler;
import io.github.rediscomponents.queue.QueueActivity;
import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.Retention;
import io.github.rediscomponents.queue.StreamQueue;
import io.github.rediscomponents.queue.StreamQueueSettings;
import io.github.rediscomponents.queue.StreamQueues;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.support.Checks;

/**
 * The declared stream queues.
 */
final class StreamQueueSource implements QueueSource {

	private final StreamQueues queues;

	private final DeclaredTypes types;

	/** For looking at them, one of each. */
	private final Map<String, StreamQueue<?>> opened = new ConcurrentHashMap<>();

	StreamQueueSource(StreamQueues queues, DeclaredTypes types) {
		this.queues = queues;
		this.types = types;
	}

	@Override
	public QueueKind kind() {
		return QueueKind.STREAM;
	}

	@Override
	public String prefix() {
		return StreamQueueProperties.PREFIX;
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
		StreamQueueSettings settings = settings(name);
		String group = options.group();
		Checks.isTrue(group == null || settings.retention() == Retention.ALL_GROUPS || group.equals(settings.group()),
				"group must be '" + settings.group() + "', because queue '" + name
						+ "' deletes what that group has acknowledged; set " + prefix() + ".queues." + name
						+ ".retention to all-groups for several groups");
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
	public List<GroupStats> groups(String name) {
		return hasSeveralGroups(name) ? opened(name).groups() : List.of();
	}

	@Override
	public boolean removeGroup(String name, String group) {
		return hasSeveralGroups(name) ? opened(name).removeGroup(group) : QueueSource.super.removeGroup(name, group);
	}

	private boolean hasSeveralGroups(String name) {
		return settings(name).retention() == Retention.ALL_GROUPS;
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
		return this.queues.activity().stream().filter((one) -> one.queue().kind().equals("stream")).toList();
	}

	@Override
	public boolean stop(Duration patience) {
		return this.queues.stop(patience);
	}

	private StreamQueue<?> opened(String name) {
		return this.opened.computeIfAbsent(name, (one) -> this.queues.queue(one, (Type) Object.class));
	}

}
