// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.crowd;

/**
 * A scenario could not be run: an instance is not reachable, or does not do what the
 * scenario needs before anything can be measured.
 *
 * @since 1.0.0
 */
public class UnusableGuideException extends RuntimeException {

	public UnusableGuideException(String message) {
		super(message);
	}

	public UnusableGuideException(String message, Throwable cause) {
		super(message, cause);
	}

}
