// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.MadeObjects;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Keeps each component that it made, and closes them, the last one first.
 */
final class OwnSource implements ComponentSource, AutoCloseable {

	private final CommandPort redis;

	private final KeySpace keys;

	private final Background background;

	private final ValueCodecs codecs;

	private final List<Object> observers;

	private final Map<ComponentType<?>, LiveSettings<?>> settings;

	private final MadeObjects made = new MadeObjects("RedisComponents");

	OwnSource(CommandPort redis, KeySpace keys, Background background, ValueCodecs codecs,
			Map<ComponentType<?>, LiveSettings<?>> settings, List<Object> observers) {
		this.redis = redis;
		this.keys = keys;
		this.background = background;
		this.codecs = codecs;
		this.settings = settings;
		this.observers = observers;
		this.made.add(redis);
		this.made.add(background);
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
		return this.made.get(type, maker);
	}

	@Override
	public <C> C needed(Class<C> type, Supplier<C> maker) {
		// The maker gets the component from this source.
		return maker.get();
	}

	@Override
	public void close() {
		this.made.close();
	}

}
