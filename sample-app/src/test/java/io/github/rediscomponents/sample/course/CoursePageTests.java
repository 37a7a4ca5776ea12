// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.course;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every call that the page on the course's front-end lists, of the course and of forks,
 * is one that {@link CourseFrontEndTests} sends.
 */
class CoursePageTests {

	private static final Path PAGE = Path.of("../docs/sample/course-front-end.md");

	private static final Path CHINESE = Path.of("../docs/zh/course-front-end.md");

	private static final Path TESTS = Path.of("src/test/java/io/github/rediscomponents/sample");

	/** A request in a row of a table, without its query string. */
	private static final Pattern CALL = Pattern.compile("`(GET|PUT|POST) (/[^`?]*)[^`]*`");

	/** Of the public pages, with the two of some copies, and those of forks. */
	private static final int CALLS = 25 + 2 + 5;

	@Test
	void everyCallOfThePageIsSent() throws IOException {
		// The upload is a helper of several tests.
		String sent = Files.readString(TESTS.resolve("course/CourseFrontEndTests.java"))
				+ Files.readString(TESTS.resolve("fixture/City.java"));
		Set<String> calls = calls(PAGE);
		assertThat(calls).hasSize(CALLS);
		for (String call : calls) {
			assertThat(pattern(call).matcher(sent).find()).as(call).isTrue();
		}
	}

	@Test
	void theChinesePageListsTheSameCalls() throws IOException {
		assertThat(calls(CHINESE)).isEqualTo(calls(PAGE));
	}

	private static Set<String> calls(Path page) throws IOException {
		Set<String> calls = new TreeSet<>();
		for (String line : Files.readAllLines(page)) {
			Matcher call = CALL.matcher(line);
			while (line.startsWith("|") && call.find()) {
				calls.add(call.group(1) + " " + call.group(2).replaceAll("\\{[^}]*}", "{}"));
			}
		}
		return calls;
	}

	/** Each part of a path that varies is a number in the test, or ends its text. */
	private static Pattern pattern(String call) {
		String[] parts = call.split(" ");
		String path = parts[1].replace("{}", "(?:true|\\d+|\" \\+ [^\"]*?)");
		return Pattern.compile(
				"(?:" + parts[0].toLowerCase(Locale.ROOT) + "|request)\\(\\s*\"(?:/api)?" + path + "(?:[?\"),;]| )");
	}

}
