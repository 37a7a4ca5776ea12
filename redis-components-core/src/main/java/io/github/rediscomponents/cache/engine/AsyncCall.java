// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import io.github.rediscomponents.cache.flight.StageSource;

/**
 * An asynchronous call that misses.
 *
 * @param load the call
 * @param source loads its value
 * @param nested whether it came from inside a loader, whose place it uses
 * @param <V> the type of the value
 */
record AsyncCall<V>(LoadCall<V> load, StageSource<V> source, boolean nested) {
}
