// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

/**
 * How many follow a user, and are followed by him.
 *
 * @param fans who follow the user
 * @param followee whom the user follows
 */
public record FollowNumbers(long fans, long followee) {
}
