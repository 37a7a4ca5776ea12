// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cache.annotation.AnnotationCacheOperationSource;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.function.SingletonSupplier;

/**
 * Finds the types of caches in the return types of {@code @Cacheable}, {@code @CachePut}
 * and {@link CacheableBatch} methods of beans. A cache whose methods return different
 * types has none. The methods are looked at once, when the first cache is used; no bean
 * is made for it.
 *
 * @since 0.1.0
 */
public final class AnnotatedValueTypes implements ValueTypes {

	private static final Logger logger = LoggerFactory.getLogger(AnnotatedValueTypes.class);

	private static final String CONTAINER = "org.springframework.";

	private final ConfigurableListableBeanFactory beans;

	private final SingletonSupplier<Map<String, Set<Type>>> types = SingletonSupplier.of(this::read);

	/**
	 * Creates a source of types.
	 * @param beans the beans whose methods are looked at
	 */
	public AnnotatedValueTypes(ConfigurableListableBeanFactory beans) {
		this.beans = beans;
	}

	@Override
	public @Nullable Type of(String cache) {
		Set<Type> found = this.types.obtain().getOrDefault(cache, Set.of());
		if (found.size() > 1) {
			logger.info("The methods of cache '{}' return different types, {}; each entry names the class of its value",
					cache, found.stream().map(Type::getTypeName).sorted().toList());
		}
		Type only = (found.size() == 1) ? found.iterator().next() : null;
		return (only != null && ReturnedType.isKnown(only)) ? only : null;
	}

	private Map<String, Set<Type>> read() {
		CacheOperationSource source = this.beans.getBeanProvider(CacheOperationSource.class)
			.getIfAvailable(AnnotationCacheOperationSource::new);
		Map<String, Set<Type>> found = new HashMap<>();
		Set<Class<?>> seen = new LinkedHashSet<>();
		for (String name : this.beans.getBeanDefinitionNames()) {
			Class<?> type = type(name);
			if (type != null && seen.add(type) && !type.getName().startsWith(CONTAINER)) {
				read(type, source, found);
			}
		}
		return found;
	}

	private @Nullable Class<?> type(String bean) {
		try {
			return AutoProxyUtils.determineTargetClass(this.beans, bean);
		}
		catch (BeansException | LinkageError ex) {
			logger.debug("The class of bean '{}' cannot be determined; its methods are not looked at", bean, ex);
			return null;
		}
	}

	private void read(Class<?> type, CacheOperationSource source, Map<String, Set<Type>> found) {
		try {
			MetadataLookup<Collection<CacheOperation>> operations = (method) -> source.getCacheOperations(method, type);
			MethodIntrospector.selectMethods(type, operations)
				.forEach((method, all) -> all.stream()
					.filter((one) -> one instanceof CacheableOperation || one instanceof CachePutOperation)
					.forEach((one) -> add(one.getCacheNames(), ReturnedType.of(method, type), found)));
			MetadataLookup<String> batches = this::batchCache;
			MethodIntrospector.selectMethods(type, batches)
				.forEach((method, cache) -> add(List.of(cache), ReturnedType.ofBatch(method, type), found));
		}
		catch (RuntimeException | LinkageError ex) {
			// A class that cannot be looked at, such as one of an optional library.
			logger.debug("The methods of {} cannot be looked at", type, ex);
		}
	}

	private @Nullable String batchCache(Method method) {
		MergedAnnotation<CacheableBatch> batch = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.get(CacheableBatch.class);
		return batch.isPresent() ? this.beans.resolveEmbeddedValue(batch.getString("cacheName")) : null;
	}

	private static void add(Collection<String> caches, @Nullable Type type, Map<String, Set<Type>> found) {
		if (type != null) {
			caches.forEach((cache) -> found.computeIfAbsent(cache, (name) -> new LinkedHashSet<>()).add(type));
		}
	}

}
