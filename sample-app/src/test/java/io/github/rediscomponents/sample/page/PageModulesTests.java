// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page names all modules of its first view, so that a browser asks for them together
 * instead of one after the other.
 */
class PageModulesTests {

	private static final Pattern IMPORT = Pattern.compile("^import .*? from '([^']+)';", Pattern.MULTILINE);

	private static final Pattern PRELOAD = Pattern
		.compile("<link rel=\"modulepreload\" fetchpriority=\"low\" href=\"([^\"]+)\">");

	@Test
	void thePagePreloadsTheModulesOfTheFirstView() throws IOException {
		Set<String> needed = new TreeSet<>();
		collect("js/main.js", needed);
		collect("js/views/home.js", needed);
		needed.remove("js/main.js");
		assertThat(needed).hasSizeGreaterThan(10);
		assertThat(found("index.html", PRELOAD)).containsExactlyInAnyOrderElementsOf(needed);
	}

	private static void collect(String file, Set<String> needed) throws IOException {
		if (needed.add(file)) {
			for (String imported : found(file, IMPORT)) {
				collect(StringUtils.applyRelativePath(file, imported.replaceFirst("^\\./", ""))
					.replaceAll("[^/]+/\\.\\./", ""), needed);
			}
		}
	}

	private static List<String> found(String file, Pattern pattern) throws IOException {
		String text = new ClassPathResource("static/" + file).getContentAsString(StandardCharsets.UTF_8);
		return pattern.matcher(text).results().map((MatchResult match) -> match.group(1)).toList();
	}

}
