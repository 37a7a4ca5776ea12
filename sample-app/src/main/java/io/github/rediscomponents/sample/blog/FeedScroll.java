// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.util.List;

/**
 * A page of a feed, and where the next one begins.
 *
 * @param list posts, the newest first; never empty
 * @param minTime the {@code lastId} of the next page
 * @param offset the {@code offset} of the next page
 */
record FeedScroll(List<Blog> list, long minTime, long offset) {
}
