// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.queue.WorkQueues;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.delay.DelayStats;
import io.github.rediscomponents.queue.delay.WaitingTask;

/**
 * The declared delay queues, which additionally have tasks that are not due yet.
 */
final class DelayQueueSource extends QueueSource {

	DelayQueueSource(DelayQueues queues, DeclaredTypes types) {
		super(DelayQueueProperties.PREFIX, queues, types);
	}

	@Override
	Class<? extends WorkQueues> component() {
		return DelayQueues.class;
	}

	DelayStats delays(String name) {
		return ((DelayQueue<?>) opened(name)).delayStats();
	}

	@Override
	Set<String> ownActions() {
		return Set.of("cancel", "reschedule");
	}

	/** Cancels a task, or gives it another time: a duration from now, or an instant. */
	@Override
	Map<String, Object> ownAction(String action, String name, @Nullable String id, @Nullable String value) {
		DelayQueue<?> queue = (DelayQueue<?>) opened(name);
		if (id == null) {
			throw new IllegalArgumentException("id must be that of a waiting task");
		}
		if (action.equals("cancel")) {
			return Map.of("cancelled", queue.cancel(id));
		}
		Optional<Instant> due;
		try {
			due = (value != null && !value.startsWith("P")) ? queue.reschedule(id, Instant.parse(value))
					: queue.reschedule(id, Duration.parse((value != null) ? value : ""));
		}
		catch (DateTimeParseException ex) {
			throw new IllegalArgumentException(
					"value must be a duration such as PT10M, or an instant such as 2030-01-01T00:00:00Z", ex);
		}
		return due.<Map<String, Object>>map((at) -> Map.of("rescheduled", true, "due", at.toString()))
			.orElseGet(() -> Map.of("rescheduled", false));
	}

	@Override
	Set<String> ownLists() {
		return Set.of("waiting");
	}

	@Override
	Page<Map<String, Object>> ownList(String list, String name, @Nullable String cursor, int size) {
		Page<? extends WaitingTask<?>> page = ((DelayQueue<?>) opened(name)).waiting(cursor, size);
		return Page.of(page.items()
			.stream()
			.map((task) -> Map.<String, Object>of("id", task.id(), "due", task.due().toString()))
			.toList(), page.next());
	}

	@Override
	int scripts(String name) {
		return 2;
	}

}
