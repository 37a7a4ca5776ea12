// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.codec.ValueCodecs;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The texts of the console: one table for each language, and no other texts in its
 * scripts.
 */
class PageTextsTests {

	/** What looks like a key in a script: the first argument of a function for texts. */
	private static final Pattern IN_SCRIPT = Pattern
		.compile("\\b(?:t|both|has|textOr)\\(\\s*'([a-z]+(?:[.-][a-z0-9-]+)*)'");

	private static final Pattern CHOSEN = Pattern
		.compile("\\? '([a-z]+(?:\\.[a-z0-9_-]+)+)' : '([a-z]+(?:\\.[a-z0-9_-]+)+)'");

	private static final Pattern IN_PAGE = Pattern.compile("data-t(?:-label)?=\"([^\"]+)\"");

	private static final Pattern PLACE = Pattern.compile("\\{\\d}");

	/** Keys that are put together while the page runs. */
	private static final Pattern PUT_TOGETHER = Pattern
		.compile("yes|no|(?:field|room|about|look|list|action|ask|error|span|role|kind)\\..+");

	private final Map<String, String> english = table("en");

	private final Map<String, String> chinese = table("zh");

	@Test
	void bothLanguagesHaveTheSameTexts() {
		assertThat(this.chinese.keySet()).isEqualTo(this.english.keySet());
		assertThat(this.english.values()).doesNotContain("");
		assertThat(this.chinese.values()).doesNotContain("");
	}

	@Test
	void bothLanguagesFillInTheSame() {
		this.english.forEach((key, text) -> assertThat(places(this.chinese.get(key))).as(key).isEqualTo(places(text)));
	}

	@Test
	void everyTextThatIsUsedIsThereAndEveryOtherIsGone() throws IOException {
		Set<String> used = new TreeSet<>();
		for (Resource script : scripts()) {
			String text = script.getContentAsString(StandardCharsets.UTF_8);
			IN_SCRIPT.matcher(text).results().forEach((match) -> used.add(match.group(1)));
			CHOSEN.matcher(text).results().forEach((match) -> {
				used.add(match.group(1));
				used.add(match.group(2));
			});
		}
		IN_PAGE.matcher(resources("index.html")[0].getContentAsString(StandardCharsets.UTF_8))
			.results()
			.forEach((match) -> used.add(match.group(1)));
		used.removeAll(Set.of("min", "h", "d"));
		assertThat(used).hasSizeGreaterThan(100);
		assertThat(this.english.keySet()).containsAll(used);
		assertThat(this.english.keySet()).filteredOn((key) -> !PUT_TOGETHER.matcher(key).matches())
			.allSatisfy((key) -> assertThat(used).contains(key));
	}

	@Test
	void scriptsSayNothingInALanguageOfTheirOwnAndTakeNoMarkup() throws IOException {
		for (Resource script : scripts()) {
			String text = script.getContentAsString(StandardCharsets.UTF_8);
			assertThat(text).as(script.getFilename()).doesNotContainPattern("\\p{IsHan}");
			assertThat(text).as(script.getFilename())
				.doesNotContain("innerHTML", "insertAdjacentHTML", "outerHTML", "unsafeHTML", "document.write",
						"eval(");
			assertThat(text.lines().count()).as(script.getFilename()).isLessThan(300);
		}
	}

	@Test
	void thePageHasNoScriptAndNoStyleOfItsOwn() throws IOException {
		String page = resources("index.html")[0].getContentAsString(StandardCharsets.UTF_8);
		assertThat(page).doesNotContain("<style", " style=", "<script>", " onclick=", "http://", "https://");
		for (Resource script : resources("assets/js/**/*.js")) {
			assertThat(script.getContentAsString(StandardCharsets.UTF_8)).as(script.getFilename())
				.doesNotContain(" style=", "https://");
		}
	}

	private static Set<String> places(String text) {
		return PLACE.matcher(text)
			.results()
			.map((match) -> match.group())
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static List<Resource> scripts() {
		return Stream.of("assets/js/**/*.js", "assets/parts/*.js").flatMap((files) -> Stream.of(found(files))).toList();
	}

	private static Resource[] found(String files) {
		try {
			return resources(files);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Resource[] resources(String files) throws IOException {
		return new PathMatchingResourcePatternResolver()
			.getResources("classpath:META-INF/redis-components/console/" + files);
	}

	@SuppressWarnings("unchecked")
	private static Map<String, String> table(String language) {
		try {
			byte[] json = resources("assets/texts/" + language + ".json")[0].getContentAsByteArray();
			ValueCodec<Map<String, String>> codec = ValueCodecs.json().codec(new TypeRef<Map<String, String>>() {
			}.type());
			return new TreeMap<>(codec.decode(json));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
