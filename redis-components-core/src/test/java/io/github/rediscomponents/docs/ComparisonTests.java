// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page that compares with other libraries states measured ratios only, and the same
 * ones in both languages.
 */
class ComparisonTests {

	private static final Path DOCS = Path.of("../docs");

	private static final Pattern RATIO = Pattern.compile("\\d[\\d.,]* x");

	@Test
	void everyRatioWasMeasured() throws IOException {
		String measured = Files.readString(DOCS.resolve("benchmarks.md"));
		assertThat(ratios("comparison.md")).hasSizeGreaterThan(20)
			.allSatisfy((ratio) -> assertThat(measured).contains("| " + ratio + " |"));
	}

	@Test
	void bothLanguagesStateTheSame() throws IOException {
		assertThat(ratios("zh/comparison.md")).containsExactlyInAnyOrderElementsOf(ratios("comparison.md"));
	}

	private static List<String> ratios(String page) throws IOException {
		return RATIO.matcher(Files.readString(DOCS.resolve(page))).results().map(MatchResult::group).toList();
	}

}
