// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Merges reports of a component from all processes.
 *
 * @since 1.0.0
 */
public final class Reports {

	private Reports() {
	}

	/**
	 * Returns a report once if all processes report the same, as they do with the same
	 * properties.
	 * @param reports the reports by process
	 * @return the report, or those of all processes
	 */
	public static Map<String, Object> once(Map<String, Map<String, Object>> reports) {
		return (new HashSet<>(reports.values()).size() == 1) ? reports.values().iterator().next() : byProcess(reports);
	}

	/**
	 * Adds up numbers, and takes each other value of the first process that reports it.
	 * @param reports the reports by process
	 * @param numbers the numbers that are added up
	 * @return the sums, then the other values
	 */
	public static Map<String, Object> sums(Map<String, Map<String, Object>> reports, Iterable<String> numbers) {
		Map<String, Object> merged = new LinkedHashMap<>();
		numbers.forEach((name) -> merged.put(name,
				reports.values().stream().mapToLong((report) -> number(report.get(name))).sum()));
		reports.values().forEach((report) -> report.forEach(merged::putIfAbsent));
		return merged;
	}

	/**
	 * Adds a list of at most some elements, beside the number of those that it lacks.
	 * @param report the report
	 * @param name the name of the list; the number has it with {@code Omitted}
	 * @param all all elements
	 * @param most the most elements that are reported
	 */
	public static void list(Map<String, Object> report, String name, List<?> all, int most) {
		list(report, name, all, most, all.size());
	}

	/**
	 * Adds a list of at most some elements, beside the number of those that it lacks.
	 * @param report the report
	 * @param name the name of the list; the number has it with {@code Omitted}
	 * @param some the first elements
	 * @param most the most elements that are reported
	 * @param total how many there are in all
	 */
	public static void list(Map<String, Object> report, String name, List<?> some, int most, long total) {
		List<?> shown = List.copyOf(some.subList(0, Math.min(some.size(), most)));
		report.put(name, shown);
		if (total > shown.size()) {
			report.put(name + "Omitted", total - shown.size());
		}
	}

	/**
	 * Lists the reports of the processes.
	 * @param reports the reports by process
	 * @return {@code processes}
	 */
	static Map<String, Object> byProcess(Map<String, Map<String, Object>> reports) {
		List<Map<String, Object>> all = new ArrayList<>();
		reports.forEach((process, report) -> {
			Map<String, Object> one = new LinkedHashMap<>();
			one.put("process", process);
			one.putAll(report);
			all.add(one);
		});
		return Map.of("processes", all);
	}

	/**
	 * Returns a number of a report.
	 * @param value any value of a report
	 * @return 0 if it is no number
	 */
	public static long number(@Nullable Object value) {
		return (value instanceof Number number) ? number.longValue() : 0;
	}

}
