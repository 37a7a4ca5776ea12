// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.id;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

import io.github.rediscomponents.autoconfigure.observability.Reports;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.id.IdSettings;

/**
 * Shows how ids are made, and until when there are more of them.
 *
 * @param settings the properties
 * @param used whether this process makes ids
 * @since 1.0.0
 */
public record IdView(PropertySettings settings, BooleanSupplier used) implements RoomView {

	@Override
	public String room() {
		return "id";
	}

	@Override
	public Map<String, Object> overview() {
		IdSettings present = this.settings.live(IdProperties.PREFIX, IdProperties.class).get();
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("layout", String.valueOf(present.layout()));
		shown.put("epoch", present.epoch().toString());
		shown.put("expiresAt", present.expiresAt().toString());
		shown.put("maxAge", present.maxAge().toMillis());
		shown.put("minBlock", present.minBlock());
		shown.put("maxBlock", present.maxBlock());
		return shown;
	}

	@Override
	public Map<String, Object> report() {
		return this.used.getAsBoolean() ? overview() : Map.of();
	}

	@Override
	public Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
		return Reports.once(reports);
	}

}
