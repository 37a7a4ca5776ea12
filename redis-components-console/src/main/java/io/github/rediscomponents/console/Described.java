// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.autoconfigure.refresh.Refusal;
import io.github.rediscomponents.autoconfigure.refresh.Setting;

/**
 * Converts the properties in force and the refused changes for the console.
 */
final class Described {

	private Described() {
	}

	static List<Map<String, Object>> settings(RedisComponentsRefresher refresher) {
		return refresher.settings().stream().map(Described::setting).toList();
	}

	private static Map<String, Object> setting(Setting setting) {
		Map<String, Object> described = new LinkedHashMap<>();
		described.put("property", setting.property());
		described.put("value", setting.value());
		described.put("origin", setting.origin());
		described.put("customized", setting.customized());
		setting.pending().ifPresent((pending) -> described.put("pending", pending));
		return described;
	}

	static List<Map<String, Object>> refusals(RedisComponentsRefresher refresher) {
		return refresher.refusals().stream().map(Described::refusal).toList();
	}

	private static Map<String, Object> refusal(Refusal refusal) {
		Map<String, Object> described = new LinkedHashMap<>();
		described.put("time", refusal.time().toEpochMilli());
		described.put("property", refusal.property());
		described.put("reason", refusal.reason());
		return described;
	}

}
