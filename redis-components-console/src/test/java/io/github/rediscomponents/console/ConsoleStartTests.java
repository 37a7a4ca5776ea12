// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.ServletRegistrationBean;

import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.console.report.ConsoleReporter;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When the console is there, and when the application does not start with it.
 */
@ExtendWith(OutputCaptureExtension.class)
class ConsoleStartTests {

	private static final String REPORTS_ONLY = "This application only reports to the console";

	private static final String ENABLED = "redis-components.console.enabled=true";

	private final WebApplicationContextRunner web = new WebApplicationContextRunner()
		.withUserConfiguration(TestApplications.Plain.class)
		.withClassLoader(new FilteredClassLoader("org.springframework.security"))
		.withPropertyValues("spring.data.redis.url=" + SharedRedis.standalone().uri());

	private final ApplicationContextRunner worker = new ApplicationContextRunner()
		.withUserConfiguration(TestApplications.Plain.class)
		.withPropertyValues("spring.data.redis.url=" + SharedRedis.standalone().uri());

	@Test
	void isAbsentUnlessEnabled() {
		this.web.run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean(ConsoleReporter.class)
			.doesNotHaveBean(ConsoleAccess.class)
			.doesNotHaveBean("redisComponentsConsoleServlet"));
	}

	@Test
	void theStartFailsIfNothingProtectsIt() {
		this.web.withPropertyValues(ENABLED).run((context) -> {
			assertThat(context).hasFailed();
			Throwable failure = context.getStartupFailure();
			assertThat(failure).rootCause().isInstanceOf(PublicConsoleException.class);
			FailureAnalysis analysis = new PublicConsoleFailureAnalyzer().analyze(failure);
			assertThat(analysis.getDescription()).contains("redis-components.console.enabled", "/redis-components");
			assertThat(analysis.getAction()).contains("spring-boot-starter-security", "ConsoleAccess",
					"redis-components.console.read-role");
		});
	}

	@Test
	void theApplicationDecidesByABean(CapturedOutput output) {
		ConsoleAccess own = (request) -> ConsoleRole.READ;
		this.web.withPropertyValues(ENABLED, "redis-components.console.path=/ops/redis")
			.withBean(ConsoleAccess.class, () -> own)
			.run((context) -> {
				assertThat(context).hasNotFailed().getBean(ConsoleAccess.class).isSameAs(own);
				ServletRegistrationBean<?> registration = context.getBean("redisComponentsConsoleServlet",
						ServletRegistrationBean.class);
				assertThat(registration.getUrlMappings()).containsExactlyInAnyOrder("/ops/redis", "/ops/redis/*");
			});
		assertThat(output).doesNotContain(REPORTS_ONLY);
	}

	@Test
	void aProcessWithoutServletsOnlyReportsAndSaysSo(CapturedOutput output) {
		this.worker.withPropertyValues(ENABLED)
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(ConsoleReporter.class)
				.hasSingleBean(RoomViews.class)
				.doesNotHaveBean(ConsoleAccess.class));
		assertThat(output).contains(REPORTS_ONLY);
	}

	@Test
	void showsTheComponentsWithoutTheActuator() {
		this.worker.withPropertyValues(ENABLED)
			.run((context) -> assertThat(context.getBean(RoomViews.class).rooms()).containsKeys("cache", "lock",
					"ratelimit", "semaphore", "task-queue"));
	}

	@Test
	void invalidPropertiesAreNamed() {
		refused("redis-components.console.read-role= ", "redis-components.console.read-role");
		refused("redis-components.console.operate-role=", "redis-components.console.operate-role");
		refused("redis-components.console.path=redis", "redis-components.console.path");
		refused("redis-components.console.path=/a/", "redis-components.console.path");
		refused("redis-components.console.path=/*", "redis-components.console.path");
		refused("redis-components.console.interval=1ms", "redis-components.console.interval");
		refused("redis-components.console.intervall=1s", "redis-components.console.intervall");
	}

	private void refused(String property, String name) {
		this.web.withPropertyValues(ENABLED, property)
			.withBean(ConsoleAccess.class, () -> (request) -> ConsoleRole.NONE)
			.run((context) -> assertThat(context).getFailure().hasStackTraceContaining(name));
	}

}
