package io.github.rediscomponents.queue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.Checks;

/**
 * {@link StreamQueue} that turns messages into bytes for a {@link StreamStore}.
 *
 * @param <T> the type of the messages
 */
final class RedisStreamQueue<T> implements StreamQueue<T> {

	private final QueueEngine engine;

	private final StreamStore store;

	private final ValueCodec<T> codec;

	private final GroupWatch watch;

	RedisStreamQueue(QueueEngine engine, StreamStore store, ValueCodec<T> codec) {
		this.engine = engine;
		this.store = store;
		this.codec = codec;
		this.watch = new GroupWatch(engine, store);
	}

	@Override
	public Published publish(T message) {
		return publish(message, EnqueueOptions.DEFAULTS);
	}

	@Override
	public Published publish(T message, EnqueueOptions options) {
		return this.store.publisher().publish(payload(message), Checks.notNull("options", options));
	}

	@Override
	public List<Published> publishAll(Collection<? extends T> messages) {
		Checks.notNull("messages", messages);
		List<Publisher.Message> all = new ArrayList<>(messages.size());
		messages.forEach((message) -> all.add(new Publisher.Message(payload(message), EnqueueOptions.DEFAULTS)));
		return this.store.publisher().publish(all);
	}

	@Override
	public QueueSubscription subscribe(MessageHandler<? super T> handler, SubscribeOptions options) {
		Checks.notNull("handler", handler);
		Checks.notNull("options", options);
		StreamQueueSettings settings = this.store.settings().get();
		String wanted = options.group();
		String group = (wanted != null) ? wanted : settings.group();
		Checks.isTrue(settings.retention() == Retention.ALL_GROUPS || group.equals(settings.group()),
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
	public QueueStats stats() {
		return stats(this.store.settings().get().group());
	}

	@Override
	public QueueStats stats(String group) {
		return this.store.stats(Checks.hasLength("group", group, 128));
	}

	@Override
	public List<GroupStats> groups() {
		return this.store.groups().stats();
	}

	@Override
	public boolean removeGroup(String group) {
		return this.store.groups().remove(Checks.hasLength("group", group, 128));
	}

	@Override
	public DeadLetters<T> deadLetters() {
		return new RedisDeadLetters<>(this.store, this.codec);
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
	public byte[] payload(T message) {
		byte[] bytes = this.codec.encode(Checks.notNull("message", message));
		int limit = this.store.settings().get().maxPayload();
		if (bytes.length > limit) {
			throw new PayloadTooLargeException(name(), bytes.length, limit);
		}
		return bytes;
	}

	@Override
	public String streamKey() {
		return this.store.keys().stream();
	}

	@Override
	public String name() {
		return this.store.name();
	}

	QueueEngine engine() {
		return this.engine;
	}

	StreamStore store() {
		return this.store;
	}

	ValueCodec<T> codec() {
		return this.codec;
	}

}
