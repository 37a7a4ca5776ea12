// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

/**
 * The number of followers and of followed users of a user.
 *
 * @param fans number of followers
 * @param followee number of followed users
 */
public record FollowNumbers(long fans, long followee) {
}
