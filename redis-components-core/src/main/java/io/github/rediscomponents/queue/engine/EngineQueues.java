// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.QueueActivity;
import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.WorkQueues;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Declared;

/**
 * {@link WorkQueues} on streams. A subclass creates the queues of its kind from the parts
 * that this class opens.
 *
 * @since 1.0.0
 */
public abstract class EngineQueues implements WorkQueues {

	private static final int MAX_NAME = 256;

	private final QueueKind kind;

	private final String room;

	private final QueueEngine engine;

	private final KeySpace keys;

	private final ValueCodecs codecs;

	private final Declared<WorkQueueSettings> declared;

	protected EngineQueues(QueueKind kind, QueueEngine engine, KeySpace keys, ValueCodecs codecs,
			LiveSettings<Map<String, WorkQueueSettings>> declared) {
		this.kind = kind;
		this.room = kind.name().toLowerCase(Locale.ROOT);
		this.engine = engine;
		this.keys = keys;
		this.codecs = codecs;
		this.declared = new Declared<>(this.room + " queue", declared);
	}

	/** Creates a registry that shares the connections of another one. */
	protected EngineQueues(QueueKind kind, EngineQueues streams,
			LiveSettings<Map<String, WorkQueueSettings>> declared) {
		this(kind, streams.engine, streams.keys, streams.codecs, declared);
	}

	public static EngineQueues of(WorkQueues queues) {
		if (Checks.notNull("queues", queues) instanceof EngineQueues known) {
			return known;
		}
		throw new IllegalArgumentException("queues must be made by StreamQueues.create, was " + queues.getClass());
	}

	protected final <T> Opened<T> open(String name, TypeRef<T> type) {
		return open(name, null, type, this.declared.follow(name));
	}

	/**
	 * Opens a queue that needs no declaration.
	 * @param hashTag the hash tag of its keys, null for its name
	 */
	protected final <T> Opened<T> open(String name, @Nullable String hashTag, TypeRef<T> type,
			WorkQueueSettings settings) {
		return open(name, hashTag, type, new LiveSettings<>(Checks.notNull("settings", settings)));
	}

	private <T> Opened<T> open(String name, @Nullable String hashTag, TypeRef<T> type,
			LiveSettings<WorkQueueSettings> settings) {
		Checks.hasLength("name", name, MAX_NAME);
		String key = (hashTag != null)
				? this.keys.taggedKey(this.room, Checks.hasLength("hashTag", hashTag, MAX_NAME), name)
				: this.keys.key(this.room, name);
		return new Opened<>(this.engine,
				new StreamStore(this.engine.redis(), new StreamKeys(key), name, settings,
						new ObservedQueue(this.engine.observer(), this.room, name)),
				this.codecs.codec(Checks.notNull("type", type).type()));
	}

	@Override
	public final QueueKind kind() {
		return this.kind;
	}

	@Override
	public final Set<String> names() {
		return this.declared.names();
	}

	@Override
	public final WorkQueueSettings settings(String name) {
		return this.declared.settings(name);
	}

	@Override
	public final List<QueueActivity> activity() {
		return this.engine.activity().stream().filter((one) -> one.queue().kind().equals(this.room)).toList();
	}

	@Override
	public final boolean stop(Duration patience) {
		Checks.between("patience", patience, Duration.ZERO, Duration.ofDays(1));
		return this.engine.stop(patience);
	}

	public final QueueEngine engine() {
		return this.engine;
	}

	protected final String channel(String name) {
		return this.keys.channel(this.room, name);
	}

	/**
	 * The parts of a queue.
	 *
	 * @param engine consumes it
	 * @param store the queue in Redis
	 * @param codec turns messages into bytes
	 * @param <T> the type of the messages
	 */
	public record Opened<T>(QueueEngine engine, StreamStore store, ValueCodec<T> codec) {
	}

}
