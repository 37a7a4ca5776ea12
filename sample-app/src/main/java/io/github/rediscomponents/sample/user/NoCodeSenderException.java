// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

/**
 * No bean sends login codes, and the profile is not one that shows them.
 */
final class NoCodeSenderException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	NoCodeSenderException() {
		super("No way to send login codes is configured");
	}

}
