// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each trace of the page on tutorials is that of a test.
 */
class TracesTests {

	private static final Pattern TRACE = Pattern.compile("@Trace\\((?:value = )?\"([^\"]+)\"(?:, number = (\\d))?\\)");

	@Test
	void everyTraceOfThePageIsComparedByATest() throws IOException {
		List<String> shown = new ArrayList<>();
		Map<String, Integer> below = new TreeMap<>();
		Traces.english().forEach((one) -> shown.add(one.heading() + " " + below.merge(one.heading(), 1, Integer::sum)));
		List<String> compared = new ArrayList<>();
		try (Stream<Path> tests = Files.walk(Path.of("src/test/java"))) {
			for (Path file : tests.filter((path) -> path.toString().endsWith("Tests.java")).toList()) {
				Matcher trace = TRACE.matcher(Files.readString(file));
				while (trace.find()) {
					compared.add(trace.group(1) + " " + ((trace.group(2) != null) ? trace.group(2) : "1"));
				}
			}
		}
		assertThat(compared).hasSizeGreaterThan(15).containsExactlyInAnyOrderElementsOf(shown);
	}

	@Test
	void thePagesOfBothLanguagesHaveTheSameTraces() {
		assertThat(Traces.chinese()).hasSameSizeAs(Traces.english());
	}

}
