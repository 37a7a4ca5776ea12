// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.limit;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.observability.Reports;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.limit.LimitQueues;

/**
 * Shows the declared queues of limited length, and the size of one of them.
 *
 * @param queues returns the queues
 * @param settings the properties
 * @since 1.0.0
 */
public record LimitQueueView(Supplier<LimitQueues> queues, PropertySettings settings) implements RoomView {

	private Map<String, LimitQueueSettings> declared() {
		return this.settings.live(LimitQueueProperties.PREFIX, LimitQueueProperties.class).get();
	}

	@Override
	public String room() {
		return "limit-queue";
	}

	@Override
	public Map<String, Object> overview() {
		Map<String, Object> shown = new LinkedHashMap<>();
		new TreeMap<>(declared()).forEach((name, queue) -> shown.put(name, described(queue)));
		return Map.of("queues", shown);
	}

	private static Map<String, Object> described(LimitQueueSettings settings) {
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("length", settings.length());
		shown.put("dedupe", settings.dedupe().name().toLowerCase(Locale.ROOT));
		shown.put("window", settings.window().toMillis());
		if (settings.ttl() != null) {
			shown.put("ttl", settings.ttl().toMillis());
		}
		shown.put("type", settings.type());
		return shown;
	}

	@Override
	public Map<String, Object> report() {
		return declared().isEmpty() ? Map.of() : overview();
	}

	@Override
	public Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
		return Reports.once(reports);
	}

	@Override
	public @Nullable Map<String, Object> find(String name) {
		if (!declared().containsKey(name)) {
			return null;
		}
		LimitQueue<?> queue = this.queues.get().get(name);
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("name", name);
		shown.put("size", queue.size());
		shown.put("length", queue.length());
		return shown;
	}

}
