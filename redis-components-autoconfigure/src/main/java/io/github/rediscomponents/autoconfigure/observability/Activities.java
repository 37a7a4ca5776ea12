// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.lock.LockActivity;

/**
 * Converts a {@link LockActivity} for the endpoint.
 */
final class Activities {

	/** How many of the oldest leases and waits are shown. */
	static final int SHOWN = 100;

	private Activities() {
	}

	static Map<String, Object> of(LockActivity activity) {
		Map<String, Object> all = new LinkedHashMap<>();
		all.put("held", activity.held().stream().map(Activities::held).toList());
		all.put("waiting", activity.waiting().stream().map(Activities::waiting).toList());
		all.put("heldTotal", activity.heldTotal());
		all.put("waitingTotal", activity.waitingTotal());
		return all;
	}

	private static Map<String, Object> held(LockActivity.Held held) {
		return fields("name", held.name(), "kind", held.kind().name(), "id", held.id(), "token", held.token(),
				"permits", held.permits(), "age", held.age().toString(), "remaining", held.remaining().toString(),
				"renewed", held.renewed());
	}

	private static Map<String, Object> waiting(LockActivity.Waiting waiting) {
		return fields("name", waiting.name(), "kind", waiting.kind().name(), "permits", waiting.permits(), "waited",
				waiting.waited().toString());
	}

	static Map<String, Object> fields(Object... namesAndValues) {
		Map<String, Object> fields = new LinkedHashMap<>();
		List<Object> all = List.of(namesAndValues);
		for (int i = 0; i < all.size(); i += 2) {
			fields.put(String.valueOf(all.get(i)), all.get(i + 1));
		}
		return fields;
	}

}
