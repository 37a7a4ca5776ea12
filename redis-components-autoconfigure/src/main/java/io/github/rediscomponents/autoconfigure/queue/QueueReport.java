// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.slf4j.LoggerFactory;

import io.github.rediscomponents.autoconfigure.observability.Reports;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.queue.QueueActivity;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Thrown;

/**
 * Reports of the declared queues of one kind for the console. A process reports settings
 * and handlers; what is in Redis is read once for all processes.
 *
 * @param queues the queues
 * @param looks reads what is in Redis
 * @param hidden finds alarms of queues that are not shown
 */
record QueueReport(QueueSource queues, QueueLooks looks, HiddenQueues hidden) {

	/** The most queues of a kind that are shown; those with alarms come first. */
	private static final int MOST_QUEUES = 200;

	private static final FailureLog failures = new FailureLog(LoggerFactory.getLogger(QueueReport.class));

	/**
	 * Returns the report of this process.
	 * @param settings of each declared queue by its name
	 */
	Map<String, Object> report(Map<String, Object> settings) {
		if (settings.isEmpty()) {
			return Map.of();
		}
		Map<String, Object> report = new LinkedHashMap<>();
		Map<String, Object> declared = new LinkedHashMap<>();
		new TreeSet<>(settings.keySet()).stream()
			.limit(MOST_QUEUES)
			.forEach((name) -> declared.put(name, settings.get(name)));
		report.put("declared", declared);
		if (settings.size() > MOST_QUEUES) {
			report.put("declaredOmitted", settings.size() - MOST_QUEUES);
		}
		Reports.list(report, "handlers", this.queues.activity().stream().map(QueueReport::handler).toList(),
				RoomView.MAX_REPORTED);
		return report;
	}

	private static Map<String, Object> handler(QueueActivity activity) {
		Map<String, Object> handler = new LinkedHashMap<>();
		handler.put("queue", activity.queue().name());
		handler.put("group", activity.group());
		handler.put("consumer", activity.consumer());
		handler.put("inFlight", activity.inFlight());
		return handler;
	}

	/** Merges reports by queue, and adds what is in Redis. */
	Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
		SortedMap<String, Map<String, Object>> instances = new TreeMap<>();
		SortedMap<String, List<Map<String, Object>>> handlers = new TreeMap<>();
		reports.forEach((process, report) -> {
			if (report.get("declared") instanceof Map<?, ?> declared) {
				declared.forEach((name, settings) -> instances.computeIfAbsent(String.valueOf(name), QueueReport::named)
					.put("settings", settings));
			}
			if (report.get("handlers") instanceof List<?> list) {
				list.forEach((element) -> addHandler(handlers, process, element));
			}
		});
		long total = Math.max(instances.size(), declared(reports));
		List<String> others = (total > MOST_QUEUES) ? place(instances) : List.of();
		Map<String, Object> merged = new LinkedHashMap<>();
		Reports.list(merged, "instances", List.copyOf(instances.values()), MOST_QUEUES, total);
		instances.forEach((name, instance) -> Reports.list(instance, "handlers", handlers.getOrDefault(name, List.of()),
				RoomView.MAX_REPORTED));
		addStates(instances, others);
		return merged;
	}

	/**
	 * Leaves the queues that are shown.
	 * @return some of the others
	 */
	private List<String> place(SortedMap<String, Map<String, Object>> instances) {
		NavigableSet<String> all = new TreeSet<>(this.queues.names());
		NavigableSet<String> others = new TreeSet<>(all);
		all.addAll(instances.keySet());
		Set<String> shown = this.hidden.shown(all, MOST_QUEUES);
		instances.keySet().retainAll(shown);
		shown.forEach((name) -> instances.computeIfAbsent(name, this::own));
		others.removeAll(shown);
		return this.hidden.turn(others);
	}

	/**
	 * A queue that Redis does not let this process read has its error; the others have
	 * their numbers.
	 */
	private void addStates(Map<String, Map<String, Object>> instances, List<String> others) {
		// Another process can declare queues that this one does not have.
		List<String> names = Stream
			.concat(instances.keySet().stream().filter(this.queues.names()::contains), others.stream())
			.toList();
		this.looks.read(names).forEach((name, found) -> {
			this.hidden.saw(name, found);
			Map<String, Object> instance = instances.get(name);
			if (instance == null) {
				return;
			}
			if (found instanceof QueueLook look) {
				instance.putAll(state(look));
			}
			else if (found instanceof Throwable failure) {
				failures.warn(failure, "Cannot read the state of queue '{}' for the console", name);
				instance.put("error", Thrown.message(failure));
			}
		});
	}

	/** Returns the most queues that a process declares. */
	private static long declared(Map<String, Map<String, Object>> reports) {
		return reports.values()
			.stream()
			.mapToLong((report) -> Reports.number(report.get("declaredOmitted"))
					+ ((report.get("declared") instanceof Map<?, ?> declared) ? declared.size() : 0))
			.max()
			.orElse(0);
	}

	/** No report has it, but this process declares it. */
	private Map<String, Object> own(String name) {
		Map<String, Object> instance = named(name);
		instance.put("settings", QueueView.settings(this.queues.settings(name)));
		return instance;
	}

	private static Map<String, Object> named(String name) {
		Map<String, Object> instance = new LinkedHashMap<>();
		instance.put("name", name);
		return instance;
	}

	private static void addHandler(Map<String, List<Map<String, Object>>> handlers, String process, Object element) {
		if (element instanceof Map<?, ?> described) {
			Map<String, Object> handler = new LinkedHashMap<>();
			handler.put("process", process);
			described.forEach((name, value) -> handler.put(String.valueOf(name), value));
			handler.remove("queue");
			handlers.computeIfAbsent(String.valueOf(described.get("queue")), (added) -> new ArrayList<>()).add(handler);
		}
	}

	private static Map<String, Object> state(QueueLook look) {
		QueueStats stats = look.stats();
		Map<String, Object> state = new LinkedHashMap<>();
		look.details().forEach((field, value) -> state.put(field, millis(value)));
		state.put("depth", stats.depth());
		state.put("paused", stats.paused());
		state.put("lag", stats.lag());
		state.put("pending", stats.pending());
		state.put("retrying", stats.retrying());
		state.put("oldest", stats.oldest().toMillis());
		state.put("consumers", stats.consumers());
		state.put("deadLetters", stats.deadLetters());
		state.put("droppedDeadLetters", stats.droppedDeadLetters());
		if (!look.groups().isEmpty()) {
			Reports.list(state, "groups",
					look.groups().stream().map((group) -> QueueView.group(group, Duration::toMillis)).toList(),
					RoomView.MAX_REPORTED);
		}
		return state;
	}

	/** The endpoint shows durations as texts. */
	private static Object millis(Object value) {
		return (value instanceof String text && text.startsWith("PT")) ? Duration.parse(text).toMillis() : value;
	}

}
