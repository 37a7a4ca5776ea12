// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A logger reads a throwable, whose methods may throw, and then breaks the thread that
 * logs. Only {@link FailureLog} hands one to a logger.
 */
class LoggedFailuresTests {

	private static final Path SOURCES = Path.of("src/main/java");

	private static final Pattern TEXT = Pattern.compile("\"(?:\\\\.|[^\"\\\\])*\"");

	private static final Pattern CAUGHT = Pattern.compile("catch \\([^)]*?(\\w+)\\)");

	private static final Pattern DECLARED = Pattern.compile("\\b(?:Throwable|\\w*Exception|\\w*Error) (\\w+)\\b");

	private static final Pattern COMPLETED = Pattern.compile("\\(\\w+, (failure|ex)\\) ->");

	private static final Pattern LOGGED = Pattern
		.compile("\\blog(?:ger)?\\s*\\.(?:trace|debug|info|warn|error)\\(([^;]*?)\\);");

	private static final Pattern LAST = Pattern.compile("[\\s,](\\w+|FailureLog\\.describable\\(\\w+\\))\\)*$");

	@Test
	void onlyTheLogOfFailuresHandsThrowablesToALogger() throws IOException {
		List<String> found = new ArrayList<>();
		try (Stream<Path> files = Files.walk(SOURCES)) {
			for (Path file : files.filter((path) -> path.toString().endsWith(".java")).toList()) {
				if (!file.endsWith("FailureLog.java")) {
					handed(Files.readString(file)).forEach((call) -> found.add(file.getFileName() + ": " + call));
				}
			}
		}
		assertThat(found).isEmpty();
	}

	@Test
	void findsThemInAnyForm() {
		assertThat(handed("catch (IOException | Error ex) { logger.debug(\"(a);\", ex); }")).hasSize(1);
		assertThat(handed("void a(Throwable one) {\n logger.warn(\"a {}\",\n\tname(), one);")).hasSize(1);
		assertThat(handed("done((reply, failure) -> logger.info(\"a\", failure));")).hasSize(1);
		assertThat(handed("catch (Error ex) { logger.debug(\"a {}\", name); }")).isEmpty();
	}

	private static List<String> handed(String source) {
		String code = TEXT.matcher(source).replaceAll("\"\"");
		Set<String> throwables = new HashSet<>();
		for (Pattern declaration : List.of(CAUGHT, DECLARED, COMPLETED)) {
			declaration.matcher(code).results().forEach((one) -> throwables.add(one.group(1)));
		}
		List<String> calls = new ArrayList<>();
		Matcher logged = LOGGED.matcher(code);
		while (logged.find()) {
			Matcher last = LAST.matcher(logged.group(1));
			if (last.find() && (last.group(1).contains("(") || throwables.contains(last.group(1)))) {
				calls.add(logged.group());
			}
		}
		return calls;
	}

}
