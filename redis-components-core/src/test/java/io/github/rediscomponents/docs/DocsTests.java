// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every Java block of the guide stands, line by line, in a source that is compiled.
 */
class DocsTests {

	private static final Pattern BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

	private static final Pattern NAMED = Pattern.compile("`(\\w+Tests\\.\\w+)`");

	private static final Pattern BREAKING = Pattern.compile("void (\\w+Breaks?[A-Z]\\w*)\\(");

	/** In English and in Chinese. */
	private static final String TUTORIALS = "from-tutorials.md";

	@Test
	void everyJavaBlockOfTheGuideIsCompiled() throws IOException {
		assertCompiled(pages().stream().filter((page) -> !page.endsWith(TUTORIALS)).toList(), guide());
	}

	@Test
	void everyJavaBlockOfThePagesOfTheSampleIsTakenFromIt() throws IOException {
		assertCompiled(pages(Path.of("../docs/sample")), read(Path.of("../sample-app/src/main/java")));
	}

	@Test
	void everyJavaBlockOfThePagesOnTutorialsIsTestedThere() throws IOException {
		List<Path> pages = List.of(Path.of("../docs", TUTORIALS), Path.of("../docs/zh", TUTORIALS));
		assertCompiled(pages, read(Path.of("../tutorial/src")));
		assertThat(blocks(pages.get(1))).isEqualTo(blocks(pages.get(0)));
	}

	@Test
	void everyTestThatThePagesOnTutorialsNameIsThere() throws IOException {
		String tests = read(Path.of("../tutorial/src/test/java"));
		String english = Files.readString(Path.of("../docs", TUTORIALS));
		Set<String> named = named(english);
		assertThat(named).isNotEmpty().isEqualTo(named(Files.readString(Path.of("../docs/zh", TUTORIALS))));
		for (String name : named) {
			String[] parts = name.split("\\.");
			assertThat(tests).contains("class " + parts[0] + " ").contains("void " + parts[1] + "(");
		}
		Matcher breaking = BREAKING.matcher(tests);
		while (breaking.find()) {
			assertThat(english).contains("." + breaking.group(1) + "`");
		}
	}

	@Test
	void everyJavaBlockInChineseIsCompiled() throws IOException {
		assertCompiled(pages(Path.of("../docs/zh")),
				guide() + read(Path.of("../sample-app/src/main/java")) + read(Path.of("../tutorial/src")));
	}

	private static void assertCompiled(List<Path> pages, String sources) throws IOException {
		String compiled = normalized(sources);
		for (Path page : pages) {
			Matcher matcher = BLOCK.matcher(Files.readString(page));
			while (matcher.find()) {
				assertThat(compiled.contains(normalized(matcher.group(1))))
					.as("%s: compiled source of%n%s", page.getFileName(), matcher.group(1))
					.isTrue();
			}
		}
	}

	@Test
	void everyPageIsLinkedFromTheReadme() throws IOException {
		String readme = Files.readString(Path.of("../README.md"));
		for (Path page : pages().stream().filter((page) -> page.startsWith("../docs")).toList()) {
			assertThat(readme).contains("docs/" + page.getFileName());
		}
	}

	@Test
	void everyPageInChineseIsLinkedFromTheReadme() throws IOException {
		String readme = Files.readString(Path.of("../README.md"));
		for (Path page : pages(Path.of("../docs/zh"))) {
			assertThat(readme).contains("docs/zh/" + page.getFileName());
		}
	}

	private static String guide() throws IOException {
		String folder = "src/test/java/io/github/rediscomponents/docs";
		return read(Path.of(folder)) + read(Path.of("../redis-components-autoconfigure", folder));
	}

	private static List<String> blocks(Path page) throws IOException {
		return BLOCK.matcher(Files.readString(page)).results().map((block) -> normalized(block.group(1))).toList();
	}

	private static Set<String> named(String page) {
		return NAMED.matcher(page).results().map((name) -> name.group(1)).collect(Collectors.toSet());
	}

	private static List<Path> pages() throws IOException {
		return Stream.concat(pages(Path.of("../docs")).stream(), Stream.of(Path.of("../README.md"))).toList();
	}

	private static List<Path> pages(Path folder) throws IOException {
		try (Stream<Path> files = Files.list(folder)) {
			return files.filter((file) -> file.toString().endsWith(".md")).sorted().toList();
		}
	}

	private static String read(Path folder) throws IOException {
		StringBuilder all = new StringBuilder();
		try (Stream<Path> files = Files.walk(folder)) {
			for (Path file : files.filter((path) -> path.toString().endsWith(".java")).toList()) {
				all.append(Files.readString(file)).append('\n');
			}
		}
		return all.toString();
	}

	private static String normalized(String code) {
		return code.lines().map(String::strip).filter((line) -> !line.isEmpty()).collect(Collectors.joining("\n"));
	}

}
