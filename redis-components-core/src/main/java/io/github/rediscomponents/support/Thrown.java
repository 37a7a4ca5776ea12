package io.github.rediscomponents.support;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Looks at throwables of an application's code, each of whose methods may throw in turn:
 * a lazy message, a proxy of a remote exception, a cause that is made when it is asked
 * for. Code that has caught such a throwable never calls its methods, and never hands it
 * to a logger, but by way of this class.
 */
public final class Thrown {

	/** Causes and suppressed ones that are looked at before a throwable is logged. */
	private static final int MOST = 100;

	private Thrown() {
	}

	/**
	 * Returns what {@link Throwable#toString()} says, or the name of the class if that
	 * fails or says nothing. Never throws.
	 * @param thrown what was thrown
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
			// Whatever it throws, its class says what it is.
		}
		return thrown.getClass().getName();
	}

	/**
	 * Returns the message, or what {@link #text} says if there is none or it cannot be
	 * told. Never throws.
	 * @param thrown what was thrown
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
	 * Returns the cause, null if there is none or it cannot be told. Never throws.
	 * @param thrown what was thrown
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

	/**
	 * Returns what a logger can be given: the throwable itself if all that a logger asks
	 * can be answered, by its causes and suppressed ones too, else one that has its text
	 * and where it was thrown. Never throws.
	 * @param thrown what was thrown
	 * @return a throwable whose methods work
	 */
	public static Throwable loggable(Throwable thrown) {
		try {
			look(thrown, Collections.newSetFromMap(new IdentityHashMap<>()));
			return thrown;
		}
		catch (Throwable ex) {
			return new Substitute(thrown);
		}
	}

	private static void look(Throwable at, Set<Throwable> seen) {
		if (!seen.add(at)) {
			return;
		}
		if (seen.size() > MOST) {
			throw new IllegalStateException("Its causes have no end");
		}
		String said = at.toString() + at.getMessage() + at.getLocalizedMessage();
		if (said.isEmpty() || at.getStackTrace() == null) {
			throw new IllegalStateException("It says nothing");
		}
		Throwable cause = at.getCause();
		if (cause != null) {
			look(cause, seen);
		}
		for (Throwable suppressed : at.getSuppressed()) {
			look(suppressed, seen);
		}
	}

	/** Stands for a throwable that cannot be asked. */
	private static final class Substitute extends RuntimeException {

		private static final long serialVersionUID = 1L;

		Substitute(Throwable thrown) {
			super(text(thrown), null, false, true);
			try {
				setStackTrace(thrown.getStackTrace());
			}
			catch (Throwable ex) {
				setStackTrace(new StackTraceElement[0]);
			}
		}

	}

}
