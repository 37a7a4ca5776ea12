// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

/**
 * Announces a possible change of the likes of a post.
 *
 * @param blogId the post
 * @param userId user whose like may have changed; 0 for all likes of the post
 */
record LikeChange(long blogId, long userId) {
}
