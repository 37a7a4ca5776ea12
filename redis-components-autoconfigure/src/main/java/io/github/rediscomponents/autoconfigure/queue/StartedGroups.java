package io.github.rediscomponents.autoconfigure.queue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.queue.StreamQueueSettings;

/**
 * Keeps group and retention of each queue as they were at first: what runs consumes for
 * that group, and what it was promised must not change under it.
 */
final class StartedGroups implements Function<StreamQueueProperties, Map<String, StreamQueueSettings>> {

	private final Map<String, StreamQueueSettings> started = new ConcurrentHashMap<>();

	/**
	 * Has a refresh report the changes that it does not follow.
	 */
	static StartedGroups of(StreamQueueProperties properties, PropertySettings settings) {
		for (String key : new String[] { "group", "retention" }) {
			settings.restartOnly(StreamQueueProperties.PREFIX + ".defaults." + key);
			properties.queues()
				.keySet()
				.forEach((name) -> settings.restartOnly(StreamQueueProperties.PREFIX + ".queues." + name + "." + key));
		}
		return new StartedGroups();
	}

	@Override
	public Map<String, StreamQueueSettings> apply(StreamQueueProperties properties) {
		Map<String, StreamQueueSettings> next = new LinkedHashMap<>(properties.toSettings());
		next.replaceAll((name, settings) -> {
			StreamQueueSettings first = this.started.putIfAbsent(name, settings);
			return (first != null) ? settings.withGroup(first.group()).withRetention(first.retention()) : settings;
		});
		return Map.copyOf(next);
	}

}
