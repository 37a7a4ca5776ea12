// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the application runs on an unsupported version of Spring Boot, or with the
 * starter of another generation.
 *
 * @since 1.0.0
 */
public final class UnsupportedSpringBootException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String version;

	private final @Nullable String starter;

	/**
	 * Creates the exception.
	 * @param version the version of Spring Boot
	 * @param starter the starter for that version, or null if there is none
	 */
	public UnsupportedSpringBootException(String version, @Nullable String starter) {
		super((starter != null) ? "Spring Boot " + version + " needs " + starter
				: "redis-components needs Spring Boot 3.5 or newer, and runs on " + version);
		this.version = version;
		this.starter = starter;
	}

	/**
	 * Returns the version that the application runs on.
	 * @return the version of Spring Boot
	 */
	public String version() {
		return this.version;
	}

	/**
	 * Returns the starter that this version needs.
	 * @return the artefact's name, or null if no starter supports the version
	 */
	public @Nullable String starter() {
		return this.starter;
	}

}
