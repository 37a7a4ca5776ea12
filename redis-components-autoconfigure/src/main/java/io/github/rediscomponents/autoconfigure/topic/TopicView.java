// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.topic;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

import io.github.rediscomponents.autoconfigure.observability.Reports;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.topic.TopicRegistrySettings;
import io.github.rediscomponents.topic.TopicSettings;

/**
 * Shows the declared topics.
 *
 * @param settings the properties
 * @since 1.0.0
 */
public record TopicView(PropertySettings settings) implements RoomView {

	private TopicRegistrySettings present() {
		return this.settings.live(TopicProperties.PREFIX, TopicProperties.class).get();
	}

	@Override
	public String room() {
		return "topic";
	}

	@Override
	public Map<String, Object> overview() {
		TopicRegistrySettings present = present();
		Map<String, Object> topics = new LinkedHashMap<>();
		new TreeMap<>(present.topics()).forEach((name, topic) -> topics.put(name, described(topic)));
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("topics", topics);
		shown.put("common", described(present.common()));
		return shown;
	}

	private static Map<String, Object> described(TopicSettings settings) {
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("buffer", settings.buffer());
		shown.put("maxPayload", settings.maxPayload());
		return shown;
	}

	@Override
	public Map<String, Object> report() {
		return present().topics().isEmpty() ? Map.of() : overview();
	}

	@Override
	public Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
		return Reports.once(reports);
	}

}
