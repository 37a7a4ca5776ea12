// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;

import io.github.rediscomponents.autoconfigure.console.ConsoleProperties;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is looked up by name is in the metadata of a native image, in which it would be
 * absent otherwise.
 */
class ConsoleHintsTests {

	private static final Pattern CLASS = Pattern.compile("\"((?:org|com|io)(?:\\.[a-z0-9]+)+\\.[A-Z]\\w+)\"");

	@Test
	void everyClassThatIsLookedUpByNameIsRegistered() throws IOException {
		RuntimeHints hints = new RuntimeHints();
		ClassLoader loader = getClass().getClassLoader();
		SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories", loader)
			.load(RuntimeHintsRegistrar.class)
			.stream()
			.filter((registrar) -> registrar.getClass().getName().startsWith("io.github.rediscomponents."))
			.forEach((registrar) -> registrar.registerHints(hints, loader));
		Set<String> names = new TreeSet<>(Set.of(ConsoleProperties.MODULE));
		try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
			for (Path file : files.filter((one) -> one.toString().endsWith(".java")).toList()) {
				CLASS.matcher(Files.readString(file)).results().forEach((found) -> names.add(found.group(1)));
			}
		}
		assertThat(names).hasSizeGreaterThan(1)
			.allSatisfy(
					(name) -> assertThat(RuntimeHintsPredicates.reflection().onType(TypeReference.of(name))).as(name)
						.accepts(hints));
	}

}
