// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The classes of several modules, for tests that look at all of them.
 */
final class BuiltModules {

	private BuiltModules() {
	}

	/**
	 * Returns the folders of their classes; a build of some modules leaves others out.
	 */
	static List<Path> folders(String... modules) {
		List<Path> built = Stream.of(modules)
			.map((module) -> Path.of("../redis-components-" + module + "/target/classes"))
			.filter(Files::exists)
			.toList();
		assertThat(built).hasSizeGreaterThan(2);
		return built;
	}

}
