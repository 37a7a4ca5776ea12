// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.server.ReconnectCheck;
import io.github.rediscomponents.support.server.RedisConnector;

/**
 * Builds {@link RedisComponents}. Each value has a default.
 *
 * @since 1.0.0
 */
public final class RedisComponentsBuilder {

	private final LettuceConnectionFactory factory;

	private final Map<ComponentType<?>, LiveSettings<?>> settings = new HashMap<>();

	private final List<Object> observers = new ArrayList<>();

	private KeySpace keys = new KeySpace("redis-components");

	private Duration commandTimeout = Duration.ofSeconds(2);

	private ValueCodecs codecs = ValueCodecs.json();

	private @Nullable ThreadFactory workerThreads;

	RedisComponentsBuilder(RedisConnectionFactory factory) {
		if (!(factory instanceof LettuceConnectionFactory lettuce)) {
			throw new IllegalArgumentException(
					"connectionFactory must be a LettuceConnectionFactory, was " + factory.getClass().getName());
		}
		this.factory = ReconnectCheck.passed(lettuce);
	}

	/**
	 * Sets the prefix of every key, {@code redis-components} by default.
	 * @param prefix not empty, without braces
	 * @return this builder
	 */
	public RedisComponentsBuilder keyPrefix(String prefix) {
		this.keys = new KeySpace(prefix);
		return this;
	}

	/**
	 * Sets the longest time that one command may take, connecting included; 2 seconds by
	 * default.
	 * @param timeout longer than zero
	 * @return this builder
	 */
	public RedisComponentsBuilder commandTimeout(Duration timeout) {
		this.commandTimeout = Checks.notNull("timeout", timeout);
		return this;
	}

	/**
	 * Sets the codecs of values, JSON by default.
	 * @param valueCodecs the codecs
	 * @return this builder
	 */
	public RedisComponentsBuilder valueCodecs(ValueCodecs valueCodecs) {
		this.codecs = Checks.notNull("valueCodecs", valueCodecs);
		return this;
	}

	/**
	 * Sets the factory of the threads of background work, for example virtual ones.
	 * @param threads makes daemon threads
	 * @return this builder
	 */
	public RedisComponentsBuilder workerThreads(ThreadFactory threads) {
		this.workerThreads = Checks.notNull("threads", threads);
		return this;
	}

	/**
	 * Sets the settings of a component.
	 * @param type the component
	 * @param values its settings
	 * @param <S> the type of its settings
	 * @return this builder
	 */
	public <S> RedisComponentsBuilder settings(ComponentType<S> type, S values) {
		return settings(type, new LiveSettings<>(Checks.notNull("values", values)));
	}

	/**
	 * Sets settings of a component that change while it is used.
	 * @param type the component
	 * @param values its settings
	 * @param <S> the type of its settings
	 * @return this builder
	 */
	public <S> RedisComponentsBuilder settings(ComponentType<S> type, LiveSettings<S> values) {
		this.settings.put(Checks.notNull("type", type), Checks.notNull("values", values));
		return this;
	}

	/**
	 * Adds an observer to each component that it can observe. Observers are called in the
	 * order in which they were added.
	 * @param observer implements the observers of one or more components, for example a
	 * {@code MicrometerOperationObserver}
	 * @return this builder
	 */
	public RedisComponentsBuilder observer(Object observer) {
		this.observers.add(Checks.notNull("observer", observer));
		return this;
	}

	/**
	 * Builds the components. Sends nothing.
	 * @return the components, to be closed by the caller
	 * @throws IllegalArgumentException if the command timeout is out of its range
	 */
	public RedisComponents build() {
		Background background = (this.workerThreads != null) ? new Background(this.workerThreads) : new Background();
		CommandPort redis = CommandPort.open(RedisConnector.of(this.factory::getRequiredNativeClient), background,
				this.commandTimeout);
		return RedisComponents.of(new OwnSource(redis, this.keys, background, this.codecs,
				new ConcurrentHashMap<>(this.settings), List.copyOf(this.observers)));
	}

}
