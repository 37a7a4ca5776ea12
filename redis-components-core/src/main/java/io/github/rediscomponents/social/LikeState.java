// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

/**
 * Likes of something as one user sees them.
 *
 * @param liked whether this user likes it
 * @param count how many do
 * @since 1.0.0
 */
public record LikeState(boolean liked, long count) {
}
