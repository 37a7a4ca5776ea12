// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
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
	void everyPackageIsNullMarked() {
		Set<String> packages = new TreeSet<>();
		Set<String> unmarked = new TreeSet<>();
		List<Path> modules = BuiltModules.folders("core", "autoconfigure", "boot3", "boot4", "contract", "test");
		for (JavaClass type : new ClassFileImporter().importPaths(modules)) {
			JavaPackage room = type.getPackage();
			packages.add(room.getName());
			if (!room.isAnnotatedWith(NullMarked.class)) {
				unmarked.add(room.getName());
			}
		}
		assertThat(packages).contains("io.github.rediscomponents", "io.github.rediscomponents.autoconfigure",
				"io.github.rediscomponents.cache");
		assertThat(unmarked).isEmpty();
	}

}
