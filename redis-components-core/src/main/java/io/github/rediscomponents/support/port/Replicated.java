// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import org.jspecify.annotations.Nullable;

/**
 * The reply of a script, and the number of replicas that have acknowledged its writes.
 *
 * @param <T> the type of the converted reply
 * @param reply the script's reply
 * @param replicas the number of replicas that acknowledged in time; may be fewer than
 * were requested, and the script has run all the same
 * @since 1.0.0
 */
public record Replicated<T extends @Nullable Object>(T reply, int replicas) {

}
