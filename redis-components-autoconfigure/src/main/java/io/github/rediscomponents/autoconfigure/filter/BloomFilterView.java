// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.filter;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.observability.Reports;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.filter.BloomStats;

/**
 * Shows the declared Bloom filters, and how full one of them is.
 *
 * @since 1.0.0
 */
public final class BloomFilterView implements RoomView {

	/** Redis counts all bits of a filter. */
	private static final long KEPT = Duration.ofSeconds(10).toNanos();

	private final Supplier<BloomFilters> filters;

	private final Supplier<Map<String, BloomFilterSettings>> settings;

	private final LongSupplier nanos;

	private final Map<String, Counted> counted = new ConcurrentHashMap<>();

	/**
	 * Creates the view.
	 * @param filters returns the filters
	 * @param settings the properties
	 */
	public BloomFilterView(Supplier<BloomFilters> filters, PropertySettings settings) {
		this(filters, () -> settings.live(BloomFilterProperties.PREFIX, BloomFilterProperties.class).get(),
				System::nanoTime);
	}

	BloomFilterView(Supplier<BloomFilters> filters, Supplier<Map<String, BloomFilterSettings>> settings,
			LongSupplier nanos) {
		this.filters = filters;
		this.settings = settings;
		this.nanos = nanos;
	}

	@Override
	public String room() {
		return "bloom-filter";
	}

	@Override
	public Map<String, Object> overview() {
		Map<String, Object> declared = new LinkedHashMap<>();
		new TreeMap<>(this.settings.get()).forEach((name, filter) -> declared.put(name, described(filter)));
		return Map.of("filters", declared);
	}

	private static Map<String, Object> described(BloomFilterSettings settings) {
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("capacity", settings.capacity());
		shown.put("errorRate", settings.errorRate());
		shown.put("engine", settings.engine().name().toLowerCase(Locale.ROOT));
		shown.put("alarmAt", settings.alarmAt());
		return shown;
	}

	@Override
	public Map<String, Object> report() {
		return this.settings.get().isEmpty() ? Map.of() : overview();
	}

	@Override
	public Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
		return Reports.once(reports);
	}

	@Override
	public @Nullable Map<String, Object> find(String name) {
		if (!this.settings.get().containsKey(name)) {
			return null;
		}
		Counted known = this.counted.get(name);
		if (known == null || this.nanos.getAsLong() - known.at() >= KEPT) {
			long now = this.nanos.getAsLong();
			known = new Counted(now, stats(name, this.filters.get().get(name).stats()));
			this.counted.put(name, known);
		}
		return known.stats();
	}

	private static Map<String, Object> stats(String name, BloomStats stats) {
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("name", name);
		shown.put("built", stats.built());
		shown.put("rebuilding", stats.rebuilding());
		shown.put("capacity", stats.capacity());
		shown.put("slices", stats.slices());
		shown.put("lostSlices", stats.lostSlices());
		shown.put("bits", stats.bits());
		shown.put("bitsSet", stats.bitsSet());
		shown.put("fill", stats.fill());
		shown.put("elements", stats.elements());
		shown.put("errorRate", stats.errorRate());
		return shown;
	}

	private record Counted(long at, Map<String, Object> stats) {

	}

}
