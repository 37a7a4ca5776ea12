// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

import io.github.rediscomponents.cache.TypedCache;

/**
 * Caches each element of a method that finds many values at once:
 * {@code Map<K, V> find(Collection<K> keys)}. The hits come from one flush; the method is
 * called once, with the missing keys only, and not at all if there are none. Works as
 * {@link TypedCache#getAll}: one load per key over all threads and processes.
 *
 * <p>
 * The method has one parameter, a {@code Collection}, {@code List}, {@code Set} or
 * {@code Iterable} of keys, and returns a {@code Map}, in which a key without a value is
 * missing or null. With a {@code List} of keys it may return a {@code List}: one element
 * for each key in the order of the keys, null where there is none. The caller gets a map
 * without the missing keys, or such a list for all keys that it asked for.
 *
 * <p>
 * The entries are those of {@code @Cacheable} methods of the same cache that have such a
 * key as their only parameter; {@code @CacheEvict} for the key removes them. Works on
 * methods of Spring beans that are called through the bean's proxy, where Spring's
 * caching is enabled. A method for which that is impossible stops the start.
 *
 * @since 1.0.0
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface CacheableBatch {

	/**
	 * Same as {@link #cacheName()}.
	 * @return the name of the cache
	 */
	@AliasFor("cacheName")
	String value() default "";

	/**
	 * The name of the cache. May hold <code>${placeholders}</code>.
	 * @return not empty
	 */
	@AliasFor("value")
	String cacheName() default "";

}
