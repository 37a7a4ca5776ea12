// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What must hold for the module as a whole.
 */
class ModuleTests {

	private static final String ROOT = "io.github.rediscomponents";

	private final JavaClasses classes = new ClassFileImporter()
		.withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
		.importPackages(ROOT + ".test");

	@Test
	void needsNoneOfTheComponentsThatItTests() {
		noClasses().should()
			.dependOnClassesThat(resideInAPackage(ROOT + "..").and(not(resideInAPackage(ROOT + ".test.."))))
			.check(this.classes);
	}

	@Test
	void needsSpringOnlyForTheEmbeddedServer() {
		noClasses().that()
			.resideOutsideOfPackage("..autoconfigure")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("org.springframework..", "io.lettuce..")
			.check(this.classes);
	}

	@Test
	void hasNoPackageCycles() {
		slices().matching(ROOT + ".test.(**)").should().beFreeOfCycles().check(this.classes);
	}

	@Test
	void isNullMarkedEverywhere() {
		assertThat(this.classes).extracting((type) -> type.getPackage())
			.allMatch((type) -> type.isAnnotatedWith(NullMarked.class));
	}

	@Test
	void describesItsProperties() throws IOException {
		String metadata = resource("META-INF/spring-configuration-metadata.json");
		assertThat(metadata).contains("\"redis-components.embedded.enabled\"", "\"redis-components.embedded.port\"",
				"\"redis-components.embedded.data-directory\"",
				"Whether to start an embedded Redis server for development.");
		assertThat(metadata.split("\"description\"", -1)).hasSize(1 + 3);
	}

	private String resource(String name) throws IOException {
		URI classes = URI.create(RedisServer.class.getProtectionDomain().getCodeSource().getLocation() + name);
		try (InputStream in = classes.toURL().openStream()) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

}
