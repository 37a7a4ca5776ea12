// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Role;

import io.github.rediscomponents.autoconfigure.ComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.ConditionalOnSwitch;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.spring.RedisComponentsCacheManager;
import io.github.rediscomponents.codec.ValueCodecs;

/**
 * Auto-configuration of Spring's cache abstraction over the {@link CacheClient}. Applies
 * where Spring's caching is enabled, the application has no {@link CacheManager}, and
 * {@code spring.cache.type} chooses no other one.
 *
 * @since 1.0.0
 */
@AutoConfiguration(after = ComponentsAutoConfiguration.class,
		beforeName = { "org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration",
				"org.springframework.boot.autoconfigure.cache.CacheAutoConfiguration" })
@ConditionalOnBean({ CacheAspectSupport.class, CacheClient.class })
@ConditionalOnMissingBean(value = CacheManager.class, name = "cacheResolver")
@ConditionalOnSwitch("redis-components.cache.spring.enabled")
@Conditional(SpringCacheAutoConfiguration.NoOtherChosen.class)
public final class SpringCacheAutoConfiguration {

	@Bean
	DeclaredCaches redisComponentsDeclaredCaches(PropertySettings settings, ConfigurableListableBeanFactory beans) {
		return new DeclaredCaches(settings, beans);
	}

	@Bean
	RedisComponentsCacheManager cacheManager(CacheClient client, ValueCodecs codecs, DeclaredCaches declared,
			ConfigurableListableBeanFactory beans) {
		return RedisComponentsCacheManager.on(client)
			.codecs(codecs)
			.types(declared)
			.declared(declared::names)
			.trustedPackages(declared.trustedPackages(), beans.getBeanClassLoader())
			.build();
	}

	/**
	 * Only one is possible; that of an application decides itself. Made together with the
	 * bean post-processors, before other beans.
	 */
	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnMissingBean(CachingConfigurer.class)
	static CachingConfigurer redisComponentsCachingConfigurer(ObjectProvider<RedisComponentsCacheManager> manager) {
		return new ResolvedCaching(manager);
	}

	/** Whatever is chosen is another one. */
	static final class NoOtherChosen extends NoneNestedConditions {

		NoOtherChosen() {
			super(ConfigurationPhase.PARSE_CONFIGURATION);
		}

		@ConditionalOnProperty("spring.cache.type")
		static class Chosen {

		}

	}

}
