// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.context.ApplicationListener;

import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;

/**
 * Auto-configuration of the refresh on Spring Cloud's {@link EnvironmentChangeEvent},
 * which Nacos causes, too.
 *
 * @since 1.0.0
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class)
@ConditionalOnClass(EnvironmentChangeEvent.class)
@ConditionalOnBean(RedisComponentsRefresher.class)
public final class EnvironmentChangeAutoConfiguration {

	@Bean
	EnvironmentChangeRefresh redisComponentsEnvironmentChangeRefresh(RedisComponentsRefresher refresher) {
		return new EnvironmentChangeRefresh(refresher);
	}

	/**
	 * Refreshes on the event. Ordered first, because the exception of an earlier listener
	 * would prevent the call.
	 */
	@Order(Ordered.HIGHEST_PRECEDENCE)
	record EnvironmentChangeRefresh(
			RedisComponentsRefresher refresher) implements ApplicationListener<EnvironmentChangeEvent> {

		@Override
		public void onApplicationEvent(EnvironmentChangeEvent event) {
			this.refresher.refresh();
		}

	}

}
