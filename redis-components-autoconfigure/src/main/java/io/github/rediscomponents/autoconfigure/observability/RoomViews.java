// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.Servers;

/**
 * The views of all components of the application. A bean of this type exists if the
 * actuator endpoint or the console shows them.
 *
 * @since 1.0.0
 */
public final class RoomViews {

	private final SortedMap<String, RoomView> rooms;

	private RoomViews(SortedMap<String, RoomView> rooms) {
		this.rooms = Collections.unmodifiableSortedMap(rooms);
	}

	static RoomViews of(List<RoomView> views, @Nullable Servers servers) {
		SortedMap<String, RoomView> rooms = new TreeMap<>();
		views.forEach((view) -> rooms.put(view.room(), view));
		if (servers != null) {
			ServerView.of(servers, rooms).forEach((view) -> rooms.put(view.room(), view));
		}
		return new RoomViews(rooms);
	}

	/**
	 * Returns the views.
	 * @return unmodifiable, by {@link RoomView#room()}
	 */
	public SortedMap<String, RoomView> rooms() {
		return this.rooms;
	}

}
