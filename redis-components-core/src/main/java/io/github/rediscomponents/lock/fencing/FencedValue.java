// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

/**
 * A value and the fencing token of its last holder.
 *
 * @param value the value
 * @param token the largest token that wrote or {@link FencedValues#raise raised}
 * @param <T> the type of the value
 * @since 1.0.0
 */
public record FencedValue<T>(T value, long token) {

}
