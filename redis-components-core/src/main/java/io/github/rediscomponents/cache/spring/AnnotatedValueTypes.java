// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.FailureLog;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.SmartInitializingSingleton;
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

/**
 * Finds the types of caches in the return types of {@code @Cacheable}, {@code @CachePut}
 * and {@link CacheableBatch} methods of beans. A cache whose methods return different
 * types has none. No bean is made to look at its methods.
 *
 * <p>
 * To be registered as a bean: the types of all beans are certain only when the singletons
 * are instantiated. Until then the methods are looked at each time, later once.
 *
 * @since 1.0.0
 */
public final class AnnotatedValueTypes implements ValueTypes, SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(AnnotatedValueTypes.class);

	private static final String CONTAINER = "org.springframework.";

	private final ConfigurableListableBeanFactory beans;

	private volatile @Nullable Map<String, AnnotatedCache> known;

	private volatile boolean started;

	/**
	 * Creates a source of types.
	 * @param beans the beans whose methods are looked at
	 */
	public AnnotatedValueTypes(ConfigurableListableBeanFactory beans) {
		this.beans = beans;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.started = true;
	}

	@Override
	public @Nullable Type of(String cache) {
		AnnotatedCache found = caches().get(cache);
		if (found == null) {
			return null;
		}
		if (found.types().size() > 1) {
			logger.info("The methods of cache '{}' return different types, {}; each entry names the class of its value",
					cache, found.types().stream().map(Type::getTypeName).sorted().toList());
		}
		Type only = (found.types().size() == 1) ? found.types().iterator().next() : null;
		return (only != null && ReturnedType.isKnown(only)) ? only : null;
	}

	/**
	 * Returns the names that annotations have.
	 * @return a method for each name, of several any one
	 */
	public Map<String, Method> methods() {
		Map<String, Method> methods = new TreeMap<>();
		caches().forEach((name, cache) -> methods.put(name, cache.method()));
		return methods;
	}

	private Map<String, AnnotatedCache> caches() {
		Map<String, AnnotatedCache> found = this.known;
		if (found == null) {
			boolean certain = this.started;
			found = read();
			if (certain) {
				this.known = found;
			}
		}
		return found;
	}

	private Map<String, AnnotatedCache> read() {
		CacheOperationSource source = this.beans.getBeanProvider(CacheOperationSource.class)
			.getIfUnique(AnnotationCacheOperationSource::new);
		Map<String, AnnotatedCache> found = new HashMap<>();
		Set<Class<?>> seen = new HashSet<>();
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
			// Makes no factory of beans: another bean may be in the making.
			return this.beans.containsSingleton(bean) ? AutoProxyUtils.determineTargetClass(this.beans, bean)
					: this.beans.getType(bean, false);
		}
		catch (BeansException | LinkageError ex) {
			FailureLog.debug(logger, ex, "The class of bean '{}' cannot be determined; its methods are not looked at",
					bean);
			return null;
		}
	}

	private void read(Class<?> type, CacheOperationSource source, Map<String, AnnotatedCache> found) {
		try {
			MetadataLookup<Collection<CacheOperation>> operations = (method) -> source.getCacheOperations(method, type);
			MethodIntrospector.selectMethods(type, operations)
				.forEach((method, all) -> all.forEach((one) -> add(one.getCacheNames(), method,
						isOfValues(one) ? ReturnedType.of(method, type) : null, found)));
			MetadataLookup<String> batches = this::batchCache;
			MethodIntrospector.selectMethods(type, batches)
				.forEach((method, cache) -> add(List.of(cache), method, ReturnedType.ofBatch(method, type), found));
		}
		catch (RuntimeException | LinkageError ex) {
			// A class that cannot be looked at, such as one of an optional library.
			FailureLog.debug(logger, ex, "The methods of {} cannot be looked at", type);
		}
	}

	private static boolean isOfValues(CacheOperation operation) {
		return operation instanceof CacheableOperation || operation instanceof CachePutOperation;
	}

	private @Nullable String batchCache(Method method) {
		MergedAnnotation<CacheableBatch> batch = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.get(CacheableBatch.class);
		return batch.isPresent() ? this.beans.resolveEmbeddedValue(batch.getString("cacheName")) : null;
	}

	private static void add(Collection<String> caches, Method method, @Nullable Type type,
			Map<String, AnnotatedCache> found) {
		for (String cache : caches) {
			Set<Type> types = found.computeIfAbsent(cache, (name) -> new AnnotatedCache(method, new HashSet<>()))
				.types();
			if (type != null) {
				types.add(type);
			}
		}
	}

	/**
	 * A cache that annotations name.
	 *
	 * @param method the first method that does
	 * @param types what the methods give to it
	 */
	private record AnnotatedCache(Method method, Set<Type> types) {
	}

}
