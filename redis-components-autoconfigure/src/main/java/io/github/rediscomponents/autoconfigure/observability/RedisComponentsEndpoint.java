// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * The actuator endpoint {@code redisComponents}. Shows the leases, waiters and policies
 * of this process and the state of one lock, semaphore or queue in Redis. Write
 * operations force the release of a lock or permit and perform the actions that
 * components offer.
 *
 * @since 1.0.0
 */
@Endpoint(id = "redisComponents", defaultAccess = Access.READ_ONLY)
public final class RedisComponentsEndpoint {

	private static final Logger logger = LoggerFactory.getLogger(RedisComponentsEndpoint.class);

	private final Map<String, RoomView> rooms;

	RedisComponentsEndpoint(RoomViews views) {
		this.rooms = views.rooms();
	}

	@ReadOperation
	public Map<String, Object> overview() {
		Map<String, Object> all = new LinkedHashMap<>();
		this.rooms.forEach((room, view) -> all.put(room, view.overview()));
		return all;
	}

	@ReadOperation
	public @Nullable Map<String, Object> room(@Selector String room) {
		RoomView view = this.rooms.get(room);
		return (view != null) ? view.overview() : null;
	}

	@ReadOperation
	public @Nullable Map<String, Object> find(@Selector String room,
			@Selector(match = Selector.Match.ALL_REMAINING) String... name) {
		RoomView view = this.rooms.get(room);
		return (view != null) ? view.find(String.join("/", name)) : null;
	}

	/**
	 * Releases a lock or a permit regardless of its holder.
	 * @param room {@code lock} or {@code semaphore}
	 * @param name name of the lock or semaphore
	 * @param id id of the permit, see {@link #find}
	 * @return whether it was held; null if there is no such component
	 */
	@WriteOperation
	@SuppressWarnings("deprecation") // Spring Boot 3.5 knows no other annotation.
	public @Nullable Map<String, Object> release(@Selector String room, String name,
			@org.springframework.lang.Nullable String id) {
		RoomView view = this.rooms.get(room);
		if (view == null) {
			return null;
		}
		try {
			boolean released = view.release(name, id);
			logger.info("Forced release of {} through the actuator endpoint, was held: {}", room, released);
			return Map.of("released", released);
		}
		catch (IllegalArgumentException | UnsupportedOperationException ex) {
			throw new InvalidEndpointRequestException("Cannot release in " + room, String.valueOf(ex.getMessage()), ex);
		}
	}

	/**
	 * Performs one of the actions that a component offers.
	 * @param room the component, such as {@code task-queue}
	 * @param action the action, such as {@code redrive}
	 * @param name name of the instance, such as a queue
	 * @param id id of a part of the instance, all if missing
	 * @param value a further argument of the action, such as a delay
	 * @return the result; 404 with the reason if there is no such component, action or
	 * instance, 400 if the id is invalid
	 */
	@WriteOperation
	@SuppressWarnings("deprecation") // Spring Boot 3.5 knows no other annotation.
	public WebEndpointResponse<Map<String, Object>> act(@Selector String room, @Selector String action, String name,
			@org.springframework.lang.Nullable String id, @org.springframework.lang.Nullable String value) {
		RoomView view = this.rooms.get(room);
		if (view == null) {
			return refused(WebEndpointResponse.STATUS_NOT_FOUND,
					"There is no '" + room + "', only " + this.rooms.keySet());
		}
		if (!view.actions().contains(action)) {
			return refused(WebEndpointResponse.STATUS_NOT_FOUND,
					"'" + room + "' has no action '" + action + "', only " + view.actions());
		}
		try {
			Map<String, Object> done = view.act(action, name, id, (value != null) ? Map.of("value", value) : Map.of());
			if (done == null) {
				return refused(WebEndpointResponse.STATUS_NOT_FOUND, "'" + room + "' does not know '" + name + "'");
			}
			logger.info("Performed '{}' on '{}' of {} through the actuator endpoint: {}", action, name, room, done);
			return new WebEndpointResponse<>(done);
		}
		catch (IllegalArgumentException ex) {
			return refused(WebEndpointResponse.STATUS_BAD_REQUEST, String.valueOf(ex.getMessage()));
		}
	}

	private static WebEndpointResponse<Map<String, Object>> refused(int status, String reason) {
		return new WebEndpointResponse<>(Map.of("error", reason), status);
	}

}
