// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

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
		throw new IllegalStateException("no text");
	}

}
