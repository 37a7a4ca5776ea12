// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.entry.Payload;

/**
 * A value that is to be stored.
 *
 * @param payload its bytes
 * @param options of the call that gave it
 * @since 1.0.0
 */
public record PendingPut(Payload payload, EntryOptions options) {
}
