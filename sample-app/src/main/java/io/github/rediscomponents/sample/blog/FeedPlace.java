// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.time.Instant;
import java.util.Optional;

import io.github.rediscomponents.sample.web.Ids;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.social.FeedPosition;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/**
 * A place in a feed: immediately after the post of a time and an id, even if there is no
 * such post. Clients receive it as {@code lastId} and {@code offset} and send both back.
 * The offset is the id of the last returned post. Consecutive pages neither repeat nor
 * miss a post when posts are published or deleted between them or share a millisecond.
 * Counting the posts of the last millisecond would not guarantee that.
 *
 * @param millis the time
 * @param blogId the id
 */
record FeedPlace(long millis, long blogId) {

	/** The place before all posts. */
	static final FeedPlace TOP = new FeedPlace((1L << 48) - 1, Long.MAX_VALUE);

	/**
	 * Returns the place that a client requests.
	 * @param lastId milliseconds; the newest posts if it is absent
	 * @param offset the id of the last post of that millisecond that was seen; 0 for none
	 * @return the place
	 * @throws Refused if one is negative
	 */
	static FeedPlace of(@Nullable Long lastId, long offset) {
		if (lastId == null || lastId > TOP.millis) {
			return TOP;
		}
		if (lastId < 0 || offset < 0) {
			throw new Refused("feed.place");
		}
		return new FeedPlace(lastId, (offset != 0) ? offset : Long.MAX_VALUE);
	}

	/** Returns the place as a position of the {@code Feed}. */
	FeedPosition position() {
		return new FeedPosition(Instant.ofEpochMilli(this.millis), name(this.blogId));
	}

	/**
	 * Returns the name of a post in the {@code Feed}. Names have the order of the ids.
	 */
	static String name(long blogId) {
		return "%019d".formatted(blogId);
	}

	/**
	 * Returns the post of a name.
	 * @param name any name
	 * @return the post's id, or empty if {@link #name(long)} did not make the name
	 */
	static Optional<Long> blogId(String name) {
		return Ids.parse(StringUtils.trimLeadingCharacter(name, '0')).filter((id) -> name(id).equals(name));
	}

}
