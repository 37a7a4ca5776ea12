// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.concurrent.Executor;
import java.util.function.Supplier;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.autoconfigure.ComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.ConditionalOnSwitch;
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
@ConditionalOnSwitch("redis-components.annotations.enabled")
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

	/** One advisor for all annotations, so that their order among each other is fixed. */
	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static OperationAdvisor redisComponentsOperationAdvisor(AnnotatedBeanCheck check, Environment environment,
			BeanFactory beans) {
		return new OperationAdvisor(check, () -> interceptor(check, beans), order(environment));
	}

	private static OperationInterceptor interceptor(AnnotatedBeanCheck check, BeanFactory beans) {
		OperationSources sources = check.sources();
		Supplier<Executor> workers = () -> beans.getBean(Background.class).workers();
		return new OperationInterceptor(
				new RateLimitedInterceptor(sources.rates(), () -> beans.getBean(RateLimiter.class)),
				new PermittedInterceptor(sources.permits(), () -> beans.getBean(DistributedSemaphore.class),
						check::waitTime, workers),
				new LockedInterceptor(sources.locks(), () -> beans.getBean(DistributedLock.class), check::waitTime,
						workers),
				new CacheableBatchInterceptor(sources.batches(),
						() -> beans.getBean(RedisComponentsCacheManager.class)));
	}

	/**
	 * Returns the order from the environment. The properties bean cannot be used, because
	 * advisors are created together with the bean post-processors, before other beans.
	 */
	private static int order(Environment environment) {
		String property = AnnotationsProperties.PREFIX + ".order";
		try {
			int order = environment.getProperty(property, Integer.class, AnnotationsProperties.ORDER);
			return PropertySettings.checked(AnnotationsProperties.PREFIX,
					() -> Checks.between("order", order, Ordered.HIGHEST_PRECEDENCE, Ordered.LOWEST_PRECEDENCE - 1));
		}
		catch (InvalidPropertyException ex) {
			throw ex;
		}
		catch (ConversionException | IllegalArgumentException ex) {
			throw new InvalidPropertyException(property, "must be a whole number: " + ex.getMessage(), ex);
		}
	}

}
