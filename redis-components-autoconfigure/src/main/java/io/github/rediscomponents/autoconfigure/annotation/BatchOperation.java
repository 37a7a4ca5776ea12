// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.StringValueResolver;

import io.github.rediscomponents.cache.spring.CacheableBatch;
import io.github.rediscomponents.cache.spring.RedisComponentsCacheManager;

/**
 * The {@link CacheableBatch} of one method.
 *
 * @param cacheName the name of the cache
 * @param method the method, for messages
 * @param keys the type of the parameter
 * @param list whether the method returns a list in the order of the keys
 */
record BatchOperation(String cacheName, Method method, Class<?> keys, boolean list) {

	private static final Set<Class<?>> PARAMETERS = Set.of(Collection.class, List.class, Set.class, Iterable.class);

	/**
	 * Returns the keys of a call.
	 * @throws IllegalArgumentException if there are none
	 */
	Collection<?> keys(@Nullable Object argument) {
		if (argument instanceof Collection<?> all) {
			return all;
		}
		if (!(argument instanceof Iterable<?> some)) {
			throw new IllegalArgumentException("keys of " + describe() + " must not be null");
		}
		List<@Nullable Object> all = new ArrayList<>();
		some.forEach(all::add);
		return all;
	}

	/**
	 * Returns the argument for the keys that are missing.
	 */
	Object argument(Set<?> missing) {
		return (this.keys == Set.class) ? missing : List.copyOf(missing);
	}

	/**
	 * Returns what the method found, by key.
	 * @throws IllegalStateException if the result cannot be matched to the keys
	 */
	@SuppressWarnings("unchecked") // Only its own keys are passed to it.
	Map<Object, Object> found(Set<?> missing, @Nullable Object returned) {
		if (returned instanceof Map<?, ?> map && !this.list) {
			return (Map<Object, Object>) map;
		}
		if (returned instanceof List<?> values && this.list) {
			if (values.size() != missing.size()) {
				throw new IllegalStateException(describe() + " returned " + values.size() + " values for "
						+ missing.size() + " keys; it must return one for each key, null where there is none");
			}
			Map<Object, Object> byKey = new LinkedHashMap<>();
			Iterator<?> next = values.iterator();
			missing.forEach((key) -> byKey.put(key, next.next()));
			return byKey;
		}
		throw new IllegalStateException(describe() + " returned null");
	}

	/**
	 * Returns what the caller gets.
	 */
	Object result(Collection<?> wanted, Map<Object, Object> values) {
		if (!this.list) {
			return values;
		}
		List<@Nullable Object> result = new ArrayList<>(wanted.size());
		wanted.forEach((key) -> result.add(values.get(key)));
		return result;
	}

	private String describe() {
		return "@CacheableBatch method " + this.method.getDeclaringClass().getName() + "." + this.method.getName();
	}

	/** Reads {@link CacheableBatch}. */
	static final class Source extends OperationSource<CacheableBatch, BatchOperation> {

		Source(StringValueResolver resolver) {
			super(CacheableBatch.class, resolver);
		}

		@Override
		BatchOperation parse(CacheableBatch annotation, AnnotatedMethod on) {
			String name = on.text("cacheName", annotation.cacheName());
			on.check(!name.isEmpty(), "must have a cacheName");
			Class<?>[] parameters = on.method().getParameterTypes();
			on.check(parameters.length == 1 && PARAMETERS.contains(parameters[0]),
					"must have one parameter, a Collection, List, Set or Iterable of keys");
			Class<?> returned = on.method().getReturnType();
			on.check(returned == Map.class || returned == List.class,
					"must return a Map of the values by their keys, or a List in the order of its keys, not "
							+ returned.getName());
			on.check(returned == Map.class || parameters[0] == List.class,
					"returns a List, whose order only a List of keys gives");
			return new BatchOperation(name, on.method(), parameters[0], returned == List.class);
		}

		@Override
		void check(BatchOperation operation, BeanFactory beans) {
			RedisComponentsCacheManager caches = beans.getBeanProvider(RedisComponentsCacheManager.class)
				.getIfAvailable();
			if (caches == null) {
				throw new IllegalArgumentException(
						"there is no RedisComponentsCacheManager, which needs @EnableCaching,"
								+ " no CacheManager of the application, no spring.cache.type, and"
								+ " redis-components.cache.spring.enabled");
			}
			caches.getCache(operation.cacheName());
		}

	}

}
