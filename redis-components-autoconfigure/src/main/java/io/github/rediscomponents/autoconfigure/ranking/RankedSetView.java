// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.ranking;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.observability.Reports;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.ranking.RankedSetSettings;
import io.github.rediscomponents.ranking.RankedSets;

/**
 * Shows the declared ranked sets, and the size of each present window of one of them.
 *
 * @since 1.0.0
 */
public final class RankedSetView implements RoomView {

	private final RankedSets sets;

	/**
	 * Creates the view.
	 * @param sets the declared ranked sets
	 */
	public RankedSetView(RankedSets sets) {
		this.sets = sets;
	}

	@Override
	public String room() {
		return "ranked-set";
	}

	@Override
	public Map<String, Object> overview() {
		Map<String, Object> declared = new LinkedHashMap<>();
		new TreeSet<>(this.sets.names()).forEach((name) -> declared.put(name, settings(name)));
		return Map.of("sets", declared);
	}

	@Override
	public Map<String, Object> report() {
		return this.sets.names().isEmpty() ? Map.of() : overview();
	}

	@Override
	public Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
		return Reports.once(reports);
	}

	@Override
	public @Nullable Map<String, Object> find(String name) {
		if (!this.sets.names().contains(name)) {
			return null;
		}
		Map<String, Object> shown = settings(name);
		RankedSet set = this.sets.get(name);
		Map<String, Object> sizes = new LinkedHashMap<>();
		this.sets.settings(name)
			.periods()
			.stream()
			.sorted()
			.forEach((period) -> sizes.put(label(period), set.now(period).size()));
		shown.put("sizes", sizes);
		return shown;
	}

	private Map<String, Object> settings(String name) {
		RankedSetSettings settings = this.sets.settings(name);
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("order", label(settings.order()));
		shown.put("periods", settings.periods().stream().sorted().map(RankedSetView::label).toList());
		shown.put("zone", settings.zone().getId());
		shown.put("keep", settings.keep());
		return shown;
	}

	private static String label(Enum<?> value) {
		return value.name().toLowerCase(Locale.ROOT);
	}

}
