// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.web;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.ApplicationEventPublisher;

import io.github.rediscomponents.autoconfigure.console.ConsoleSettings;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.console.ConsoleAction;

/**
 * Details of instances and actions. Details are kept for the interval of the console, so
 * that Redis is asked once for all viewers.
 */
final class RoomRequests {

	private static final Logger logger = LoggerFactory.getLogger(RoomRequests.class);

	private static final int MOST_KEPT = 500;

	private static final int MOST_LOGGED = 200;

	private final SortedMap<String, RoomView> views;

	private final ApplicationEventPublisher events;

	private final Cache<Asked, Optional<Map<String, Object>>> kept;

	RoomRequests(SortedMap<String, RoomView> views, Supplier<ConsoleSettings> settings,
			ApplicationEventPublisher events) {
		this.views = views;
		this.events = events;
		this.kept = Caffeine.newBuilder()
			.maximumSize(MOST_KEPT)
			.expireAfter(
					Expiry.<Asked, Optional<Map<String, Object>>>writing((asked, found) -> settings.get().interval()))
			.build();
	}

	@Nullable Map<String, Object> find(String room, String name) {
		return ask(new Asked(room, name, null, null));
	}

	@Nullable Map<String, Object> list(String room, String name, String list, @Nullable String cursor) {
		return ask(new Asked(room, name, list, cursor));
	}

	private @Nullable Map<String, Object> ask(Asked asked) {
		RoomView view = this.views.get(asked.room());
		if (view == null) {
			return null;
		}
		Optional<Map<String, Object>> found = this.kept.get(asked, (one) -> Optional.ofNullable(
				(one.list() != null) ? view.list(one.name(), one.list(), one.cursor()) : view.find(one.name())));
		return (found != null) ? found.orElse(null) : null;
	}

	/**
	 * Performs an action.
	 * @return the result, null if there is no such room, action or instance
	 */
	@Nullable Map<String, Object> act(String user, String room, String action, Map<String, Object> body) {
		RoomView view = this.views.get(room);
		if (view == null || !view.actions().contains(action)) {
			return null;
		}
		String name = text(body, "name");
		if (name == null) {
			throw new IllegalArgumentException("name must not be missing");
		}
		String id = text(body, "id");
		Map<String, Object> arguments = new LinkedHashMap<>(body);
		arguments.remove("name");
		arguments.remove("id");
		Map<String, Object> result;
		try {
			result = view.act(action, name, id, arguments);
		}
		catch (RuntimeException ex) {
			logger.info("Action '{}' on '{}' of {} by '{}' in the console failed: {}", action, plain(name), room,
					plain(user), ex.getClass().getSimpleName());
			throw ex;
		}
		this.kept.asMap().keySet().removeIf((asked) -> asked.room().equals(room));
		if (result != null) {
			logger.info("'{}' performed '{}' on '{}' of {} in the console", plain(user), action, plain(name), room);
			logger.debug("The result of '{}' on '{}', id '{}', is {}", action, name, id, result);
			this.events.publishEvent(new ConsoleAction(user, room, action, name, id, result));
		}
		return result;
	}

	private static @Nullable String text(Map<String, Object> body, String field) {
		Object value = body.get(field);
		if (value == null || value instanceof String) {
			return (String) value;
		}
		throw new IllegalArgumentException(field + " must be a text");
	}

	/** A line of the log stays a line. */
	private static String plain(String text) {
		String printable = text.replaceAll("\\p{C}", "?");
		return (printable.length() > MOST_LOGGED) ? printable.substring(0, MOST_LOGGED) : printable;
	}

	private record Asked(String room, String name, @Nullable String list, @Nullable String cursor) {

	}

}
