// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;

/**
 * The invalidations of one process that failed and are repeated until they succeed.
 *
 * @param count the number of keys; a whole cache counts as one
 * @param oldest the time since the first of them failed, zero if there is none
 * @since 1.0.0
 */
public record QueuedInvalidations(long count, Duration oldest) {
}
