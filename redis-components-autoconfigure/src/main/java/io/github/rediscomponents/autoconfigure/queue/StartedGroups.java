// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

import io.github.rediscomponents.queue.WorkQueueSettings;

/**
 * Keeps the first group and retention of each queue across refreshes. Running consumers
 * belong to that group and rely on that retention.
 */
final class StartedGroups implements UnaryOperator<Map<String, WorkQueueSettings>> {

	private final Map<String, WorkQueueSettings> started = new ConcurrentHashMap<>();

	@Override
	public Map<String, WorkQueueSettings> apply(Map<String, WorkQueueSettings> declared) {
		Map<String, WorkQueueSettings> next = new LinkedHashMap<>(declared);
		next.replaceAll((name, settings) -> {
			WorkQueueSettings first = this.started.putIfAbsent(name, settings);
			return (first != null) ? settings.withGroup(first.group()).withRetention(first.retention()) : settings;
		});
		return Map.copyOf(next);
	}

}
