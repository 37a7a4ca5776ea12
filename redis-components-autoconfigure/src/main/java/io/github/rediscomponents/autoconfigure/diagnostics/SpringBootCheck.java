// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.context.event.ApplicationStartingEvent;
import org.springframework.context.ApplicationListener;

/**
 * Fails the start on Spring Boot before 4.0, which would ignore the auto-configuration or
 * fail on a missing class. Uses only types that these versions have.
 */
class SpringBootCheck implements ApplicationListener<ApplicationStartingEvent> {

	@Override
	public void onApplicationEvent(ApplicationStartingEvent event) {
		check(SpringBootVersion.getVersion());
	}

	static void check(@Nullable String version) {
		if (version != null && version.matches("[0-3]\\..*")) {
			throw new UnsupportedSpringBootException(version);
		}
	}

}
