// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.time.Instant;

/**
 * The parts of an id.
 *
 * @param instant the server's time of its block, in the layout's unit; the id was handed
 * out at or after it
 * @param sequence its number within that unit, or within that day in the classic layout
 * @since 1.0.0
 */
public record IdParts(Instant instant, long sequence) {
}
