// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.cache.annotation.Cacheable;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidAnnotationException;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.spring.AnnotatedValueTypes;
import io.github.rediscomponents.cache.spring.ValueTypes;

/**
 * What properties and annotated methods say of Spring's caches. A declared type precedes
 * that of the methods. Fails the start if an annotation names a cache that cannot be.
 */
final class DeclaredCaches implements ValueTypes, SmartInitializingSingleton {

	private final PropertySettings settings;

	private final ConfigurableListableBeanFactory beans;

	private final AnnotatedValueTypes annotated;

	private volatile boolean started;

	DeclaredCaches(PropertySettings settings, ConfigurableListableBeanFactory beans) {
		this.settings = settings;
		this.beans = beans;
		this.annotated = new AnnotatedValueTypes(beans);
	}

	Collection<String> names() {
		Set<String> names = new TreeSet<>(
				this.settings.live(CacheProperties.PREFIX, CacheProperties.class).get().caches().keySet());
		if (this.started) {
			names.addAll(this.annotated.methods().keySet());
		}
		return names;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.annotated.afterSingletonsInstantiated();
		this.annotated.methods().forEach((name, method) -> {
			try {
				CacheSpec.of(name, Object.class, Object.class);
			}
			catch (IllegalArgumentException ex) {
				throw new InvalidAnnotationException(Cacheable.class, method, "cannot work: " + ex.getMessage(),
						"Give the cache another name.", ex);
			}
		});
		this.started = true;
	}

	@Override
	public @Nullable Type of(String cache) {
		CacheEntryProperties declared = properties().caches().get(cache);
		String type = (declared != null) ? declared.type() : null;
		return (type != null) ? TypedDeclaration.type(CacheProperties.PREFIX + ".caches." + cache, type, this.beans)
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
