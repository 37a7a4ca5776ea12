// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import org.jspecify.annotations.Nullable;

/**
 * The result of a read or a load: a value, or the knowledge that there is none. The null
 * reference stands for no result.
 *
 * @param value null if there is none
 * @param <V> the type of the values
 * @since 0.1.0
 */
public record Found<V>(@Nullable V value) {
}
