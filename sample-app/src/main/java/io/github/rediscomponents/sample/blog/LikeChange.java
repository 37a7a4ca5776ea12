// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

/**
 * That the likes of a post have to be looked at.
 *
 * @param blogId the post
 * @param userId whose like may have changed; 0 if it is about the post as a whole
 */
record LikeChange(long blogId, long userId) {
}
