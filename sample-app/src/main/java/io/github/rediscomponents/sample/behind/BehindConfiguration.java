// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.behind;

import javax.sql.DataSource;

import io.github.rediscomponents.cache.CacheObserver;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Counts what each request does, in a demo only: without the property nothing of this
 * exists.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("city-guide.behind.enabled")
class BehindConfiguration {

	@Bean
	FilterRegistrationBean<TraceFilter> traceFilter() {
		FilterRegistrationBean<TraceFilter> filter = new FilterRegistrationBean<>(new TraceFilter());
		filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
		return filter;
	}

	@Bean
	JdbcTemplate jdbcTemplate(DataSource source) {
		return new TracedJdbcTemplate(source);
	}

	@Bean
	CacheObserver tracedLoads() {
		return new CacheObserver() {

			@Override
			public void load(String cache, long nanos, boolean succeeded) {
				Trace trace = Trace.current();
				if (trace != null) {
					trace.loaded(nanos);
				}
			}

		};
	}

	/** Listens to the client before it connects; needs no other bean. */
	@Bean
	static BeanPostProcessor commandListening(Environment environment) {
		String prefix = environment.getProperty("redis-components.key-prefix", "");
		return new BeanPostProcessor() {

			@Override
			public Object postProcessAfterInitialization(Object bean, String name) {
				if (bean instanceof LettuceConnectionFactory factory && factory.getNativeClient() != null) {
					factory.getNativeClient().addListener(new TracedCommands(prefix));
				}
				return bean;
			}

		};
	}

}
