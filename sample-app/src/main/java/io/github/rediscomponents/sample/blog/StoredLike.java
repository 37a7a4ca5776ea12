// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

/**
 * A like of a post.
 *
 * @param userId whose
 * @param likedAt since when, in microseconds
 */
record StoredLike(long userId, long likedAt) {
}
