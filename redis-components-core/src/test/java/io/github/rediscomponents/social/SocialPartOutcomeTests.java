// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.PartOutcomeFixture;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What exceptions of follow graphs and feeds say when one of several calls is refused.
 */
class SocialPartOutcomeTests extends PartOutcomeFixture {

	@ParameterizedTest
	@EnumSource
	void followAUser(Refusal refusal) {
		Feed feed = feed(sweptPort());
		FollowGraph graph = graph(sweptPort(), feed);
		FollowGraph looked = graph(this.calm);
		feed(this.calm).publish("author", "post");
		sweep(refusal, (n) -> {
		}, (n) -> graph.follow("anna" + n, "author"),
				(n) -> List.of(looked.isFollowing("anna" + n, "author"), looked.counts("author").followers()));
	}

	@ParameterizedTest
	@EnumSource
	void followAUserNoLonger(Refusal refusal) {
		Feed feed = feed(sweptPort());
		FollowGraph graph = graph(sweptPort(), feed);
		FollowGraph looked = graph(this.calm);
		sweep(refusal, (n) -> looked.follow("anna" + n, "author"), (n) -> graph.unfollow("anna" + n, "author"),
				(n) -> List.of(looked.isFollowing("anna" + n, "author"), looked.counts("author").followers()));
	}

	@ParameterizedTest
	@EnumSource
	void repairTheFollowsOfAUser(Refusal refusal) {
		FollowGraph graph = graph(sweptPort());
		FollowGraph looked = graph(this.calm);
		Set<String> right = numbered("u", 0, 600);
		Set<String> wrong = numbered("x", 0, 30);
		sweep(refusal, (n) -> wrong.forEach((other) -> looked.follow("anna" + n, other)),
				(n) -> graph.repair("anna" + n, source("anna" + n, right)),
				(n) -> List.of(looked.counts("anna" + n).following(),
						Stream.concat(right.stream(), wrong.stream())
							.mapToLong((other) -> looked.counts(other).followers())
							.sum()));
	}

	private static FollowSource source(String user, Set<String> followed) {
		return new FollowSource() {

			@Override
			public List<String> following(String of, @Nullable String after, int limit) {
				return followed.stream()
					.filter((other) -> after == null || other.compareTo(after) > 0)
					.limit(limit)
					.toList();
			}

			@Override
			public List<String> followers(String of, @Nullable String after, int limit) {
				return List.of();
			}

			@Override
			public Set<Follow> existing(Collection<Follow> follows) {
				return follows.stream()
					.filter((follow) -> follow.user().equals(user) && followed.contains(follow.followed()))
					.collect(Collectors.toSet());
			}

		};
	}

	@ParameterizedTest
	@EnumSource
	void publishAPost(Refusal refusal) {
		Feed feed = feed(sweptPort());
		Feed looked = feed(this.calm);
		sweep(refusal, (n) -> graph(this.calm).follow("anna", "author" + n), (n) -> feed.publish("author" + n, "post"),
				(n) -> posts(looked, "author" + n));
	}

	@ParameterizedTest
	@EnumSource
	void deleteAPost(Refusal refusal) {
		Feed feed = feed(sweptPort());
		Feed looked = feed(this.calm);
		sweep(refusal, (n) -> {
			graph(this.calm).follow("anna", "author" + n);
			looked.publish("author" + n, "post");
		}, (n) -> assertThat(feed.delete("author" + n, "post")).isTrue(), (n) -> posts(looked, "author" + n));
	}

	/** In the outbox of an author. */
	private long posts(Feed feed, String author) {
		return Long.parseLong((String) this.server.command("ZCARD", this.keys.key("feed", author, "outbox")));
	}

	private FollowGraph graph(CommandPort redis, Feed... feeds) {
		return FollowGraph.create(redis, this.keys, FollowGraphSettings::defaults, () -> List.of(feeds),
				SocialObserver.NONE);
	}

	private Feed feed(CommandPort redis) {
		return Feed.create(redis, this.keys, TaskQueues.create(streams(redis), new LiveSettings<>(Map.of())),
				new LiveSettings<>(FeedSettings.defaults()), SocialObserver.NONE);
	}

}
