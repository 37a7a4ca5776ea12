// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.autoconfigure.observability.Reports;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.console.report.ReportStore.Reported;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Thrown;

/**
 * Merges the reports of processes. Reports can come from another release: what is missing
 * or of another type is left out.
 */
final class Merging {

	private static final FailureLog failures = new FailureLog(LoggerFactory.getLogger(Merging.class));

	private static final Logger logger = LoggerFactory.getLogger(Merging.class);

	private static final int MOST_REFUSALS = 50;

	private final SortedMap<String, RoomView> views;

	Merging(RoomViews views) {
		this.views = views.rooms();
	}

	/**
	 * Merges reports. Views may ask Redis.
	 * @param reports the reports
	 * @param progress called after each component
	 * @return {@code processes}, {@code rooms}, {@code refusals} and {@code commands}
	 */
	Map<String, Object> merge(List<Reported> reports, Runnable progress) {
		List<Map<String, Object>> processes = new ArrayList<>();
		SortedMap<String, Map<String, Map<String, Object>>> rooms = new TreeMap<>();
		List<Map<String, Object>> refusals = new ArrayList<>();
		long commands = 0;
		boolean truncated = false;
		for (Reported reported : reports) {
			Map<String, Object> report = unpack(reported);
			processes.add(process(reported, report));
			commands += Reports.number(report.get("commands"));
			truncated |= Boolean.TRUE.equals(report.get("truncated"));
			objects(report.get("rooms")).forEach((room, state) -> {
				Map<String, Object> described = objects(state);
				if (!described.isEmpty()) {
					rooms.computeIfAbsent(room, (added) -> new LinkedHashMap<>()).put(reported.process(), described);
				}
			});
			if (report.get("refusals") instanceof List<?> list) {
				list.forEach((refusal) -> refusals.add(with(reported.process(), objects(refusal))));
			}
		}
		Map<String, Object> merged = new LinkedHashMap<>();
		merged.put("processes", processes);
		merged.put("commands", commands);
		if (truncated) {
			merged.put("truncated", true);
		}
		Map<String, Object> states = new LinkedHashMap<>();
		rooms.forEach((room, byProcess) -> {
			states.put(room, room(room, byProcess));
			progress.run();
		});
		merged.put("rooms", states);
		Reports.list(merged, "refusals", latest(refusals), MOST_REFUSALS);
		return merged;
	}

	private static List<Map<String, Object>> latest(List<Map<String, Object>> refusals) {
		return refusals.stream().sorted(Comparator.comparingLong(Merging::time).reversed()).toList();
	}

	private static long time(Map<String, Object> refusal) {
		return Reports.number(refusal.get("time"));
	}

	private Map<String, Object> room(String room, Map<String, Map<String, Object>> byProcess) {
		RoomView view = this.views.get(room);
		if (view == null) {
			return byProcess(byProcess);
		}
		try {
			return view.merge(byProcess);
		}
		catch (RedisComponentsException ex) {
			failures.warn(ex, "Cannot read the state of '{}' for the console", room);
			return failed(byProcess, ex);
		}
		catch (RuntimeException | LinkageError | StackOverflowError ex) {
			failures.warn(ex, "Cannot merge the reports of '{}' for the console", room);
			return failed(byProcess, ex);
		}
	}

	private static Map<String, Object> failed(Map<String, Map<String, Object>> byProcess, Throwable failure) {
		Map<String, Object> state = new LinkedHashMap<>(byProcess(byProcess));
		state.put("error", Thrown.message(failure));
		return state;
	}

	private static Map<String, Object> byProcess(Map<String, Map<String, Object>> reports) {
		return Map.of("processes",
				reports.entrySet().stream().map((one) -> with(one.getKey(), one.getValue())).toList());
	}

	private static Map<String, Object> with(String process, Map<String, Object> described) {
		Map<String, Object> all = new LinkedHashMap<>();
		all.put("process", process);
		all.putAll(described);
		return all;
	}

	private static Map<String, Object> process(Reported reported, Map<String, Object> report) {
		Map<String, Object> process = new LinkedHashMap<>();
		process.put("id", reported.process());
		for (String name : List.of("host", "pid", "application", "started", "version", "viewers")) {
			Object value = report.get(name);
			if (value instanceof String || value instanceof Number) {
				process.put(name, value);
			}
		}
		process.put("seen", reported.seen());
		if (Boolean.TRUE.equals(report.get("truncated"))) {
			process.put("truncated", true);
		}
		return process;
	}

	private static Map<String, Object> unpack(Reported reported) {
		try {
			return Packed.unpack(reported.packed());
		}
		catch (CodecException ex) {
			logger.debug("The report of process {} cannot be read", reported.process(), FailureLog.describable(ex));
			return Map.of();
		}
	}

	/**
	 * Returns the entries of an object whose values are not null.
	 * @param value any value of a report
	 * @return empty if it is no object
	 */
	static Map<String, Object> objects(@Nullable Object value) {
		Map<String, Object> objects = new LinkedHashMap<>();
		if (value instanceof Map<?, ?> map) {
			map.forEach((name, element) -> {
				if (element != null) {
					objects.put(String.valueOf(name), element);
				}
			});
		}
		return objects;
	}

}
