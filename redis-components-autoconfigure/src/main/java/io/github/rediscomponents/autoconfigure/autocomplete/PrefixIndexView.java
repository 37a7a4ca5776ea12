// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.autocomplete;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autoconfigure.observability.Reports;
import io.github.rediscomponents.autoconfigure.observability.RoomView;

/**
 * Shows the declared indexes, and the size of one of them.
 *
 * @since 1.0.0
 */
public final class PrefixIndexView implements RoomView {

	private final PrefixIndexes indexes;

	/**
	 * Creates the view.
	 * @param indexes the declared indexes
	 */
	public PrefixIndexView(PrefixIndexes indexes) {
		this.indexes = indexes;
	}

	@Override
	public String room() {
		return "prefix-index";
	}

	@Override
	public Map<String, Object> overview() {
		Map<String, Object> declared = new LinkedHashMap<>();
		new TreeSet<>(this.indexes.names()).forEach((name) -> declared.put(name, settings(name)));
		return Map.of("indexes", declared);
	}

	@Override
	public Map<String, Object> report() {
		return this.indexes.names().isEmpty() ? Map.of() : overview();
	}

	@Override
	public Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
		return Reports.once(reports);
	}

	@Override
	public @Nullable Map<String, Object> find(String name) {
		if (!this.indexes.names().contains(name)) {
			return null;
		}
		Map<String, Object> shown = settings(name);
		// The type of the payloads has no influence on the size.
		shown.put("size", this.indexes.get(name, byte[].class).size());
		return shown;
	}

	private Map<String, Object> settings(String name) {
		PrefixIndexSettings settings = this.indexes.settings(name);
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("accents", settings.accents().name().toLowerCase(Locale.ROOT));
		shown.put("maxPayload", settings.maxPayload());
		return shown;
	}

}
