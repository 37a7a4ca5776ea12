// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

/**
 * A like of a post.
 *
 * @param userId id of the user
 * @param likedAt time of the like, in microseconds
 */
record StoredLike(long userId, long likedAt) {
}
