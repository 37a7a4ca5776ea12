// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.LocalLevelStatus;
import io.github.rediscomponents.cache.QueuedInvalidations;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.Troubles.Kind;
import io.github.rediscomponents.support.Troubles.Trouble;

/**
 * What is unwell, as entries of the details of health: which component, since when, what
 * that means and what to do. Sends nothing.
 */
final class Degradations {

	private Degradations() {
	}

	/**
	 * Returns what is unwell in the components of one Redis.
	 * @param known what its components know
	 * @param cache its caches, null if none are used
	 * @return the oldest first
	 */
	static List<Map<String, Object>> of(Collection<Troubles> known, @Nullable CacheClient cache) {
		List<Entry> entries = new ArrayList<>();
		Map<String, LocalLevelStatus> levels = (cache != null) ? levels(cache) : Map.of();
		Map<List<Object>, List<Trouble>> alike = known.stream()
			.flatMap((troubles) -> troubles.list().stream())
			.sorted(Comparator.comparing(Trouble::since))
			.collect(Collectors.groupingBy((one) -> List.of(one.kind(), one.component(), one.name()),
					LinkedHashMap::new, Collectors.toList()));
		alike.values().forEach((several) -> {
			Trouble oldest = several.get(0);
			String reason = oldest.reason();
			if (oldest.kind() == Kind.LOCAL_LEVEL_BYPASSED) {
				LocalLevelStatus level = levels.get(oldest.name());
				if (level == null) {
					return;
				}
				reason = level.reason();
			}
			entries.add(new Entry(oldest.component(), oldest.name(), oldest.since(), oldest.kind().what(),
					oldest.kind().advice(), reason, several.size()));
		});
		QueuedInvalidations queued = (cache != null) ? cache.queuedInvalidations() : null;
		if (queued != null && queued.count() > 0) {
			entries.add(new Entry("cache", "", Instant.now().minus(queued.oldest()),
					"Invalidations wait to be repeated; other processes may serve what was changed",
					"Make Redis reachable, or grant the missing right, and do not restart this process before", "",
					Math.toIntExact(Math.min(queued.count(), Integer.MAX_VALUE))));
		}
		return sorted(entries);
	}

	/**
	 * Returns the properties that the last refresh refused.
	 * @return the oldest first
	 */
	static List<Map<String, Object>> of(RedisComponentsRefresher refresher) {
		return sorted(refresher.standing()
			.stream()
			.map((refusal) -> new Entry("settings", refusal.property(), refusal.time(),
					"A changed property was refused; the last valid settings stay in force",
					"Correct the property, and refresh", refusal.reason(), 1))
			.toList());
	}

	/** Those that do not serve, by the way of their invalidation. */
	private static Map<String, LocalLevelStatus> levels(CacheClient cache) {
		return cache.localLevels()
			.stream()
			.filter((level) -> level.state() != LocalLevelState.UP && level.state() != LocalLevelState.OFF)
			.collect(Collectors.toMap((level) -> level.invalidation().name().toLowerCase(Locale.ROOT), (level) -> level,
					(one, other) -> one));
	}

	private static List<Map<String, Object>> sorted(List<Entry> entries) {
		return entries.stream().sorted(Comparator.comparing(Entry::since)).map(Entry::details).toList();
	}

	/**
	 * One entry.
	 *
	 * @param component the name of the component's properties
	 * @param name the declared name, empty for none
	 * @param since when it began
	 * @param what it means
	 * @param advice what to do
	 * @param reason the last failure, empty if it is not known
	 * @param count how many are alike
	 */
	private record Entry(String component, String name, Instant since, String what, String advice, String reason,
			int count) {

		Map<String, Object> details() {
			Map<String, Object> details = new LinkedHashMap<>();
			details.put("component", this.component);
			if (!this.name.isEmpty()) {
				details.put("name", this.name);
			}
			details.put("since", this.since.toString());
			details.put("what", this.what);
			details.put("do", this.advice);
			if (!this.reason.isEmpty()) {
				details.put("reason", this.reason);
			}
			if (this.count > 1) {
				details.put("count", this.count);
			}
			return details;
		}

	}

}
