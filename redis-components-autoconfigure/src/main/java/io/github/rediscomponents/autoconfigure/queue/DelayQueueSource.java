// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.queue.WorkQueues;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.delay.DelayStats;

/**
 * The declared delay queues, which additionally have tasks that are not due yet.
 */
final class DelayQueueSource extends QueueSource {

	DelayQueueSource(DelayQueues queues, Map<String, ? extends TypedDeclaration> declared) {
		super(DelayQueueProperties.PREFIX, queues, declared);
	}

	@Override
	Class<? extends WorkQueues> component() {
		return DelayQueues.class;
	}

	DelayStats delays(String name) {
		return ((DelayQueue<?>) opened(name)).delayStats();
	}

	@Override
	Map<String, Object> details(String name) {
		DelayStats stats = delays(name);
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("waiting", stats.waiting());
		shown.put("overdue", stats.overdue());
		stats.untilNext().ifPresent((next) -> shown.put("untilNext", next.toString()));
		return shown;
	}

}
