// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

/**
 * Knows the types of the values of Spring's caches, which annotations do not say.
 *
 * @since 1.0.0
 */
@FunctionalInterface
public interface ValueTypes {

	/** Knows no type: each entry names the class of its value. */
	ValueTypes NONE = (cache) -> null;

	/**
	 * Returns the type of the values of a cache. Called once, when the cache is first
	 * used.
	 * @param cache the name of the cache
	 * @return the class or generic type; null if it is not known
	 */
	@Nullable Type of(String cache);

}
