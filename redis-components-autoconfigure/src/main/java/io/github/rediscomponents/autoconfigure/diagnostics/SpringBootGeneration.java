// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import org.jspecify.annotations.Nullable;

/**
 * The generations of Spring Boot, each with a starter of its own.
 */
enum SpringBootGeneration {

	THREE("redis-components-starter-boot3", "io.github.rediscomponents.boot3.ConnectionDetailsReader"),

	FOUR("redis-components-starter", "io.github.rediscomponents.boot4.ConnectionDetailsReader");

	private final String starter;

	private final String marker;

	SpringBootGeneration(String starter, String marker) {
		this.starter = starter;
		this.marker = marker;
	}

	/** Returns the artefact that an application of this generation adds. */
	String starter() {
		return this.starter;
	}

	/** Returns the name of a class that only this starter brings. */
	String marker() {
		return this.marker;
	}

	/** Returns the other generation, whose starter must not be there. */
	SpringBootGeneration other() {
		return (this == THREE) ? FOUR : THREE;
	}

	/** Returns the generation, or null if the version is older than all. */
	static @Nullable SpringBootGeneration of(String version) {
		if (version.matches("[0-2]\\..*|3\\.[0-4]([.-].*)?")) {
			return null;
		}
		return version.startsWith("3.") ? THREE : FOUR;
	}

}
