// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the descriptors that Boot reads by name, and the shape of the
 * auto-configurations, against the classes.
 */
class BuildCheckTests {

	private static final Path CLASSES = Path.of("target/classes");

	private static final JavaClasses TYPES = new ClassFileImporter().importPath(CLASSES);

	@Test
	void everyAutoConfigurationIsImportedAndEveryImportIsOne() {
		JavaClasses generation = new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
			.importPackages("io.github.rediscomponents.boot3", "io.github.rediscomponents.boot4");
		assertThat(generation).isNotEmpty();
		List<String> annotated = Stream.concat(TYPES.stream(), generation.stream())
			.filter((type) -> type.isAnnotatedWith(AutoConfiguration.class))
			.map(JavaClass::getName)
			.toList();
		List<String> imported = Stream.of(TestContexts.autoConfigurations()).map(Class::getName).toList();
		assertThat(imported).containsExactlyInAnyOrderElementsOf(annotated);
		assertThat(imported).filteredOn((name) -> name.startsWith("io.github.rediscomponents.autoconfigure."))
			.isSorted();
	}

	@Test
	void autoConfigurationsArePublicFinalAndHideTheirBeanMethods() {
		assertThat(TestContexts.autoConfigurations()).allSatisfy((type) -> {
			assertThat(Modifier.isPublic(type.getModifiers()) && Modifier.isFinal(type.getModifiers()))
				.as(type.getName())
				.isTrue();
			assertThat(type.getDeclaredMethods()).filteredOn((method) -> method.isAnnotationPresent(Bean.class))
				.allSatisfy((method) -> assertThat(Modifier.isPublic(method.getModifiers())).as(method.toString())
					.isFalse());
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "META-INF/spring.factories", "META-INF/spring/aot.factories" })
	void everyClassNamedInFactoriesExists(String file) throws IOException {
		Properties factories = new Properties();
		try (InputStream in = Files.newInputStream(CLASSES.resolve(file))) {
			factories.load(in);
		}
		assertThat(factories).isNotEmpty();
		factories.forEach((type, names) -> Stream.of(names.toString().split(","))
			.forEach((name) -> assertThat(ClassUtils.resolveClassName(type.toString(), null))
				.isAssignableFrom(ClassUtils.resolveClassName(name.strip(), null))));
	}

	@Test
	void everyPropertyIsDescribed() throws IOException {
		JsonNode metadata = new JsonMapper()
			.readTree(Files.readAllBytes(CLASSES.resolve("META-INF/spring-configuration-metadata.json")));
		assertThat(metadata.get("properties")).hasSizeGreaterThan(10)
			.allSatisfy((property) -> assertThat(property.path("description").asText()).as("%s", property)
				.matches("[A-Z].*\\."));
	}

	@Test
	void everyPropertyStandsOnAPageOfTheGuide() throws IOException {
		StringBuilder guide = new StringBuilder();
		try (Stream<Path> pages = Files.list(Path.of("../docs"))) {
			for (Path page : pages.filter((file) -> file.toString().endsWith(".md")).toList()) {
				guide.append(Files.readString(page));
			}
		}
		JsonNode metadata = new JsonMapper()
			.readTree(Files.readAllBytes(CLASSES.resolve("META-INF/spring-configuration-metadata.json")));
		assertThat(metadata.get("properties"))
			.allSatisfy((property) -> assertThat(guide).contains("`" + property.get("name").asText() + "`"));
	}

	@Test
	void propertiesHaveTheirOwnNamespaceAndKnowEveryKeyOfTheirRoom() {
		assertThat(TYPES.stream().filter((type) -> type.isAnnotatedWith(ConfigurationProperties.class))).isNotEmpty()
			.allSatisfy((type) -> {
				ConfigurationProperties annotation = type.reflect().getAnnotation(ConfigurationProperties.class);
				String prefix = annotation.prefix() + annotation.value();
				assertThat(prefix).startsWith("redis-components");
				assertThat(annotation.ignoreUnknownFields()).as(prefix).isEqualTo(prefix.equals("redis-components"));
			});
	}

}
