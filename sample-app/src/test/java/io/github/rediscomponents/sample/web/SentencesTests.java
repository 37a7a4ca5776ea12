// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.io.ClassPathResource;
import org.springframework.http.HttpStatusCode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The sentences of refusals in both languages.
 */
class SentencesTests {

	private static final Path SOURCES = Path.of("src/main/java");

	/** The first text of a refusal is the key of its sentence. */
	private static final Pattern KEY = Pattern
		.compile("(?:new Refused\\((?:HttpStatus\\.\\w+,)?\\s*|refuseIf\\([^;]*?,\\s*)\"([^\"]*)\"");

	private static final Pattern PLACE = Pattern.compile("\\{\\d}");

	private final Map<String, String> english = table("sentences");

	private final Map<String, String> chinese = table("sentences_zh");

	@Test
	void everyRefusalHasASentenceInBothLanguages() throws IOException {
		Set<String> used = new TreeSet<>();
		StringBuilder all = new StringBuilder();
		for (String source : sources()) {
			KEY.matcher(source).results().forEach((match) -> used.add(match.group(1)));
			all.append(source);
		}
		assertThat(used).hasSizeGreaterThan(70);
		assertThat(this.english.keySet()).containsAll(used);
		assertThat(this.chinese.keySet()).isEqualTo(this.english.keySet());
		assertThat(this.english.keySet()).filteredOn((key) -> !key.startsWith("error."))
			.allSatisfy((key) -> assertThat(all).contains('"' + key + '"'));
	}

	@Test
	void bothLanguagesFillInTheSame() {
		this.english.forEach((key, text) -> {
			String other = this.chinese.getOrDefault(key, "");
			assertThat(places(other)).as(key).isEqualTo(places(text));
			assertThat(text).as(key).doesNotContainPattern("\\p{IsHan}").doesNotContain("\"", "\\");
			assertThat(other).as(key).containsPattern("\\p{IsHan}").doesNotContain("\"", "\\");
			// A text with arguments is a pattern, in which an apostrophe quotes.
			assertThat(places(text).isEmpty() || !text.contains("'")).as(key).isTrue();
		});
	}

	@Test
	void everyErrorStatusHasASentence() {
		IntStream.range(400, 600)
			.mapToObj((status) -> Sentences.key(HttpStatusCode.valueOf(status)))
			.forEach((key) -> assertThat(this.english).containsKey(key));
	}

	@Test
	void argumentsThatAreKeysStandForTheirSentence() {
		Refused refused = new Refused("text.length", "what.title", "2048");
		assertThat(refused).hasMessage("The title needs 1 to 2048 characters.");
	}

	@Test
	void aRefusalWithoutASentenceSaysItsKey() {
		assertThat(new Refused("no.such.key", "what.title", "{0")).hasMessage("no.such.key");
		assertThat(new Refused("no.such.key")).hasMessage("no.such.key");
	}

	@Test
	void whatIsMissingStopsTheStartWithItsName() {
		assertThatIllegalStateException()
			.isThrownBy(() -> SentenceTable.read("sentences/none.properties", Locale.ENGLISH))
			.withMessageContaining("sentences/none.properties");
		SentenceTable table = new SentenceTable("sentences/x.properties", Locale.ENGLISH, Map.of("a", "A"));
		assertThatIllegalStateException().isThrownBy(() -> table.require(Set.of("a", "b.c")))
			.withMessageContainingAll("sentences/x.properties", "b.c");
		Sentences.check();
	}

	@Test
	void thePageOfAnErrorTakesAnyPathOfTheContext() {
		assertThat(ErrorPage.of(404, "/a$1\\b\"><script>")).contains("<html data-status=\"404\" ")
			.contains("<base href=\"/a$1\\b&quot;&gt;&lt;script&gt;/\">");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			zh-CN,zh;q=0.9,en;q=0.8 | zh-CN
			zh-TW | zh-CN
			zh-Hans-CN | zh-CN
			ZH | zh-CN
			fr, zh;q=0.5 | zh-CN
			en;q=0.4, zh;q=0.5 | zh-CN
			en-US,en;q=0.9,zh-CN;q=0.8 | en
			zh;q=0, en;q=0.1 | en
			zh;q=0 | en
			fr-FR | en
			* | en
			""")
	void theMostWantedLanguageIsSpoken(String header, String language) {
		assertThat(Sentences.language(header)).isEqualTo(Locale.forLanguageTag(language));
	}

	@ParameterizedTest
	@NullAndEmptySource
	@ValueSource(strings = { " ", "zh;q=2", "zh;q=x", ";;;", "中文", "zh\u0000", "-", "zh_CN" })
	void whatNamesNoLanguageIsAnsweredInEnglish(@Nullable String header) {
		assertThat(Sentences.language(header)).isEqualTo(Locale.ENGLISH);
	}

	@Test
	void aHeaderOfAnyLengthIsReadInNoTime() {
		assertThat(Sentences.language("zh,".repeat(100_000))).isEqualTo(Locale.ENGLISH);
	}

	private static List<String> sources() throws IOException {
		try (Stream<Path> files = Files.walk(SOURCES)) {
			return files.filter((file) -> file.toString().endsWith(".java")).map(SentencesTests::read).toList();
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static Set<String> places(String text) {
		return PLACE.matcher(text)
			.results()
			.map((match) -> match.group())
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static Map<String, String> table(String name) {
		Properties table = new Properties();
		try (var reader = new StringReader(new ClassPathResource("sentences/" + name + ".properties")
			.getContentAsString(StandardCharsets.UTF_8))) {
			table.load(reader);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		Map<String, String> texts = new TreeMap<>();
		table.stringPropertyNames().forEach((key) -> texts.put(key, table.getProperty(key)));
		return texts;
	}

}
