// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.profile;

/**
 * Thrown if the active profiles cannot be used together or are incomplete.
 */
final class UnusableProfilesException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String advice;

	UnusableProfilesException(String reason, String advice) {
		super(reason);
		this.advice = advice;
	}

	String advice() {
		return this.advice;
	}

}
