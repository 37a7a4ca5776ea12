// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

	private static final String EXAMPLES = "src/test/java/io/github/rediscomponents/docs";

	private static final Path IN_CORE = Path.of(EXAMPLES);

	private static final Path IN_AUTOCONFIGURE = Path.of("../redis-components-autoconfigure", EXAMPLES);

	private static final Path IN_CONSOLE = Path.of("../redis-components-console", EXAMPLES);

	private static final Path SAMPLE = Path.of("../sample-app/src/main/java");

	private static final Path TUTORIAL = Path.of("../tutorial/src");

	private static final Pattern NAMED = Pattern.compile("`(\\w+Tests\\.\\w+)`");

	private static final Pattern BREAKING = Pattern.compile("void (\\w+Breaks?[A-Z]\\w*)\\(");

	private static final GuidePage README = GuidePage.of(Path.of("../README.md"));

	/** In English and in Chinese. */
	private static final GuidePage TUTORIALS = GuidePage.of(GuidePage.DOCS.resolve("from-tutorials.md"));

	/** The pages whose code is that of the module tutorial. */
	private static final List<GuidePage> OF_TUTORIAL = List.of(TUTORIALS,
			GuidePage.of(GuidePage.DOCS.resolve("from-libraries.md")));

	@Test
	void everyJavaBlockOfTheGuideIsCompiled() throws IOException {
		List<GuidePage> pages = Stream.concat(GuidePage.in(GuidePage.DOCS).stream(), Stream.of(README))
			.filter((page) -> !OF_TUTORIAL.contains(page))
			.toList();
		CompiledSources.in(IN_CORE, IN_AUTOCONFIGURE, IN_CONSOLE).assertContain(pages);
	}

	@Test
	void everyJavaBlockOfThePagesOfTheSampleIsTakenFromIt() throws IOException {
		CompiledSources.in(SAMPLE).assertContain(GuidePage.in(GuidePage.SAMPLE));
	}

	@Test
	void everyJavaBlockOfThePagesOnTutorialsIsTestedThere() throws IOException {
		CompiledSources.in(TUTORIAL).assertContain(OF_TUTORIAL);
	}

	/** The pages of the tutorials and the libraries show the code of others, too. */
	@Test
	void everyLineOfLuaAndSqlOfTheGuideStandsInATest() throws IOException {
		String tests = CompiledSources.read(Path.of("src/test/java"), IN_AUTOCONFIGURE);
		int lines = 0;
		for (GuidePage page : GuidePage.in(GuidePage.DOCS)) {
			for (String block : OF_TUTORIAL.contains(page) ? List.<String>of() : page.scripts()) {
				for (String line : block.lines().map(String::strip).filter((one) -> !one.isEmpty()).toList()) {
					assertThat(tests).as("%s", page.file()).contains(line.replaceAll(";$", ""));
					lines++;
				}
			}
		}
		assertThat(lines).isGreaterThan(4);
	}

	@Test
	void aPartOfALineIsNoCompiledCode() throws IOException {
		CompiledSources core = CompiledSources.in(IN_CORE);
		assertThat(core.hasLines("private final CacheClient cache;")).isTrue();
		assertThat(core.hasLines("final CacheClient cache;")).isFalse();
		assertThat(core.hasLines("private final CacheClient")).isFalse();
		assertThat(core.hasLines("")).isFalse();
	}

	@Test
	void everyTestThatThePagesOnTutorialsNameIsThere() throws IOException {
		Map<String, String> tests = testsOfTutorial();
		for (GuidePage page : OF_TUTORIAL) {
			Set<String> named = named(page);
			assertThat(named).isNotEmpty().isEqualTo(named(GuidePage.of(GuidePage.CHINESE.resolve(page.name()))));
			for (String name : named) {
				String[] parts = name.split("\\.");
				assertThat(tests).containsKey(parts[0]);
				assertThat(tests.get(parts[0])).as(parts[0]).contains("\tvoid " + parts[1] + "(");
			}
		}
		Matcher breaking = BREAKING.matcher(String.join("\n", tests.values()));
		while (breaking.find()) {
			assertThat(TUTORIALS.text()).contains("." + breaking.group(1) + "`");
		}
	}

	@Test
	void everyPageIsLinkedFromTheReadme() throws IOException {
		for (GuidePage page : GuidePage.in(GuidePage.DOCS)) {
			assertThat(README.text()).contains("docs/" + page.name());
		}
	}

	/** Returns the sources of the tests by the names of their classes. */
	private static Map<String, String> testsOfTutorial() throws IOException {
		Map<String, String> tests = new HashMap<>();
		try (Stream<Path> files = Files.walk(Path.of("../tutorial/src/test/java"))) {
			for (Path file : files.filter((path) -> path.toString().endsWith("Tests.java")).toList()) {
				tests.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
			}
		}
		return tests;
	}

	private static Set<String> named(GuidePage page) {
		return NAMED.matcher(page.text()).results().map((name) -> name.group(1)).collect(Collectors.toSet());
	}

}
