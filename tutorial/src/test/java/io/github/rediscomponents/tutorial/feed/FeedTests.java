// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.feed;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FeedItem;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.Trace;
import io.github.rediscomponents.tutorial.feed.ScoreInbox.Scroll;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The scroll of the tutorials by time and offset, and {@link Feed} in the same scenes.
 */
class FeedTests extends Scene {

	private static final long NOON = 1_763_640_000_000L;

	private final ScoreInbox inbox = new ScoreInbox(this.redis);

	@Test
	@Trace("The feed")
	void scrollByTimeAndOffsetBreaksWhenAPageHasOneTime() {
		Stream.of("a", "b", "c", "d", "e").forEach((post) -> this.inbox.push("anna", post, NOON));
		Scroll first = this.inbox.page("anna", NOON, 0);
		Scroll second = this.inbox.page("anna", first.min(), first.offset());
		Scroll third = this.inbox.page("anna", second.min(), second.offset());
		assertThat(List.of(first.posts(), second.posts(), third.posts())).as("and so on; a is never shown")
			.containsExactly(List.of("e", "d"), List.of("c", "b"), List.of("c", "b"));
	}

	@Test
	void scrollByTimeAndOffsetBreaksWhenAPostComesOrGoes() {
		Stream.of("a", "b", "c", "d").forEach((post) -> this.inbox.push("anna", post, NOON));
		Scroll first = this.inbox.page("anna", NOON, 0);
		this.inbox.push("anna", "e", NOON);
		assertThat(this.inbox.page("anna", first.min(), first.offset()).posts()).as("c was on the first page")
			.containsExactly("c", "b");
		this.redis.opsForZSet().remove("feed:anna", "e", "d");
		assertThat(this.inbox.page("anna", first.min(), first.offset()).posts()).as("b is skipped")
			.containsExactly("a");
	}

	@Test
	void cursorShowsEachPostOnce() {
		RedisComponents components = opened(process().build());
		Feed feed = components.feed();
		opened(feed.work(1));
		components.followGraph().follow("anna", "ben");
		CursorFeed posts = new CursorFeed(feed);
		posts.page("anna", null);
		Stream.of("a", "b", "c", "d", "e").forEach((post) -> publish(posts, feed, post));
		Page<FeedItem> first = posts.page("anna", null);
		publish(posts, feed, "f");
		feed.delete("ben", "e");
		eventually().until(() -> feed.tasks().depth() == 0);
		Page<FeedItem> second = posts.page("anna", first.next());
		Page<FeedItem> third = posts.page("anna", second.next());
		assertThat(List.of(ids(first), ids(second), ids(third))).containsExactly(List.of("e", "d"), List.of("c", "b"),
				List.of("a"));
		assertThat(third.next()).isNull();
	}

	@Test
	void pageCostsOneScript() {
		Feed feed = opened(process().build()).feed();
		feed.page("anna", null, 2);
		assertThat(sent(() -> feed.page("anna", null, 2))).isEqualTo(Map.of("evalsha", 1L));
	}

	private void publish(CursorFeed posts, Feed feed, String post) {
		posts.publish("ben", post, Instant.ofEpochMilli(NOON));
		eventually().until(() -> feed.tasks().depth() == 0);
	}

	private static List<String> ids(Page<FeedItem> page) {
		return page.items().stream().map(FeedItem::id).toList();
	}

}
