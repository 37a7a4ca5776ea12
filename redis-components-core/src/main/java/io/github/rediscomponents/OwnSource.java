// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Keeps each component that it made, and closes them, the last one first.
 */
final class OwnSource implements ComponentSource, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(RedisComponents.class);

	private final CommandPort redis;

	private final KeySpace keys;

	private final Background background;

	private final ValueCodecs codecs;

	private final List<Object> observers;

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<ComponentType<?>, LiveSettings<?>> settings;

	private final Map<Class<?>, Object> made = new HashMap<>();

	private final Deque<AutoCloseable> closeables = new ArrayDeque<>();

	private boolean closed;

	OwnSource(CommandPort redis, KeySpace keys, Background background, ValueCodecs codecs,
			Map<ComponentType<?>, LiveSettings<?>> settings, List<Object> observers) {
		this.redis = redis;
		this.keys = keys;
		this.background = background;
		this.codecs = codecs;
		this.settings = settings;
		this.observers = observers;
		this.closeables.push(redis);
		this.closeables.push(background);
	}

	@Override
	public CommandPort redis() {
		return this.redis;
	}

	@Override
	public KeySpace keys() {
		return this.keys;
	}

	@Override
	public Background background() {
		return this.background;
	}

	@Override
	public ValueCodecs codecs() {
		return this.codecs;
	}

	@Override
	@SuppressWarnings("unchecked") // The builder puts them there by their type.
	public <S> LiveSettings<S> settings(ComponentType<S> type) {
		return (LiveSettings<S>) this.settings.computeIfAbsent(type, (key) -> new LiveSettings<>(type.defaults()));
	}

	@Override
	public <O> Stream<O> observers(Class<O> type) {
		return this.observers.stream().filter(type::isInstance).map(type::cast);
	}

	@Override
	public <C> C component(Class<C> type, Supplier<C> maker) {
		this.lock.lock();
		try {
			Object known = this.made.get(type);
			if (known != null) {
				return type.cast(known);
			}
			if (this.closed) {
				throw new IllegalStateException("RedisComponents is closed");
			}
			C component = maker.get();
			this.made.put(type, component);
			if (component instanceof AutoCloseable closeable) {
				this.closeables.push(closeable);
			}
			return component;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public <C> C needed(Class<C> type, Supplier<C> maker) {
		// The maker gets the component from this source.
		return maker.get();
	}

	@Override
	public void close() {
		this.lock.lock();
		try {
			this.closed = true;
			while (!this.closeables.isEmpty()) {
				close(this.closeables.pop());
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private static void close(AutoCloseable closeable) {
		try {
			closeable.close();
		}
		catch (Exception ex) {
			logger.warn("Cannot close {}", closeable.getClass().getName(), ex);
		}
	}

}
