// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Instant;

/**
 * A like of a subject.
 *
 * @param user the user
 * @param at since when by the server's clock, to the microsecond; no two likes of one
 * thing have the same
 * @since 1.0.0
 */
public record Like(String user, Instant at) {
}
