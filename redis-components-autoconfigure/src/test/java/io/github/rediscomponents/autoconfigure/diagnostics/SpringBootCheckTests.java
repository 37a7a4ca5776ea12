// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SpringBootCheckTests {

	@ParameterizedTest
	@ValueSource(strings = { "3.5.14", "3.0.0", "2.7.18" })
	void anOlderSpringBootIsRefusedByName(String version) {
		assertThatExceptionOfType(UnsupportedSpringBootException.class).isThrownBy(() -> SpringBootCheck.check(version))
			.satisfies((ex) -> {
				FailureAnalysis analysis = new UnsupportedSpringBootFailureAnalyzer().analyze(ex);
				assertThat(analysis).isNotNull();
				assertThat(analysis.getDescription()).contains("Spring Boot 4.0", version);
			});
	}

	@Test
	void thePresentOneIsNot() {
		SpringBootCheck.check(SpringBootVersion.getVersion());
		SpringBootCheck.check("4.2.0-M1");
		SpringBootCheck.check("10.0.0");
		SpringBootCheck.check(null);
	}

	@Test
	void springBootFindsIt() {
		assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
			.load(org.springframework.context.ApplicationListener.class))
			.hasAtLeastOneElementOfType(SpringBootCheck.class);
	}

}
