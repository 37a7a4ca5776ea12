package io.github.rediscomponents.autoconfigure.annotation;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.lock.LockAutoConfiguration;
import io.github.rediscomponents.autoconfigure.ratelimit.RateLimitAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.semaphore.SemaphoreAutoConfiguration;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.DistributedSemaphore;
import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.lock.Permitted;
import io.github.rediscomponents.ratelimit.RateLimited;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.Checks;

/**
 * Auto-configuration of {@link Locked}, {@link Permitted} and {@link RateLimited}. It is
 * there also without the components: an annotation that cannot take effect has to stop
 * the start rather than be passed over.
 */
@AutoConfiguration(
		after = { LockAutoConfiguration.class, SemaphoreAutoConfiguration.class, RateLimitAutoConfiguration.class })
@ConditionalOnBooleanProperty(name = "redis-components.annotations.enabled", matchIfMissing = true)
@EnableConfigurationProperties(AnnotationsProperties.class)
@Import(ProxyCreatorRegistrar.class)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
public final class AnnotationsAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static OperationSources redisComponentsOperationSources(ConfigurableListableBeanFactory beans) {
		return OperationSources.of(beans::resolveEmbeddedValue);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static AnnotatedBeanCheck redisComponentsAnnotatedBeanCheck(ConfigurableListableBeanFactory beans,
			OperationSources sources, ObjectProvider<AnnotationsProperties> properties) {
		return new AnnotatedBeanCheck(beans, sources, () -> properties.getObject().selfInvocation());
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static OperationAdvisor redisComponentsRateLimitedAdvisor(OperationSources sources, Environment environment,
			ObjectProvider<RateLimiter> limiter) {
		return new OperationAdvisor(sources.rates(), new RateLimitedInterceptor(sources.rates(), limiter::getObject),
				order(environment));
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static OperationAdvisor redisComponentsPermittedAdvisor(OperationSources sources, Environment environment,
			ObjectProvider<DistributedSemaphore> semaphores, ObjectProvider<WaitTime> waitTime,
			ObjectProvider<Background> background) {
		return new OperationAdvisor(
				sources.permits(), new PermittedInterceptor(sources.permits(), semaphores::getObject,
						() -> waitTime.getObject().get(), () -> background.getObject().workers()),
				order(environment) + 1);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static OperationAdvisor redisComponentsLockedAdvisor(OperationSources sources, Environment environment,
			ObjectProvider<DistributedLock> locks, ObjectProvider<WaitTime> waitTime,
			ObjectProvider<Background> background) {
		return new OperationAdvisor(
				sources.locks(), new LockedInterceptor(sources.locks(), locks::getObject,
						() -> waitTime.getObject().get(), () -> background.getObject().workers()),
				order(environment) + 2);
	}

	@Bean
	WaitTime redisComponentsWaitTime(AnnotationsProperties properties, ObjectProvider<PropertySettings> settings) {
		return WaitTime.of(properties, settings.getIfAvailable());
	}

	@Bean
	TransactionOrderCheck redisComponentsTransactionOrderCheck(ConfigurableListableBeanFactory beans,
			Environment environment) {
		return new TransactionOrderCheck(beans, order(environment) + 2);
	}

	/**
	 * Not from the properties bean: advisors are created while bean post-processors are,
	 * which is too early for other beans.
	 */
	private static int order(Environment environment) {
		int order = environment.getProperty(AnnotationsProperties.PREFIX + ".order", Integer.class,
				AnnotationsProperties.ORDER);
		return PropertySettings.checked(AnnotationsProperties.PREFIX,
				() -> Checks.between("order", order, Ordered.HIGHEST_PRECEDENCE, Ordered.LOWEST_PRECEDENCE - 3));
	}

}
