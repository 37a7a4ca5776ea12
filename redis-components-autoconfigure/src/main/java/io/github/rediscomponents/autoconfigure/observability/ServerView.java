// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.Servers;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.semaphore.DistributedSemaphore;

/**
 * Shows a component of a server other than that of the properties, such as
 * {@code hot.lock}.
 *
 * @param servers the servers
 * @param server the name of the server
 * @param type the type of the component
 * @param view makes the view of the component
 * @param room the name of the view
 * @param alike the view of the component that is injected without a qualifier, which has
 * the same actions and lists
 * @param <C> the type of the component
 */
record ServerView<C>(Servers servers, String server, Class<C> type, Function<C, RoomView> view, String room,
		RoomView alike) implements RoomView {

	/**
	 * Returns the views of all servers.
	 * @param shown the views of the components that are injected without a qualifier, by
	 * their rooms
	 */
	static List<RoomView> of(Servers servers, Map<String, RoomView> shown) {
		List<RoomView> views = new ArrayList<>();
		for (String server : servers.names()) {
			add(views, shown, servers, server, DistributedLock.class, "lock", LockView::new);
			add(views, shown, servers, server, DistributedSemaphore.class, "semaphore", SemaphoreView::new);
			add(views, shown, servers, server, CacheClient.class, "cache", CacheView::new);
		}
		return views;
	}

	private static <C> void add(List<RoomView> views, Map<String, RoomView> shown, Servers servers, String server,
			Class<C> type, String room, Function<C, RoomView> view) {
		RoomView alike = shown.get(room);
		if (alike != null && !servers.server(type).equals(server)) {
			views.add(new ServerView<>(servers, server, type, view, server + '.' + room, alike));
		}
	}

	private RoomView made() {
		return this.view.apply(this.servers.component(this.server, this.type));
	}

	/** Is empty if the component is not used. */
	@Override
	public Map<String, Object> overview() {
		return used().map(RoomView::overview).orElseGet(Map::of);
	}

	private Optional<RoomView> used() {
		return Optional.ofNullable(this.servers.used(this.type).get(this.server)).map(this.view);
	}

	@Override
	public @Nullable Map<String, Object> find(String name) {
		return made().find(name);
	}

	@Override
	public Set<String> lists() {
		return this.alike.lists();
	}

	@Override
	public @Nullable Map<String, Object> list(String name, String list, @Nullable String cursor) {
		return made().list(name, list, cursor);
	}

	@Override
	public Set<String> actions() {
		return this.alike.actions();
	}

	@Override
	public @Nullable Map<String, Object> act(String action, String name, @Nullable String id) {
		return made().act(action, name, id);
	}

	@Override
	public @Nullable Map<String, Object> act(String action, String name, @Nullable String id,
			Map<String, Object> arguments) {
		return made().act(action, name, id, arguments);
	}

	@Override
	public boolean release(String name, @Nullable String id) {
		return made().release(name, id);
	}

	/** Is empty if the component is not used. */
	@Override
	public Map<String, Object> report() {
		return used().map(RoomView::report).orElseGet(Map::of);
	}

	@Override
	public Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
		return this.alike.merge(reports);
	}

}
