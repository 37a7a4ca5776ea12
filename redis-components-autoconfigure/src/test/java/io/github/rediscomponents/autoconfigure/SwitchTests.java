// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.id.IdWorker;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A property {@code enabled} takes the words that any other property with true or false
 * takes.
 */
class SwitchTests {

	@ParameterizedTest
	@ValueSource(strings = { "true", "TRUE", "yes", "on", "1" })
	void isOnByEachWordForTrue(String word) {
		TestContexts.runner()
			.withPropertyValues("redis-components.enabled=" + word, "redis-components.cache.enabled=" + word,
					"redis-components.annotations.enabled=" + word)
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(CacheClient.class)
				.hasBean("redisComponentsAnnotatedBeanCheck"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "false", "FALSE", "no", "off", "0" })
	void isOffByEachWordForFalse(String word) {
		TestContexts.runner()
			.withPropertyValues("redis-components.cache.enabled=" + word,
					"redis-components.annotations.enabled=" + word)
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(IdWorker.class)
				.doesNotHaveBean(CacheClient.class)
				.doesNotHaveBean("redisComponentsAnnotatedBeanCheck"));
		TestContexts.runner()
			.withPropertyValues("redis-components.enabled=" + word)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(RedisPort.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis-components.enabled", "redis-components.cache.enabled",
			"redis-components.cache.spring.enabled", "redis-components.lock.enabled",
			"redis-components.annotations.enabled" })
	void namesThePropertyOfAnotherWord(String property) {
		TestContexts.runner()
			.withPropertyValues(property + "=maybe")
			.run((context) -> assertThat(context).getFailure().rootCause().satisfies((cause) -> {
				StringBuilder messages = new StringBuilder();
				for (Throwable at = context.getStartupFailure(); at != null; at = at.getCause()) {
					messages.append(at.getMessage()).append('\n');
				}
				assertThat(messages).contains(property).contains("maybe");
			}));
	}

	@Test
	void aBeanThatIsNoCandidateReplacesNothing() {
		TestContexts.runner()
			.withUserConfiguration(NoCandidates.class)
			.run((context) -> assertThat(context).hasNotFailed().hasBean("idWorker").hasBean("cacheClient"));
	}

	@Lazy
	@Configuration(proxyBeanMethods = false)
	static class NoCandidates {

		@Bean(autowireCandidate = false)
		IdWorker hidden() {
			throw new IllegalStateException("Nothing asks for it");
		}

		@Bean(defaultCandidate = false)
		CacheClient qualified() {
			throw new IllegalStateException("Nothing asks for it");
		}

	}

}
