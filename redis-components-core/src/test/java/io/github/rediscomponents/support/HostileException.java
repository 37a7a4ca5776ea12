// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * An exception whose methods throw.
 */
public final class HostileException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	@Override
	public String getMessage() {
		throw new IllegalStateException("no message");
	}

	@Override
	public String toString() {
		throw new AssertionError("no text");
	}

	@Override
	public StackTraceElement[] getStackTrace() {
		throw new IllegalStateException("no stack trace");
	}

	/** Throwables that a logger stumbles over. */
	public static List<Throwable> all() {
		List<Throwable> all = new ArrayList<>();
		all.add(new HostileException());
		all.add(new IllegalStateException("harmless", new HostileException()));
		Exception suppressing = new Exception("harmless");
		suppressing.addSuppressed(new HostileException());
		all.add(suppressing);
		all.add(new Endless());
		all.add(new HostileArgument());
		return all;
	}

	/** Wrappers of futures, each of which is the cause of the other. */
	public static Throwable circle() {
		CompletionException one = new CompletionException("one") {
			private static final long serialVersionUID = 1L;

		};
		one.initCause(new ExecutionException("other", one));
		return one;
	}

	/** An argument that is refused in a hostile way. */
	private static final class HostileArgument extends IllegalArgumentException {

		private static final long serialVersionUID = 1L;

		@Override
		public String getMessage() {
			throw new IllegalStateException("no message");
		}

		@Override
		public String toString() {
			throw new AssertionError("no text");
		}

	}

	/** Each cause has another one. */
	private static final class Endless extends RuntimeException {

		private static final long serialVersionUID = 1L;

		@Override
		public synchronized Throwable getCause() {
			return new Endless();
		}

	}

}
