package io.github.rediscomponents.support;

import org.jspecify.annotations.Nullable;

/**
 * Stands in the log for an exception whose own methods throw or never end.
 */
final class Undescribable extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/** Deeper chains of causes are taken for endless. */
	private static final int MOST_CAUSES = 100;

	private Undescribable(Class<?> type) {
		super("An exception of " + type.getName() + ", which cannot be described", null, false, true);
	}

	static Throwable orItself(Throwable failure) {
		return isDescribable(failure, 0) ? failure : of(failure);
	}

	private static boolean isDescribable(Throwable failure, int depth) {
		try {
			Throwable cause = failure;
			for (int i = depth; cause != null; i++) {
				if (i > MOST_CAUSES || !isReadable(cause)) {
					return false;
				}
				for (Throwable suppressed : cause.getSuppressed()) {
					if (!isDescribable(suppressed, i + 1)) {
						return false;
					}
				}
				cause = cause.getCause();
			}
			return true;
		}
		catch (Throwable ex) {
			return false;
		}
	}

	/**
	 * Whether it has what a logger asks for; a logger wants a stack trace of any length.
	 */
	private static boolean isReadable(Throwable failure) {
		return (failure.toString() + failure.getMessage() + failure.getLocalizedMessage()).length() > 0
				&& failure.getStackTrace() != null;
	}

	private static Undescribable of(Throwable failure) {
		Undescribable stand = new Undescribable(failure.getClass());
		StackTraceElement[] trace = trace(failure);
		if (trace != null) {
			stand.setStackTrace(trace);
		}
		return stand;
	}

	private static StackTraceElement @Nullable [] trace(Throwable failure) {
		try {
			return failure.getStackTrace();
		}
		catch (Throwable ex) {
			return null;
		}
	}

}
