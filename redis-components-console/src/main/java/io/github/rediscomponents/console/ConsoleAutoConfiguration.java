// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import jakarta.servlet.http.HttpServlet;

import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autoconfigure.console.ConsoleProperties;
import io.github.rediscomponents.autoconfigure.console.ConsoleSettings;
import io.github.rediscomponents.autoconfigure.observability.ConsoleViewsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.autoconfigure.queue.QueueListenerAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.ConditionalOnSwitch;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.console.report.ConsoleReporter;
import io.github.rediscomponents.console.report.ProcessInfo;
import io.github.rediscomponents.console.web.ConsoleServlet;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Auto-configuration of the console. Each process reports; a servlet application serves
 * the page.
 *
 * @since 1.0.0
 */
@AutoConfiguration(after = { ConsoleViewsAutoConfiguration.class, QueueListenerAutoConfiguration.class })
@ConditionalOnBean({ RedisPort.class, RoomViews.class })
@ConditionalOnSwitch(value = ConsoleProperties.PREFIX + ".enabled", matchIfMissing = false)
public final class ConsoleAutoConfiguration {

	@Bean
	ConsoleReporter redisComponentsConsoleReporter(RedisPort redis, KeySpace keys, Background background,
			RoomViews views, PropertySettings settings, RedisComponentsRefresher refresher, Environment environment) {
		return new ConsoleReporter(CommandPort.of(redis), keys, background, views, live(settings),
				ProcessInfo.of(environment.getProperty("spring.application.name", "")),
				() -> Described.refusals(refresher));
	}

	private static LiveSettings<ConsoleSettings> live(PropertySettings settings) {
		return settings.live(ConsoleProperties.PREFIX, ConsoleProperties.class);
	}

	/**
	 * Tells where the page is not to be looked for.
	 */
	@Configuration(proxyBeanMethods = false)
	@Conditional(WithoutServlets.class)
	static class ReportsOnly {

		ReportsOnly() {
			LoggerFactory.getLogger(ConsoleAutoConfiguration.class)
				.info("This application only reports to the console: the page needs a servlet application");
		}

	}

	static final class WithoutServlets extends NoneNestedConditions {

		WithoutServlets() {
			super(ConfigurationPhase.REGISTER_BEAN);
		}

		@ConditionalOnWebApplication(type = Type.SERVLET)
		@ConditionalOnClass(HttpServlet.class)
		static class Servlets {

		}

	}

	/**
	 * The page and its access.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass(HttpServlet.class)
	static class Web {

		/** Spring Boot registers the filters of Spring Security by this name. */
		private static final String SECURITY = "springSecurityFilterChain";

		@Bean
		@ConditionalOnMissingBean
		ConsoleAccess redisComponentsConsoleAccess(PropertySettings settings, BeanFactory beans) {
			LiveSettings<ConsoleSettings> live = live(settings);
			if (!beans.containsBean(SECURITY)) {
				throw new PublicConsoleException(live.get().path());
			}
			return new RoleAccess(live);
		}

		@Bean
		ServletRegistrationBean<ConsoleServlet> redisComponentsConsoleServlet(ConsoleAccess access,
				ConsoleReporter reporter, RoomViews views, PropertySettings settings,
				RedisComponentsRefresher refresher, ApplicationEventPublisher events) {
			LiveSettings<ConsoleSettings> live = live(settings);
			String path = live.get().path();
			ServletRegistrationBean<ConsoleServlet> registration = new ServletRegistrationBean<>(
					new ConsoleServlet(access, reporter, views, live, () -> Described.settings(refresher), events),
					path, path + "/*");
			registration.setName("redisComponentsConsole");
			registration.setLoadOnStartup(-1);
			return registration;
		}

	}

}
