// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

/**
 * Stands for the type of values that have any class, because each entry names its own. An
 * interface that extends this one, and has no instance, is the type of such a cache.
 *
 * @since 1.0.0
 */
public interface AnyValue {

}
