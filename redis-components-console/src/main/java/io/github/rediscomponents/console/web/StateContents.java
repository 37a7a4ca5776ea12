// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.web;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.console.ConsoleRole;
import io.github.rediscomponents.console.report.Packed;
import io.github.rediscomponents.console.report.Snapshot;

/**
 * The snapshot as each role sees it, written once for all viewers.
 */
final class StateContents {

	/** Rooms whose keys name users. */
	private static final Set<String> PERSONAL = Set.of("ratelimit", "session", "one-time-code");

	private static final Set<String> MASKED = Set.of("key", "user", "id", "token");

	private static final String MASK = "***";

	private final SortedMap<String, RoomView> views;

	private final Lock writing = new ReentrantLock();

	private final Map<ConsoleRole, Written> written = new EnumMap<>(ConsoleRole.class);

	StateContents(SortedMap<String, RoomView> views) {
		this.views = views;
	}

	/** Returns whether only operators see the instances of a room. */
	static boolean isPersonal(String room) {
		// A room of a further server has its name before the point.
		return PERSONAL.contains(room.substring(room.lastIndexOf('.') + 1));
	}

	Asset of(Snapshot snapshot, ConsoleRole role) {
		this.writing.lock();
		try {
			return written(snapshot, role);
		}
		finally {
			this.writing.unlock();
		}
	}

	private Asset written(Snapshot snapshot, ConsoleRole role) {
		Written known = this.written.get(role);
		if (known != null && known.version() == snapshot.version()) {
			return known.content();
		}
		Map<String, Object> shown = new LinkedHashMap<>(snapshot.state());
		shown.put("rooms", rooms(shown.get("rooms"), role));
		if (role != ConsoleRole.OPERATE && shown.get("redis") instanceof Map<?, ?> redis) {
			shown.put("redis", ErrorTexts.element(redis));
		}
		Asset content = Asset.of("application/json", Packed.JSON.encode(shown));
		this.written.put(role, new Written(snapshot.version(), content));
		return content;
	}

	private Map<String, Object> rooms(@Nullable Object rooms, ConsoleRole role) {
		Map<String, Object> shown = new LinkedHashMap<>();
		if (rooms instanceof Map<?, ?> all) {
			all.forEach((name, state) -> shown.put(String.valueOf(name), room(String.valueOf(name), state, role)));
		}
		return shown;
	}

	private Object room(String name, Object state, ConsoleRole role) {
		Object known = (role == ConsoleRole.OPERATE) ? state : ErrorTexts.element(state);
		Object visible = (role != ConsoleRole.OPERATE && isPersonal(name)) ? masked(known) : known;
		if (!(visible instanceof Map<?, ?> described)) {
			return visible;
		}
		Map<Object, Object> shown = new LinkedHashMap<>(described);
		RoomView view = this.views.get(name);
		shown.put("actions",
				(view != null && role == ConsoleRole.OPERATE) ? view.actions().stream().sorted().toList() : List.of());
		shown.put("lists", (view != null) ? view.lists().stream().sorted().toList() : List.of());
		return shown;
	}

	private static Object masked(Object value) {
		if (value instanceof List<?> list) {
			return list.stream().map(StateContents::masked).toList();
		}
		if (value instanceof Map<?, ?> map) {
			Map<Object, Object> shown = new LinkedHashMap<>();
			map.forEach((name, element) -> shown.put(name,
					(MASKED.contains(String.valueOf(name)) && !(element instanceof Map)) ? MASK : masked(element)));
			return shown;
		}
		return value;
	}

	private record Written(long version, Asset content) {

	}

}
