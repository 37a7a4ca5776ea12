// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.util.ClassUtils;

/**
 * Fails the start on a version of Spring Boot that is not supported, and where the
 * starter was made for another generation of Spring Boot: the auto-configuration would be
 * ignored or fail on a missing class. Uses only types that every version has. A failure
 * of an earlier event would not be analyzed.
 */
class SpringBootCheck implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

	@Override
	public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
		ClassLoader classLoader = event.getSpringApplication().getClassLoader();
		check(SpringBootVersion.getVersion(), (name) -> ClassUtils.isPresent(name, classLoader));
	}

	static void check(@Nullable String version, Predicate<String> isPresent) {
		if (version == null) {
			return;
		}
		SpringBootGeneration generation = SpringBootGeneration.of(version);
		if (generation == null) {
			throw new UnsupportedSpringBootException(version, null);
		}
		SpringBootGeneration others = generation.other();
		String other = isPresent.test(others.marker()) ? others.starter() : null;
		boolean missing = !isPresent.test(generation.marker());
		if (missing || other != null) {
			throw new UnsupportedSpringBootException(version, generation.starter(), missing, other);
		}
	}

}
