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

	private final boolean missing;

	private final @Nullable String superfluous;

	/**
	 * Creates the exception.
	 * @param version the version of Spring Boot
	 * @param starter the starter for that version, or null if there is none
	 */
	public UnsupportedSpringBootException(String version, @Nullable String starter) {
		this(version, starter, true, null);
	}

	/**
	 * Creates the exception.
	 * @param version the version of Spring Boot
	 * @param starter the starter for that version, or null if there is none
	 * @param missing whether that starter is missing
	 * @param superfluous the starter of another generation that is there, or null if
	 * there is none
	 */
	public UnsupportedSpringBootException(String version, @Nullable String starter, boolean missing,
			@Nullable String superfluous) {
		super((starter != null)
				? "Spring Boot " + version + " needs " + starter
						+ ((superfluous != null) ? " without " + superfluous : "")
				: "redis-components needs Spring Boot 3.5 or newer, and runs on " + version);
		this.version = version;
		this.starter = starter;
		this.missing = missing;
		this.superfluous = superfluous;
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

	/**
	 * Returns whether the starter that this version needs is missing.
	 * @return false if it is there beside another one
	 */
	public boolean missing() {
		return this.missing;
	}

	/**
	 * Returns the starter of another generation that is there.
	 * @return the artefact's name, or null if there is none
	 */
	public @Nullable String superfluous() {
		return this.superfluous;
	}

}
