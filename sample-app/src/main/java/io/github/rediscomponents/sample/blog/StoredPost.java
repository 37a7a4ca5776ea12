// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

/**
 * Where a post is in feeds.
 *
 * @param id the post
 * @param publishedAt milliseconds
 */
record StoredPost(long id, long publishedAt) {
}
