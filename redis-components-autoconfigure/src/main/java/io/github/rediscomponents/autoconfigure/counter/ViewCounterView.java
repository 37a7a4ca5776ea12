// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.counter;

import java.time.LocalDate;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.github.rediscomponents.autoconfigure.observability.Reports;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.counter.PageViews;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.counter.ViewCounterSettings;

/**
 * Shows the views that were not sent yet, and the most viewed pages of today of one group
 * of pages.
 *
 * @param counter returns the counter
 * @param used returns the counters of all servers that this process uses
 * @param settings the properties
 * @since 1.0.0
 */
public record ViewCounterView(Supplier<ViewCounter> counter, Supplier<Collection<ViewCounter>> used,
		PropertySettings settings) implements RoomView {

	private static final int TOP = 20;

	private ViewCounterSettings present() {
		return this.settings.live(ViewCounterProperties.PREFIX, ViewCounterProperties.class).get();
	}

	@Override
	public String room() {
		return "view-counter";
	}

	@Override
	public Map<String, Object> overview() {
		ViewCounterSettings present = present();
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("pending", this.used.get().stream().mapToLong(ViewCounter::pending).sum());
		shown.put("zone", present.zone().getId());
		shown.put("exact", present.exact());
		shown.put("flushInterval", present.flushInterval().toMillis());
		return shown;
	}

	@Override
	public Map<String, Object> report() {
		return this.used.get().isEmpty() ? Map.of() : overview();
	}

	@Override
	public Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
		return Reports.sums(reports, List.of("pending"));
	}

	@Override
	public Map<String, Object> find(String name) {
		LocalDate today = LocalDate.now(present().zone());
		ViewCounter present = this.counter.get();
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("name", name);
		shown.put("today", present.count(name, today));
		shown.put("top", present.top(name, today, TOP).stream().map(ViewCounterView::described).toList());
		return shown;
	}

	private static Map<String, Object> described(PageViews page) {
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("page", page.page());
		shown.put("views", page.views());
		return shown;
	}

}
