// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.starter;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Processes on Spring Boot 3.5 and 4 side by side, as during a rolling upgrade, with the
 * class path that each starter gives an application.
 */
class GenerationTests {

	@ParameterizedTest
	@CsvSource({ "3, 4", "4, 3" })
	void oneReadsWhatTheOtherWrites(String writing, String reading) throws IOException {
		try (RedisServer server = RedisServer.start();
				ChildJvm writer = start(writing, server, "write", "orders-" + writing)) {
			String token = value(writer, "token");
			assertThat(value(writer, "ready")).isEqualTo("written");
			try (ChildJvm reader = start(reading, server, "read", "orders-" + writing, token)) {
				assertThat(value(reader, "ready")).isEqualTo("read");
				assertThat(value(writer, "generation")).isEqualTo(writing);
				assertThat(value(reader, "generation")).isEqualTo(reading);
				for (String part : List.of("cached", "task", "recent", "mail", "locked", "session")) {
					assertThat(value(reader, part)).as(part + " in " + reader.output()).isEqualTo("true");
				}
				assertThat(value(reader, "id")).isNotEqualTo(value(writer, "id"));
			}
		}
	}

	@Test
	void threeNamesItsStarterWhenItIsMissing() throws IOException {
		failsToStart("3", "redis-components-boot3",
				"Add a dependency on io.github.redis-components:redis-components-starter-boot3.");
	}

	@Test
	void fourNamesItsStarterWhenItIsMissing() throws IOException {
		failsToStart("4", "redis-components-boot4",
				"Add a dependency on io.github.redis-components:redis-components-starter.");
	}

	@ParameterizedTest
	@CsvSource({ "3, redis-components-starter", "4, redis-components-starter-boot3" })
	void bothStartersTogetherAreNamed(String generation, String superfluous) throws IOException {
		String other = generation.equals("3") ? "4" : "3";
		String classPath = withWhatIsMissing(classPath(generation), classPath(other));
		failsToStart(classPath, "Remove the dependency on io.github.redis-components:" + superfluous + ",");
	}

	@ParameterizedTest
	@CsvSource({ "3, redis-components-boot3, redis-components-starter-boot3",
			"4, redis-components-boot4, redis-components-starter" })
	void theOtherStarterAloneIsNamed(String generation, String missing, String right) throws IOException {
		String other = generation.equals("3") ? "4" : "3";
		failsToStart(withWhatIsMissing(without(classPath(generation), missing), without(classPath(other), missing)),
				"Replace the dependency on the starter by io.github.redis-components:" + right + ".");
	}

	/** As a build does that manages the versions of one generation. */
	private static String withWhatIsMissing(String classPath, String other) {
		List<String> own = List.of(classPath.split(File.pathSeparator));
		Set<String> known = own.stream().map(GenerationTests::artefact).collect(Collectors.toSet());
		return Stream
			.concat(own.stream(),
					Stream.of(other.split(File.pathSeparator)).filter((entry) -> known.add(artefact(entry))))
			.collect(Collectors.joining(File.pathSeparator));
	}

	private static String artefact(String entry) {
		// Those of Jackson 2 and 3 have the same names.
		String group = entry.contains("tools") ? "tools:" : "";
		return group + Path.of(entry).getFileName().toString().replaceFirst("-\\d.*", "");
	}

	private static String without(String classPath, String missing) {
		return Stream.of(classPath.split(File.pathSeparator))
			.filter((entry) -> !entry.contains(missing))
			.collect(Collectors.joining(File.pathSeparator));
	}

	private static void failsToStart(String generation, String missing, String named) throws IOException {
		failsToStart(without(classPath(generation), missing), named);
	}

	private static void failsToStart(String classPath, String named) throws IOException {
		try (ChildJvm jvm = ChildJvm.start(classPath, GenerationApp.class, "redis://127.0.0.1:1", "write", "x")) {
			assertThat(jvm.waitFor(Duration.ofMinutes(2))).isEqualTo(1);
			assertThat(jvm.output()).contains("APPLICATION FAILED TO START", named);
		}
	}

	private static ChildJvm start(String generation, RedisServer server, String... args) throws IOException {
		return ChildJvm.start(classPath(generation), GenerationApp.class,
				Stream.concat(Stream.of(server.uri()), Stream.of(args)).toArray(String[]::new));
	}

	private static String value(ChildJvm jvm, String name) {
		return jvm.awaitLine((line) -> line.startsWith(name + "=")).substring(name.length() + 1);
	}

	/**
	 * What the build wrote down for an application with the starter, and this
	 * application.
	 */
	private static String classPath(String generation) throws IOException {
		Path module = Path.of("..",
				generation.equals("3") ? "redis-components-starter-boot3" : "redis-components-starter");
		Path written = module.resolve(Path.of("target", "class-path-" + generation));
		return String.join(File.pathSeparator, Files.readString(written).strip(),
				Path.of("target", "test-classes").toAbsolutePath().toString());
	}

}
