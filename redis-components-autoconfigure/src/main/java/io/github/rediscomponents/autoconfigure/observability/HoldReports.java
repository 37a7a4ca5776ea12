// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.lock.LockActivity;

/**
 * Reports of locks and semaphores for the console: how many are held and waited for, and
 * the oldest of them.
 */
final class HoldReports {

	private HoldReports() {
	}

	/** Returns the report of this process, empty if nothing is held or waited for. */
	static Map<String, Object> of(LockActivity activity) {
		Map<String, Object> report = new LinkedHashMap<>();
		report.put("held", activity.heldTotal());
		report.put("waiting", activity.waitingTotal());
		Reports.list(report, "oldest",
				activity.held()
					.stream()
					.sorted(Comparator.comparing(LockActivity.Held::age).reversed())
					.map(HoldReports::held)
					.toList(),
				RoomView.MAX_REPORTED, activity.heldTotal());
		Reports.list(report, "waiters",
				activity.waiting()
					.stream()
					.sorted(Comparator.comparing(LockActivity.Waiting::waited).reversed())
					.map(HoldReports::waiting)
					.toList(),
				RoomView.MAX_REPORTED, activity.waitingTotal());
		return report;
	}

	private static Map<String, Object> held(LockActivity.Held held) {
		return Activities.fields("name", held.name(), "kind", held.kind().name(), "id", held.id(), "token",
				held.token(), "permits", held.permits(), "age", held.age().toMillis(), "remaining",
				held.remaining().toMillis(), "renewed", held.renewed());
	}

	private static Map<String, Object> waiting(LockActivity.Waiting waiting) {
		return Activities.fields("name", waiting.name(), "kind", waiting.kind().name(), "permits", waiting.permits(),
				"waited", waiting.waited().toMillis());
	}

	/** Adds up the numbers, and keeps the oldest of all processes. */
	static Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
		Map<String, Object> merged = new LinkedHashMap<>();
		merged.put("held", sum(reports, "held"));
		merged.put("waiting", sum(reports, "waiting"));
		Reports.list(merged, "oldest", oldest(reports, "oldest", "age"), RoomView.MAX_REPORTED, sum(reports, "held"));
		Reports.list(merged, "waiters", oldest(reports, "waiters", "waited"), RoomView.MAX_REPORTED,
				sum(reports, "waiting"));
		return merged;
	}

	private static long sum(Map<String, Map<String, Object>> reports, String field) {
		return reports.values().stream().mapToLong((report) -> Reports.number(report.get(field))).sum();
	}

	private static List<Map<String, Object>> oldest(Map<String, Map<String, Object>> reports, String list, String age) {
		List<Map<String, Object>> all = new ArrayList<>();
		reports.forEach((process, report) -> {
			if (report.get(list) instanceof List<?> elements) {
				for (Object element : elements) {
					if (element instanceof Map<?, ?> described) {
						Map<String, Object> one = new LinkedHashMap<>();
						one.put("process", process);
						described.forEach((name, value) -> one.put(String.valueOf(name), value));
						all.add(one);
					}
				}
			}
		});
		all.sort(Comparator.comparingLong((Map<String, Object> one) -> Reports.number(one.get(age))).reversed());
		return all;
	}

}
