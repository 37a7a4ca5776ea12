// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.check;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.mock.env.MockEnvironment;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher.Refresh;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.autoconfigure.EmbeddedRedisProperties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The properties of the embedded Redis are under the rules of all others.
 */
class EmbeddedRedisTests {

	private static final String ON = "redis-components.embedded.enabled=true";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(PropertyTreeAutoConfiguration.class));

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			data-directory=${no.such}    | Property redis-components.embedded.data-directory must be readable
			data-directory=/a/${no.such} | Property redis-components.embedded.data-directory must be readable
			dataDirectory=${no.such}     | Property redis-components.embedded.data-directory must be readable
			port=${no.such}              | Property redis-components.embedded.port must be readable
			data-dirctory=/tmp           | data-dirctory is unknown. Did you mean 'data-directory'
			directory=/tmp               | directory is unknown. Known below 'redis-components.embedded': data-direc
			port.number=1                | Property redis-components.embedded.port.number is unknown
			enabled=maybe                | Property redis-components.embedded.enabled must be true or false
			""")
	void aMistakeStopsTheStartByTheNameOfTheProperty(String property, String told) {
		this.runner.withPropertyValues(ON, "redis-components.embedded." + property).run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).hasStackTraceContaining(told);
		});
	}

	@Test
	void aMistypedSectionIsSuggested() {
		this.runner.withPropertyValues("redis-components.embeded.enabled=true")
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining("Did you mean 'embedded' below 'redis-components'?"));
	}

	@Test
	void isNotLookedAtWhileItIsOff() {
		String directory = "redis-components.embedded.data-directory=${no.such}";
		this.runner.withPropertyValues(directory).run((context) -> assertThat(context).hasNotFailed());
		this.runner.withPropertyValues(directory, "redis-components.embedded.enabled=off")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void aTextThatBeginsNoPlaceholderIsMeantSo() {
		this.runner.withPropertyValues(ON, "redis-components.embedded.data-directory=/a/\\${b}")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void needsItsModule() {
		MockEnvironment environment = new MockEnvironment();
		FilteredClassLoader without = new FilteredClassLoader(RedisServer.class);
		EmbeddedRedis.check(environment, without);
		environment.setProperty("redis-components.embedded.enabled", "no");
		EmbeddedRedis.check(environment, without);
		environment.setProperty("redis-components.embedded.enabled", "yes");
		assertThatExceptionOfType(InvalidPropertyException.class)
			.isThrownBy(() -> EmbeddedRedis.check(environment, without))
			.withMessageContaining("redis-components.embedded.enabled")
			.withMessageContaining("redis-components-test");
	}

	@Test
	void aChangeIsNamedByARefresh() {
		this.runner.withPropertyValues(ON, "redis-components.embedded.port=0").run((context) -> {
			RedisComponentsRefresher refresher = new RedisComponentsRefresher(context.getBean(PropertySettings.class));
			TestPropertyValues.of("redis-components.embedded.port=6379", "redis-components.embedded.data-directory=d")
				.applyTo(context);
			assertThat(refresher.refresh().waitingForRestart())
				.containsExactly("redis-components.embedded.data-directory", "redis-components.embedded.port");
			TestPropertyValues.of("redis-components.embedded.data-directory=${no.such}").applyTo(context);
			Refresh refused = refresher.refresh();
			assertThat(refused.refused()).singleElement()
				.asString()
				.contains("redis-components.embedded.data-directory");
		});
	}

	@Test
	void theNamesAreThoseOfTheModule() {
		assertThat(Stream.of(BeanUtils.getPropertyDescriptors(EmbeddedRedisProperties.class))
			.filter((property) -> property.getWriteMethod() != null)
			.map((property) -> property.getName().replaceAll("([A-Z])", "-$1").toLowerCase()))
			.containsExactlyInAnyOrderElementsOf(EmbeddedRedis.PROPERTIES);
	}

}
