// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

/**
 * The outcome of a like.
 *
 * @param liked whether the user likes it now
 * @param changed whether this call changed that; a repetition by the driver returns the
 * result of the first execution
 * @param count how many like it now
 * @since 1.0.0
 */
public record LikeResult(boolean liked, boolean changed, long count) {
}
