// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.session;

import java.time.Duration;
import java.util.Map;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.session.CodeIssue.Issued;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.OneTimeCodes;
import io.github.rediscomponents.session.Session;
import io.github.rediscomponents.session.SessionObserver;
import io.github.rediscomponents.session.TokenSessionSettings;
import io.github.rediscomponents.session.TokenSessions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Token sessions and one-time codes as beans: on, off, replaced, configured, refreshed
 * and metered.
 */
class SessionBeansTests {

	@Test
	void areThereWithoutAnyPropertyAndNotWhenDisabled() {
		TestContexts.withOwnKeys().run((context) -> {
			TokenSessions sessions = context.getBean(TokenSessions.class);
			String token = sessions.issue(NewSession.of("anna")).token();
			assertThat(sessions.touch(token).orElseThrow().user()).isEqualTo("anna");
			assertThat(context).hasSingleBean(OneTimeCodePurposes.class).doesNotHaveBean(OneTimeCodes.class);
		});
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.token-session.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(TokenSessions.class)
				.hasSingleBean(OneTimeCodePurposes.class));
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.one-time-code.enabled=false",
					"redis-components.one-time-code.purposes.login.length=4")
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(TokenSessions.class)
				.doesNotHaveBean(OneTimeCodePurposes.class)
				.doesNotHaveBean(OneTimeCodes.class));
	}

	@Test
	void giveWayToThoseOfTheApplication() {
		TestContexts.withOwnKeys()
			.withUserConfiguration(Own.class)
			.run((context) -> assertThat(context).hasSingleBean(TokenSessions.class)
				.getBean(TokenSessions.class)
				.isSameAs(context.getBean("mySessions")));
	}

	@Test
	void areMadeOfEachPurpose() {
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.one-time-code.purposes.login.length=4",
					"redis-components.one-time-code.purposes.confirm-payment.length=8")
			.withUserConfiguration(Application.class)
			.run((context) -> {
				Application application = context.getBean(Application.class);
				assertThat(((Issued) application.loginOneTimeCodes.issue("anna")).code()).hasSize(4);
				assertThat(((Issued) application.confirmPaymentOneTimeCodes.issue("anna")).code()).hasSize(8);
				assertThat(context).getBeans(OneTimeCodes.class).hasSize(2);
			});
	}

	@Test
	void takeChangedSettingsOverAndRefuseBadOnes() {
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.token-session.ttl=10m",
					"redis-components.one-time-code.purposes.login.attempts=3")
			.run((context) -> {
				TokenSessions sessions = context.getBean(TokenSessions.class);
				OneTimeCodes codes = context.getBean("loginOneTimeCodes", OneTimeCodes.class);
				RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
				TestContexts.change(context, "redis-components.token-session.ttl", "0s");
				assertThat(refresher.refresh().refused()).singleElement()
					.asString()
					.contains("redis-components.token-session.ttl must be between");
				assertThat(life(sessions)).isEqualTo(Duration.ofMinutes(10));
				TestContexts.change(context, "redis-components.token-session.ttl", "20m");
				assertThat(refresher.refresh().changed()).containsExactly("redis-components.token-session");
				assertThat(life(sessions)).isEqualTo(Duration.ofMinutes(20));
				TestContexts.change(context, "redis-components.one-time-code.purposes.login.length", "13");
				assertThat(refresher.refresh().refused()).singleElement()
					.asString()
					.contains("redis-components.one-time-code.purposes.login.length must be between");
				TestContexts.change(context, "redis-components.one-time-code.purposes.login.length", "7");
				assertThat(refresher.refresh().changed()).containsExactly("redis-components.one-time-code");
				assertThat(((Issued) codes.issue("anna")).code()).hasSize(7);
				assertThat(codes.use("anna", "x").attemptsLeft()).isEqualTo(2);
			});
	}

	@Test
	void areMeteredWhereThereIsARegistry() {
		TestContexts.withOwnKeys()
			.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withPropertyValues("redis-components.one-time-code.purposes.login.length=4")
			.run((context) -> {
				context.getBean(TokenSessions.class).issue(NewSession.of("anna"));
				context.getBean(OneTimeCodes.class).issue("anna");
				MeterRegistry meters = context.getBean(MeterRegistry.class);
				assertThat(meters.counter("redis.components.session.issued", "outcome", "issued").count()).isEqualTo(1);
				assertThat(
						meters.counter("redis.components.code.asked", "purpose", "login", "outcome", "issued").count())
					.isEqualTo(1);
			});
		TestContexts.withOwnKeys()
			.withClassLoader(new FilteredClassLoader("io.micrometer"))
			.run((context) -> assertThat(context).hasSingleBean(TokenSessions.class)
				.doesNotHaveBean(SessionObserver.class));
	}

	@Test
	void stopTheStartWhereAColonWouldMixUpSubjects() {
		Map<String, Object> declared = Map.of("redis-components.one-time-code.purposes[a:b].length", "5");
		TestContexts.withOwnKeys()
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("declared", declared)))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("redis-components.one-time-code.purposes.a:b")
				.hasMessageContaining("colon"));
	}

	private static Duration life(TokenSessions sessions) {
		Session session = sessions.issue(NewSession.of("anna")).session();
		return Duration.between(session.begin(), session.end());
	}

	@Configuration(proxyBeanMethods = false)
	static class Own {

		@Bean
		TokenSessions mySessions(RedisPort redis) {
			return TokenSessions.create(redis, new KeySpace("x"), new LiveSettings<>(TokenSessionSettings.defaults()),
					SessionObserver.NONE);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Application {

		@Autowired
		OneTimeCodes loginOneTimeCodes;

		@Autowired
		OneTimeCodes confirmPaymentOneTimeCodes;

	}

}
