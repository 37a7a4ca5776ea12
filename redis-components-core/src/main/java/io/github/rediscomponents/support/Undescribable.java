// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Stands in the log for an exception whose own methods throw or never end.
 */
final class Undescribable extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/** Deeper chains of causes are taken for endless. */
	private static final int MOST_CAUSES = 100;

	/** More causes and suppressed exceptions in all are taken for endless. */
	private static final int MOST_EXCEPTIONS = 1000;

	private Undescribable(Class<?> type) {
		super("An exception of " + type.getName() + ", which cannot be described", null, false, true);
	}

	static Throwable orItself(Throwable failure) {
		Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
		return isDescribable(failure, 0, seen) ? failure : of(failure);
	}

	/**
	 * Looks at each exception once, because those of attempts that follow one another may
	 * all refer to all earlier ones.
	 */
	private static boolean isDescribable(Throwable failure, int depth, Set<Throwable> seen) {
		try {
			Throwable cause = failure;
			for (int i = depth; cause != null && seen.add(cause); i++) {
				if (i > MOST_CAUSES || seen.size() > MOST_EXCEPTIONS || !isReadable(cause)) {
					return false;
				}
				for (Throwable suppressed : cause.getSuppressed()) {
					if (!isDescribable(suppressed, i + 1, seen)) {
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
	 * Returns whether it has the parts that a logger requires; a logger requires a stack
	 * trace of any length.
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
