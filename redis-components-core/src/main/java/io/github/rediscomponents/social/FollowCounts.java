// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

/**
 * How many a user follows, and is followed by.
 *
 * @param following the number of users that the user follows
 * @param followers the number of followers
 * @since 1.0.0
 */
public record FollowCounts(long following, long followers) {

}
