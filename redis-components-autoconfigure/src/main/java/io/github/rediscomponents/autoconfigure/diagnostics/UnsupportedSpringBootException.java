// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

/**
 * Thrown if the application runs on an unsupported version of Spring Boot.
 *
 * @since 0.1.0
 */
public final class UnsupportedSpringBootException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String version;

	/**
	 * Creates the exception.
	 * @param version the version of Spring Boot
	 */
	public UnsupportedSpringBootException(String version) {
		super("redis-components needs Spring Boot 4.0 or newer, and runs on " + version);
		this.version = version;
	}

	/**
	 * Returns the version that the application runs on.
	 * @return the version of Spring Boot
	 */
	public String version() {
		return this.version;
	}

}
