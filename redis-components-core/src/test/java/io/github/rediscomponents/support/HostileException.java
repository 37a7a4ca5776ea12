// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.ArrayList;
import java.util.List;

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
		return all;
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
