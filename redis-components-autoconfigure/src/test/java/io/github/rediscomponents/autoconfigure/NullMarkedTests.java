// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every package is null-marked, so that Kotlin and the tools of Java see which values may
 * be null.
 */
class NullMarkedTests {

	@Test
	void everyPackageIsNullMarked() throws IOException {
		List<Path> modules = BuiltModules.folders("core", "autoconfigure", "boot3", "boot4", "contract", "test");
		Set<String> packages = new TreeSet<>();
		for (Path module : modules) {
			packages.addAll(packagesBelow(module));
		}
		// Of the other classes nothing but their package matters, and to read them takes
		// ten seconds.
		Set<String> marked = new ClassFileImporter()
			.withImportOption((location) -> location.contains("package-info.class"))
			.importPaths(modules)
			.stream()
			.filter((type) -> type.isAnnotatedWith(NullMarked.class))
			.map(JavaClass::getPackageName)
			.collect(Collectors.toSet());
		assertThat(packages).contains("io.github.rediscomponents", "io.github.rediscomponents.autoconfigure",
				"io.github.rediscomponents.cache");
		assertThat(marked).containsAll(packages);
	}

	private static Set<String> packagesBelow(Path classes) throws IOException {
		try (Stream<Path> files = Files.walk(classes)) {
			return files.filter((file) -> file.toString().endsWith(".class"))
				.map((file) -> classes.relativize(file.getParent()).toString().replace(File.separatorChar, '.'))
				.collect(Collectors.toSet());
		}
	}

}
