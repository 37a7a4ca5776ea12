// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The texts of the page: one table for each language.
 */
class TextsTests {

	/** What looks like a key in a script: a string of words and dots. */
	private static final Pattern IN_SCRIPT = Pattern.compile("'([a-z]+(?:\\.[a-z0-9_-]+)+)'");

	private static final Pattern IN_PAGE = Pattern.compile("data-t(?:-label|-hint)?=\"([^\"]+)\"");

	private static final Pattern PLACE = Pattern.compile("\\{\\d}");

	/** Keys that are put together while the page runs. */
	private static final Pattern PUT_TOGETHER = Pattern.compile(
			"(?:type|behind\\.piece|tour\\.name|tour\\.look|ops\\.series|ops\\.plot|ops\\.about|ops\\.window|ops\\.whose|ops\\.slow\\.column|rush\\.(?:fact|phase|promise|numbers|fault|explain|event))\\..+");

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
		Set<String> used = found("js/**/*.js", IN_SCRIPT);
		used.addAll(found("*.html", IN_PAGE));
		used.removeIf((key) -> key.endsWith(".js"));
		assertThat(used).hasSizeGreaterThan(100);
		assertThat(this.english.keySet()).containsAll(used);
		assertThat(this.english.keySet()).filteredOn((key) -> !PUT_TOGETHER.matcher(key).matches())
			.allSatisfy((key) -> assertThat(used).contains(key));
	}

	@Test
	void scriptsSayNothingInALanguageOfTheirOwn() throws IOException {
		for (Resource script : resources("js/**/*.js")) {
			String text = script.getContentAsString(StandardCharsets.UTF_8);
			assertThat(text).as(script.getFilename()).doesNotContainPattern("\\p{IsHan}");
			assertThat(text).as(script.getFilename()).doesNotContain("innerHTML", "insertAdjacentHTML", "outerHTML");
			assertThat(text.lines().count()).as(script.getFilename()).isLessThan(300);
		}
	}

	private static Set<String> places(String text) {
		return PLACE.matcher(text)
			.results()
			.map((match) -> match.group())
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static Set<String> found(String files, Pattern pattern) throws IOException {
		Set<String> keys = new TreeSet<>();
		for (Resource file : resources(files)) {
			pattern.matcher(file.getContentAsString(StandardCharsets.UTF_8))
				.results()
				.forEach((match) -> keys.add(match.group(1)));
		}
		return keys;
	}

	private static Resource[] resources(String files) throws IOException {
		return new PathMatchingResourcePatternResolver().getResources("classpath:static/" + files);
	}

	private static Map<String, String> table(String language) {
		try {
			String json = resources("texts/" + language + ".json")[0].getContentAsString(StandardCharsets.UTF_8);
			return JsonMapper.shared().readValue(json, new TypeReference<TreeMap<String, String>>() {
			});
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
