// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.web;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.ApplicationEventPublisher;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.autoconfigure.console.ConsoleSettings;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.console.ConsoleAction;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Thrown;

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

	/** Listeners may throw anything. */
	private final FailureLog failures = new FailureLog(logger);

	/** Reads are made outside of the cache, whose other entries they would lock. */
	private final Cache<Asked, Read> kept;

	RoomRequests(SortedMap<String, RoomView> views, Supplier<ConsoleSettings> settings,
			ApplicationEventPublisher events) {
		this.views = views;
		this.events = events;
		this.kept = Caffeine.newBuilder()
			.maximumSize(MOST_KEPT)
			.expireAfter(Expiry.<Asked, Read>writing((asked, found) -> settings.get().interval()))
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
		while (true) {
			Read own = new Read(() -> Optional.ofNullable((asked.list() != null)
					? view.list(asked.name(), asked.list(), asked.cursor()) : view.find(asked.name())));
			Read known = this.kept.asMap().putIfAbsent(asked, own);
			Read read = (known != null) ? known : own;
			// Does nothing if another request runs it or has run it.
			read.run();
			try {
				return read.get().orElse(null);
			}
			catch (ExecutionException ex) {
				this.kept.asMap().remove(asked, read);
				if (!read.wasInterruptedElsewhere()) {
					throw failure(ex);
				}
				// The interrupt was meant for the request that read for all.
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new RedisUnavailableException("The request was interrupted", Outcome.UNKNOWN, ex);
			}
		}
	}

	private static RuntimeException failure(ExecutionException failure) {
		Throwable cause = Thrown.unwrapped(failure);
		if (cause instanceof Error error) {
			throw error;
		}
		return (cause instanceof RuntimeException known) ? known : new IllegalStateException(cause);
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
			publish(new ConsoleAction(user, room, action, name, id, result));
		}
		return result;
	}

	/** What is done stays done, and is answered so. */
	private void publish(ConsoleAction action) {
		try {
			this.events.publishEvent(action);
		}
		catch (Throwable ex) {
			this.failures.warn(ex, "A listener of the action '{}' in {} failed; the action was performed",
					action.action(), action.room());
		}
	}

	static @Nullable String text(Map<String, Object> body, String field) {
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

	/** A read that several requests may share; the first one runs it. */
	private static final class Read extends FutureTask<Optional<Map<String, Object>>> {

		private volatile @Nullable Thread interrupted;

		Read(Callable<Optional<Map<String, Object>>> read) {
			super(read);
		}

		@Override
		protected void setException(Throwable failure) {
			if (Thread.currentThread().isInterrupted() || failure instanceof InterruptedException) {
				this.interrupted = Thread.currentThread();
			}
			super.setException(failure);
		}

		/** Whether it failed while the thread of another request was interrupted. */
		boolean wasInterruptedElsewhere() {
			Thread thread = this.interrupted;
			return thread != null && thread != Thread.currentThread();
		}

	}

}
