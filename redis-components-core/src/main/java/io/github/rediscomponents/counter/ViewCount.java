// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Instant;

/**
 * A point of a {@link ViewCounter#curve curve}.
 *
 * @param begin when the minute, hour or day begins
 * @param views how many views it has
 * @since 1.0.0
 */
public record ViewCount(Instant begin, long views) {

}
