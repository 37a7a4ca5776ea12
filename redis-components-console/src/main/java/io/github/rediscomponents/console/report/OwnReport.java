// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.slf4j.LoggerFactory;

import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.support.FailureLog;

/**
 * The report of this process.
 *
 * @param process this process
 * @param views the components
 * @param refusals returns the refused changes of properties
 */
record OwnReport(ProcessInfo process, RoomViews views, Supplier<List<Map<String, Object>>> refusals,
		LongSupplier sent) {

	/** All reports together are at most about this long, which the collector reads. */
	static final int MOST_BYTES_OF_ALL = 1024 * 1024;

	private static final int MOST_BYTES = 64 * 1024;

	private static final int LEAST_BYTES = 4 * 1024;

	private static final FailureLog failures = new FailureLog(LoggerFactory.getLogger(OwnReport.class));

	/**
	 * Packs the report.
	 * @param whole whether anything but the process is reported
	 * @param viewers how many viewers this process has
	 * @param processes how many processes report
	 */
	byte[] pack(boolean whole, int viewers, int processes) {
		Map<String, Object> described = describe(viewers);
		if (whole) {
			Map<String, Object> all = new LinkedHashMap<>(described);
			all.put("rooms", rooms());
			all.put("refusals", this.refusals.get());
			int limit = Math.max(LEAST_BYTES, Math.min(MOST_BYTES, MOST_BYTES_OF_ALL / processes));
			byte[] packed = Packed.pack(all, limit);
			if (packed != null) {
				return packed;
			}
			described.put("truncated", true);
		}
		return Packed.pack(described);
	}

	Map<String, Object> describe(int viewers) {
		Map<String, Object> described = this.process.describe();
		described.put("viewers", viewers);
		described.put("commands",
				this.sent.getAsLong() + this.views.rooms().values().stream().mapToLong(RoomView::reads).sum());
		return described;
	}

	private Map<String, Object> rooms() {
		Map<String, Object> rooms = new LinkedHashMap<>();
		this.views.rooms().forEach((room, view) -> {
			try {
				Map<String, Object> report = view.report();
				if (!report.isEmpty()) {
					rooms.put(room, report);
				}
			}
			catch (RuntimeException | LinkageError | StackOverflowError ex) {
				failures.warn(ex, "Cannot report '{}' to the console", room);
			}
		});
		return rooms;
	}

}
