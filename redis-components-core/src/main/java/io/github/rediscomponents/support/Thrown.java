// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import org.jspecify.annotations.Nullable;

/**
 * Looks at throwables of an application's code, each of whose methods may throw in turn:
 * a lazy message, a proxy of a remote exception, a cause that is made when it is read.
 * Code that has caught such a throwable calls its methods by way of this class only, and
 * hands it to a logger as {@link FailureLog#describable}.
 *
 * @since 1.0.0
 */
public final class Thrown {

	/** Deeper chains of causes are taken for endless. */
	private static final int MOST_CAUSES = 100;

	private Thrown() {
	}

	/**
	 * Returns the result of {@link Throwable#toString()}, or the name of the class if
	 * that fails or is empty. Never throws.
	 * @param thrown the throwable
	 * @return its text
	 */
	public static String text(Throwable thrown) {
		try {
			String text = thrown.toString();
			if (text != null) {
				return text;
			}
		}
		catch (Throwable ex) {
			// Described by the name of its class.
		}
		return thrown.getClass().getName();
	}

	/**
	 * Returns whether a {@link java.util.concurrent.CompletableFuture} can pass a failure
	 * on to those that depend on it: it wraps the failure and reads its text. Where that
	 * throws, what depends on the future is never completed. Never throws.
	 * @param thrown the throwable
	 * @return whether {@link Throwable#toString()} returns a text
	 */
	public static boolean canBePassedOn(Throwable thrown) {
		try {
			return thrown.toString() != null;
		}
		catch (Throwable ex) {
			return false;
		}
	}

	/**
	 * Returns the message, or the result of {@link #text} if there is none or it cannot
	 * be read. Never throws.
	 * @param thrown the throwable
	 * @return its message
	 */
	public static String message(Throwable thrown) {
		try {
			String message = thrown.getMessage();
			if (message != null) {
				return message;
			}
		}
		catch (Throwable ex) {
			// As above.
		}
		return text(thrown);
	}

	/**
	 * Returns the exception that futures have wrapped. Never throws.
	 * @param thrown as a future gives it
	 * @return the first cause that is not a wrapper
	 */
	public static Throwable unwrapped(Throwable thrown) {
		Throwable known = thrown;
		for (int i = 0; i < MOST_CAUSES; i++) {
			Throwable cause = (known instanceof CompletionException || known instanceof ExecutionException)
					? cause(known) : null;
			if (cause == null) {
				break;
			}
			known = cause;
		}
		return known;
	}

	/**
	 * Returns the last cause. Never throws.
	 * @param thrown the throwable
	 * @return the cause that has none; of an endless chain any
	 */
	public static Throwable root(Throwable thrown) {
		Throwable known = thrown;
		for (int i = 0; i < MOST_CAUSES; i++) {
			Throwable cause = cause(known);
			if (cause == null) {
				break;
			}
			known = cause;
		}
		return known;
	}

	/**
	 * Returns the cause, null if there is none or it cannot be read. Never throws.
	 * @param thrown the throwable
	 * @return its cause
	 */
	public static @Nullable Throwable cause(Throwable thrown) {
		try {
			return thrown.getCause();
		}
		catch (Throwable ex) {
			return null;
		}
	}

}
