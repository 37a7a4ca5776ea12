// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SpringBootCheckTests {

	private static final Predicate<String> STARTER_FOR_THREE = (name) -> name.contains(".boot3.");

	private static final Predicate<String> STARTER_FOR_FOUR = (name) -> name.contains(".boot4.");

	@ParameterizedTest
	@ValueSource(strings = { "3.4.13", "3.4.0-M1", "3.0.0", "2.7.18" })
	void anOlderSpringBootIsRefusedByName(String version) {
		assertThatExceptionOfType(UnsupportedSpringBootException.class)
			.isThrownBy(() -> SpringBootCheck.check(version, STARTER_FOR_THREE))
			.satisfies((ex) -> assertThat(analysis(ex).getDescription()).contains("Spring Boot 3.5", version));
	}

	@ParameterizedTest
	@ValueSource(strings = { "3.5.16", "3.5.0-RC1" })
	void threeNeedsTheStarterForThree(String version) {
		SpringBootCheck.check(version, STARTER_FOR_THREE);
		refused(version, STARTER_FOR_FOUR, "io.github.redis-components:redis-components-starter-boot3.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "4.0.7", "4.1.1", "4.2.0-M1", "10.0.0" })
	void fourNeedsTheStarterForFour(String version) {
		SpringBootCheck.check(version, STARTER_FOR_FOUR);
		refused(version, STARTER_FOR_THREE, "io.github.redis-components:redis-components-starter.");
	}

	@ParameterizedTest
	@CsvSource({ "3.5.16, redis-components-starter-boot3, redis-components-starter",
			"4.1.1, redis-components-starter, redis-components-starter-boot3" })
	void theStarterOfTheOtherGenerationBesideTheRightOneIsNamed(String version, String right, String other) {
		assertThatExceptionOfType(UnsupportedSpringBootException.class)
			.isThrownBy(() -> SpringBootCheck.check(version, (name) -> true))
			.satisfies((ex) -> {
				assertThat(ex.starter()).isEqualTo(right);
				assertThat(ex.superfluous()).isEqualTo(other);
				assertThat(analysis(ex).getDescription()).contains("Spring Boot " + version, "both generations");
				assertThat(analysis(ex).getAction())
					.contains("Remove the dependency on io.github.redis-components:" + other + ",");
			});
	}

	@Test
	void aMissingStarterIsToBeAdded() {
		assertThatExceptionOfType(UnsupportedSpringBootException.class)
			.isThrownBy(() -> SpringBootCheck.check("3.5.16", (name) -> false))
			.satisfies((ex) -> {
				assertThat(analysis(ex).getDescription()).contains("no starter of redis-components");
				assertThat(analysis(ex).getAction())
					.isEqualTo("Add a dependency on io.github.redis-components:redis-components-starter-boot3.");
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "../docs/spring-boot.md", "../docs/zh/spring-boot.md" })
	void theAnalysisIsThatOfThePage(Path page) throws IOException {
		String shown = Files.readString(page);
		assertThatExceptionOfType(UnsupportedSpringBootException.class)
			.isThrownBy(() -> SpringBootCheck.check("3.5.16", STARTER_FOR_FOUR))
			.satisfies((ex) -> assertThat(shown)
				.contains("```\n" + analysis(ex).getDescription() + "\n" + analysis(ex).getAction() + "\n```"));
	}

	private static void refused(String version, Predicate<String> isPresent, String artefact) {
		assertThatExceptionOfType(UnsupportedSpringBootException.class)
			.isThrownBy(() -> SpringBootCheck.check(version, isPresent))
			.satisfies((ex) -> {
				assertThat(analysis(ex).getDescription()).contains("Spring Boot " + version);
				assertThat(analysis(ex).getAction()).endsWith(artefact);
			});
	}

	private static FailureAnalysis analysis(UnsupportedSpringBootException ex) {
		FailureAnalysis analysis = new UnsupportedSpringBootFailureAnalyzer().analyze(ex);
		assertThat(analysis).isNotNull();
		return analysis;
	}

	@Test
	void thePresentOneIsNotRefused() {
		SpringBootCheck.check(SpringBootVersion.getVersion(),
				(name) -> ClassUtils.isPresent(name, getClass().getClassLoader()));
		SpringBootCheck.check(null, (name) -> false);
	}

	@Test
	void springBootFindsIt() {
		assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
			.load(org.springframework.context.ApplicationListener.class))
			.hasAtLeastOneElementOfType(SpringBootCheck.class);
	}

}
