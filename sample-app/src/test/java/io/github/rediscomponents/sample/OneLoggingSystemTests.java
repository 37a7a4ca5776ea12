// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.util.List;

import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class OneLoggingSystemTests {

	// Without the listener, one of 600 pairs failed.
	@RepeatedTest(5)
	void applicationsOfOneJvmStartAtOnce() {
		List<ConfigurableApplicationContext> contexts = Concurrently.run(2, () -> start());
		contexts.forEach(ConfigurableApplicationContext::close);
		assertThat(contexts).hasSize(2);
	}

	@Test
	void aFailedStartLetsTheNextOneBegin() {
		assertThatExceptionOfType(BindException.class)
			.isThrownBy(() -> start("--spring.profiles.active=not a profile"));
		List<ConfigurableApplicationContext> contexts = Concurrently.run(1, () -> start());
		contexts.forEach(ConfigurableApplicationContext::close);
	}

	private static ConfigurableApplicationContext start(String... arguments) {
		return new SpringApplicationBuilder(Empty.class).listeners(new OneLoggingSystem())
			.web(WebApplicationType.NONE)
			.run(arguments);
	}

	static class Empty {

	}

}
