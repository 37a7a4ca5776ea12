// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FeedItem;
import io.github.rediscomponents.social.Follow;
import io.github.rediscomponents.social.FollowCounts;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.FollowRepair;
import io.github.rediscomponents.social.FollowResult;
import io.github.rediscomponents.social.FollowSource;

/**
 * The code of the pages about the follow graph and the feed.
 */
class FeedExamples {

	static class Profiles {

		private final FollowGraph graph;

		private final Table table;

		Profiles(FollowGraph graph, Table table) {
			this.graph = graph;
			this.table = table;
		}

		String follow(String me, String other) {
			this.table.insertUnlessThere(me, other); // the system of record first
			FollowResult result = this.graph.follow(me, other);
			return (result == FollowResult.TOO_MANY) ? "you follow too many" : "following";
		}

		void unfollow(String me, String other) {
			this.table.delete(me, other);
			this.graph.unfollow(me, other);
		}

		String header(String me, String other) {
			FollowCounts counts = this.graph.counts(other);
			List<String> common = this.graph.common(me, other, 3);
			return counts.followers() + " followers, both of you follow " + common;
		}

		Page<String> followers(String user, @Nullable String cursor) {
			return this.graph.followers(user, cursor, 50);
		}

	}

	static class Follows implements FollowSource {

		private final Table table;

		Follows(Table table) {
			this.table = table;
		}

		@Override
		public List<String> following(String user, @Nullable String after, int limit) {
			return this.table.followedBy(user, (after != null) ? after : "", limit);
		}

		@Override
		public List<String> followers(String user, @Nullable String after, int limit) {
			return this.table.followersOf(user, (after != null) ? after : "", limit);
		}

		@Override
		public Set<Follow> existing(Collection<Follow> follows) {
			return this.table.rowsAmong(follows);
		}

	}

	long repaired(FollowGraph graph, Follows follows, Stream<String> users) {
		return users.map((user) -> graph.repair(user, follows)).mapToLong(FollowRepair::added).sum();
	}

	static class Posts {

		private final Feed feed;

		Posts(Feed feed) {
			this.feed = feed;
		}

		void published(Post post) {
			this.feed.publish(post.author(), post.id(), post.created());
		}

		void deleted(Post post) {
			this.feed.delete(post.author(), post.id());
		}

		List<String> newest(String me) {
			Page<FeedItem> page = this.feed.page(me, null, 20);
			return page.items().stream().map(FeedItem::id).toList();
		}

		Page<FeedItem> scroll(String me, String cursor) {
			return this.feed.page(me, cursor, 20);
		}

	}

	int restored(Feed feed, String author, List<Post> newest) {
		return feed.restore(author,
				newest.stream().map((post) -> new FeedItem(post.author(), post.id(), post.created())).toList());
	}

	record Post(String author, String id, java.time.Instant created) {
	}

	interface Table {

		void insertUnlessThere(String user, String followed);

		void delete(String user, String followed);

		List<String> followedBy(String user, String after, int limit);

		List<String> followersOf(String user, String after, int limit);

		Set<Follow> rowsAmong(Collection<Follow> follows);

	}

}
