package io.github.rediscomponents.sample.blog;

/**
 * Where a post is in feeds.
 *
 * @param id which post
 * @param publishedAt milliseconds
 */
record StoredPost(long id, long publishedAt) {
}
