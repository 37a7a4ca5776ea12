// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;

/**
 * The queues of the application by kind.
 */
final class QueueSources {

	private final ConfigurableListableBeanFactory beans;

	private final PropertySettings settings;

	private final Map<Class<?>, QueueSource> known = new ConcurrentHashMap<>();

	QueueSources(ConfigurableListableBeanFactory beans, PropertySettings settings) {
		this.beans = beans;
		this.settings = settings;
	}

	/**
	 * Returns the sources of all enabled kinds.
	 */
	List<QueueSource> all() {
		return Stream.of(delays(), streams(), tasks()).filter(Objects::nonNull).toList();
	}

	/**
	 * Returns the sources of the kinds whose component has been created.
	 */
	List<QueueSource> used() {
		return Stream
			.of(isMade(DelayQueues.class) ? delays() : null, isMade(StreamQueues.class) ? streams() : null,
					isMade(TaskQueues.class) ? tasks() : null)
			.filter(Objects::nonNull)
			.toList();
	}

	@Nullable QueueSource delays() {
		return source(DelayQueues.class, (queues) -> new DelayQueueSource(queues,
				types(DelayQueueProperties.PREFIX, DelayQueueProperties.class, DelayQueueProperties::queues)));
	}

	@Nullable QueueSource streams() {
		return source(StreamQueues.class, (queues) -> new StreamQueueSource(queues,
				types(StreamQueueProperties.PREFIX, StreamQueueProperties.class, StreamQueueProperties::queues)));
	}

	@Nullable QueueSource tasks() {
		return source(TaskQueues.class, (queues) -> new QueueSource(TaskQueueProperties.PREFIX, queues,
				types(TaskQueueProperties.PREFIX, TaskQueueProperties.class, TaskQueueProperties::queues)));
	}

	private <P extends ComponentProperties<?>> DeclaredTypes types(String prefix, Class<P> type,
			Function<P, Map<String, ? extends TypedDeclaration>> queues) {
		return DeclaredTypes.of(prefix, queues.apply(this.settings.properties(prefix, type)), this.beans);
	}

	private <Q> @Nullable QueueSource source(Class<Q> type, Function<Q, QueueSource> maker) {
		Q queues = this.beans.getBeanProvider(type).getIfAvailable();
		return (queues != null) ? this.known.computeIfAbsent(type, (key) -> maker.apply(queues)) : null;
	}

	private boolean isMade(Class<?> type) {
		return Stream.of(this.beans.getBeanNamesForType(type, true, false)).anyMatch(this.beans::containsSingleton);
	}

}
