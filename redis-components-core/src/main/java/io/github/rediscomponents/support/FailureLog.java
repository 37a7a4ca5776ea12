// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Logs failures that repeat: each reason once, with its exception, and then one line with
 * the number of repetitions at intervals that grow from ten seconds to one hour. A reason
 * is the message, its arguments, the type of the exception and the error code of Redis.
 * After a pause longer than the interval a reason is logged at once again; after one that
 * is also longer than five minutes the intervals begin anew.
 *
 * <p>
 * The arguments of a message name declarations: a queue, a cache, a policy. Keys, values
 * and tokens are neither few nor fit for a log.
 *
 * <p>
 * Logging never throws, not even for an exception whose own methods throw.
 *
 * @since 1.0.0
 */
public final class FailureLog {

	private static final Duration FIRST_INTERVAL = Duration.ofSeconds(10);

	private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);

	/** Failures that repeat less frequently are logged each time. */
	private static final Duration EPISODE_ENDS = Duration.ofMinutes(5);

	private static final String MORE = " ({} times more since the last line)";

	/** More reasons than this share one entry for each message. */
	private static final int MOST_REASONS = 200;

	private static final Pattern CODE = Pattern.compile("(?:^|: -?)([A-Z]{2,20})\\b");

	private final Map<Reason, Repetitions> reasons = new ConcurrentHashMap<>();

	private final Logger logger;

	private final LongSupplier nanos;

	/**
	 * Returns a log of failures.
	 * @param logger the target of the lines
	 */
	public FailureLog(Logger logger) {
		this(logger, System::nanoTime);
	}

	FailureLog(Logger logger, LongSupplier nanos) {
		this.logger = logger;
		this.nanos = nanos;
	}

	/**
	 * Logs a failure as a warning, unless its reason was logged a short time ago.
	 * @param failure the exception
	 * @param message the message, with a pair of braces for each argument
	 * @param args the arguments
	 */
	public void warn(Throwable failure, String message, Object... args) {
		long unlogged = repetitions(failure, message, args).count(this.nanos.getAsLong());
		if (unlogged == 0) {
			warnOnce(this.logger, failure, message, args);
		}
		else if (unlogged > 0) {
			warnOnce(this.logger, failure, message + MORE, more(args, unlogged));
		}
	}

	/**
	 * Logs a failure without an exception as a warning, unless the same was logged a
	 * short time ago.
	 * @param message the message, with a pair of braces for each argument
	 * @param args the arguments
	 */
	public void warn(String message, Object... args) {
		long unlogged = repetitions(null, message, args).count(this.nanos.getAsLong());
		if (unlogged == 0) {
			this.logger.warn(message, args);
		}
		else if (unlogged > 0) {
			this.logger.warn(message + MORE, more(args, unlogged));
		}
	}

	private static Object[] more(Object[] args, long unlogged) {
		Object[] more = Arrays.copyOf(args, args.length + 1);
		more[args.length] = unlogged;
		return more;
	}

	private Repetitions repetitions(@Nullable Throwable failure, String message, Object[] args) {
		Reason reason = new Reason(message, List.of(args), (failure != null) ? failure.getClass() : Void.class,
				(failure != null) ? code(failure) : "");
		if (this.reasons.size() >= MOST_REASONS && !this.reasons.containsKey(reason)) {
			reason = new Reason(message, List.of(), Throwable.class, "");
		}
		return this.reasons.computeIfAbsent(reason, (added) -> new Repetitions());
	}

	private static String code(Throwable failure) {
		try {
			Matcher matcher = CODE.matcher(String.valueOf(failure.getMessage()));
			return matcher.find() ? matcher.group(1) : "";
		}
		catch (Throwable ex) {
			return "";
		}
	}

	/**
	 * Logs a failure as a warning, even if methods of the exception throw.
	 * @param logger the target of the line
	 * @param failure the exception
	 * @param message the message, with a pair of braces for each argument
	 * @param args the arguments
	 */
	public static void warnOnce(Logger logger, Throwable failure, String message, @Nullable Object... args) {
		try {
			logger.warn(message, with(failure, args));
		}
		catch (Throwable ex) {
			// Logging itself fails; there is no other way to report it.
		}
	}

	/**
	 * Logs a failure for those who look for its reason, even if methods of the exception
	 * throw.
	 * @param logger the target of the line
	 * @param failure the exception
	 * @param message the message, with a pair of braces for each argument
	 * @param args the arguments
	 */
	public static void debug(Logger logger, Throwable failure, String message, @Nullable Object... args) {
		try {
			if (logger.isDebugEnabled()) {
				logger.debug(message, with(failure, args));
			}
		}
		catch (Throwable ex) {
			// As above.
		}
	}

	private static Object[] with(Throwable failure, @Nullable Object[] args) {
		Object[] all = Arrays.copyOf(args, args.length + 1);
		all[args.length] = describable(failure);
		return all;
	}

	/**
	 * Returns the exception itself if a logger can describe it, otherwise one that stands
	 * for it.
	 * @param failure any exception
	 * @return an exception whose methods do not throw
	 */
	public static Throwable describable(Throwable failure) {
		return Undescribable.orItself(failure);
	}

	/**
	 * Returns the text of an exception, even if its methods throw.
	 * @param failure any exception
	 * @return its {@code toString()}, or the name of its class if that throws
	 */
	public static String describe(Throwable failure) {
		return describable(failure).toString();
	}

	/**
	 * The identity of a failure.
	 *
	 * @param message the message
	 * @param args its arguments
	 * @param type of the exception
	 * @param code the error code of Redis, empty if there is none
	 */
	private record Reason(String message, List<Object> args, Class<?> type, String code) {

	}

	/** Counts the failures of one reason between two lines of the log. */
	private static final class Repetitions {

		private final Lock lock = new ReentrantLock();

		private boolean known;

		private long interval = FIRST_INTERVAL.toNanos();

		private long line;

		private long last;

		private long unlogged;

		/** Returns how many were not logged before this one; negative to log nothing. */
		long count(long now) {
			this.lock.lock();
			try {
				return unlogged(now);
			}
			finally {
				this.lock.unlock();
			}
		}

		private long unlogged(long now) {
			long pause = now - this.last;
			this.last = now;
			if (this.known && now - this.line < this.interval) {
				this.unlogged++;
				return -1;
			}
			boolean over = !this.known || pause > Math.max(this.interval, EPISODE_ENDS.toNanos());
			this.interval = over ? FIRST_INTERVAL.toNanos() : Math.min(2 * this.interval, LONGEST_INTERVAL.toNanos());
			this.known = true;
			this.line = now;
			long before = this.unlogged;
			this.unlogged = 0;
			return before;
		}

	}

}
