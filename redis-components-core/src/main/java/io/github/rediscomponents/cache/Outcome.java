package io.github.rediscomponents.cache;

import org.jspecify.annotations.Nullable;

/**
 * What was cached or loaded: a value, or the knowledge that there is none. No outcome at
 * all is the null reference.
 *
 * @param value null if there is none
 * @param <V> the type of the values
 */
record Outcome<V>(@Nullable V value) {
}
