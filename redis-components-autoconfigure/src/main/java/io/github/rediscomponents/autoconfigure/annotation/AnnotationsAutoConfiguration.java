// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.autoconfigure.ComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.cache.spring.CacheableBatch;
import io.github.rediscomponents.cache.spring.RedisComponentsCacheManager;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.ratelimit.RateLimited;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.Permitted;
import io.github.rediscomponents.support.Checks;

/**
 * Auto-configuration of {@link Locked}, {@link Permitted}, {@link RateLimited} and
 * {@link CacheableBatch}. Applies even if the components are disabled, because an
 * annotation that cannot take effect must fail the start rather than be ignored.
 *
 * @since 1.0.0
 */
@AutoConfiguration(after = ComponentsAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "redis-components.annotations.enabled", matchIfMissing = true)
@Import(ProxyCreatorRegistrar.class)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
public final class AnnotationsAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static AnnotatedBeanCheck redisComponentsAnnotatedBeanCheck(ConfigurableListableBeanFactory beans,
			Environment environment, ObjectProvider<PropertySettings> settings) {
		return new AnnotatedBeanCheck(beans, OperationSources.of(beans::resolveEmbeddedValue), order(environment),
				settings);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static OperationAdvisor redisComponentsRateLimitedAdvisor(AnnotatedBeanCheck check, Environment environment,
			ObjectProvider<RateLimiter> limiter) {
		RateOperation.Source rates = check.sources().rates();
		return new OperationAdvisor(rates, new RateLimitedInterceptor(rates, limiter::getObject), order(environment));
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static OperationAdvisor redisComponentsPermittedAdvisor(AnnotatedBeanCheck check, Environment environment,
			ObjectProvider<DistributedSemaphore> semaphores, ObjectProvider<Background> background) {
		PermitOperation.Source permits = check.sources().permits();
		return new OperationAdvisor(permits, new PermittedInterceptor(permits, semaphores::getObject, check::waitTime,
				() -> background.getObject().workers()), order(environment) + 1);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static OperationAdvisor redisComponentsLockedAdvisor(AnnotatedBeanCheck check, Environment environment,
			ObjectProvider<DistributedLock> locks, ObjectProvider<Background> background) {
		LockOperation.Source operations = check.sources().locks();
		return new OperationAdvisor(operations, new LockedInterceptor(operations, locks::getObject, check::waitTime,
				() -> background.getObject().workers()), order(environment) + 2);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static OperationAdvisor redisComponentsCacheableBatchAdvisor(AnnotatedBeanCheck check, Environment environment,
			ObjectProvider<RedisComponentsCacheManager> caches) {
		BatchOperation.Source batches = check.sources().batches();
		return new OperationAdvisor(batches, new CacheableBatchInterceptor(batches, caches::getObject),
				order(environment) + 3);
	}

	/**
	 * Returns the order from the environment. The properties bean cannot be used, because
	 * advisors are created together with the bean post-processors, before other beans.
	 */
	private static int order(Environment environment) {
		int order = environment.getProperty(AnnotationsProperties.PREFIX + ".order", Integer.class,
				AnnotationsProperties.ORDER);
		return PropertySettings.checked(AnnotationsProperties.PREFIX,
				() -> Checks.between("order", order, Ordered.HIGHEST_PRECEDENCE, Ordered.LOWEST_PRECEDENCE - 3));
	}

}
