// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

/**
 * The place of a post in feeds.
 *
 * @param id the post
 * @param publishedAt time of the publication, in milliseconds
 */
record StoredPost(long id, long publishedAt) {
}
