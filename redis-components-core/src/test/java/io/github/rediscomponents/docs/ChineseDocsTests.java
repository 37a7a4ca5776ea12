// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A Chinese page has the code and the properties of the English one, whose Java is
 * compiled.
 */
class ChineseDocsTests {

	private static final GuidePage ENGLISH_README = GuidePage.of(Path.of("../README.md"));

	private static final GuidePage README = GuidePage.of(Path.of("../README.zh-CN.md"));

	private static final GuidePage CONSOLE = GuidePage.of(Path
		.of("../redis-components-console/src/main/resources/META-INF/redis-components/console/assets/texts/zh.json"));

	@ParameterizedTest
	@MethodSource("pages")
	void codeIsThatOfTheEnglishPage(GuidePage page) {
		assertThat(page.code()).isEqualTo(english(page).code());
	}

	@ParameterizedTest
	@MethodSource("pages")
	void propertiesAreThoseOfTheEnglishPage(GuidePage page) {
		assertThat(page.properties()).isEqualTo(english(page).properties());
	}

	@Test
	void everyPageIsLinkedFromTheReadme() throws IOException {
		for (GuidePage page : GuidePage.in(GuidePage.CHINESE)) {
			assertThat(README.text()).contains("docs/zh/" + page.name());
		}
	}

	@ParameterizedTest
	@MethodSource("termsOfThePages")
	void termsAreTheSameOnAllPages(GuidePage page) {
		// A consumer group, a property and a key have one name each.
		assertThat(page.text()).doesNotContain("消费组", "配置项", "一个键", "的键");
	}

	@Test
	void codeOfTheReadmeIsThatOfTheEnglishOne() {
		assertThat(README.code()).isNotEmpty().isEqualTo(ENGLISH_README.code());
	}

	@Test
	void readmesLinkEachOtherInTheirFirstLines() {
		assertThat(README.text().lines().findFirst().orElseThrow()).contains("(README.md)");
		assertThat(ENGLISH_README.text().lines().findFirst().orElseThrow()).contains("(README.zh-CN.md)");
	}

	private static Stream<GuidePage> pages() throws IOException {
		return Stream.concat(GuidePage.in(GuidePage.CHINESE).stream(),
				GuidePage.in(GuidePage.CHINESE.resolve("sample")).stream());
	}

	private static Stream<GuidePage> termsOfThePages() throws IOException {
		return Stream.concat(pages(), Stream.of(README, CONSOLE));
	}

	/** A page of the sample may stand beside the others in Chinese. */
	private static GuidePage english(GuidePage page) {
		Path file = GuidePage.DOCS.resolve(GuidePage.CHINESE.relativize(page.file()));
		return GuidePage.of(Files.exists(file) ? file : GuidePage.SAMPLE.resolve(page.name()));
	}

}
