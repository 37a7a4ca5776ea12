// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.cache.spring.AnnotatedValueTypes;
import io.github.rediscomponents.cache.spring.ValueTypes;

/**
 * What properties say of Spring's caches. A type that is not declared is that of the
 * annotated methods.
 */
final class DeclaredCaches implements ValueTypes {

	private final PropertySettings settings;

	private final ConfigurableListableBeanFactory beans;

	private final ValueTypes annotated;

	DeclaredCaches(PropertySettings settings, ConfigurableListableBeanFactory beans) {
		this.settings = settings;
		this.beans = beans;
		this.annotated = new AnnotatedValueTypes(beans);
	}

	Collection<String> names() {
		return this.settings.live(CacheProperties.PREFIX, CacheProperties.class).get().caches().keySet();
	}

	@Override
	public @Nullable Type of(String cache) {
		CacheEntryProperties declared = properties().caches().get(cache);
		String type = (declared != null) ? declared.type() : null;
		return (type != null) ? TypedDeclaration.type(CacheProperties.PREFIX + ".caches." + cache, type)
				: this.annotated.of(cache);
	}

	List<String> trustedPackages() {
		List<String> set = properties().spring().trustedPackages();
		if (!set.isEmpty()) {
			return set;
		}
		return AutoConfigurationPackages.has(this.beans) ? AutoConfigurationPackages.get(this.beans) : List.of();
	}

	private CacheProperties properties() {
		return this.settings.properties(CacheProperties.PREFIX, CacheProperties.class);
	}

}
