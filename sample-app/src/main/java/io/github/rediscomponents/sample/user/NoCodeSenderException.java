// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

/**
 * Thrown if no bean sends login codes and the profile does not show them.
 */
final class NoCodeSenderException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	NoCodeSenderException() {
		super("No way to send login codes is configured");
	}

}
