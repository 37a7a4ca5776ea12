// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.concurrent.CompletionException;

/**
 * Keys of entries that have a wrong Redis type.
 */
final class WrongType {

	/** Stands for their content, which no cache can read. */
	static final byte[] CONTENT = {};

	private WrongType() {
	}

	/**
	 * Returns whether the failure of a read says so.
	 */
	static boolean is(Throwable failure) {
		return String.valueOf(failure.getMessage()).startsWith("WRONGTYPE");
	}

	/**
	 * Returns the content if the failure of a read says so, else throws the failure.
	 */
	static byte[] recovered(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		if (is(cause)) {
			return CONTENT;
		}
		throw new CompletionException(cause);
	}

}
