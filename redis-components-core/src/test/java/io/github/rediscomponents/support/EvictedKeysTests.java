// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.List;
import java.util.Map;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.ranking.RankedMember;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.ranking.RankedSetSettings;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FeedItem;
import io.github.rediscomponents.social.FeedSettings;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.FollowGraphSettings;
import io.github.rediscomponents.social.SocialObserver;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Keys of several parts of which Redis evicts one again and again, before each script.
 */
@StandaloneAndCluster
@Tag("contract")
class EvictedKeysTests extends OwnKeysFixture {

	EvictedKeysTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void aRankedSetGivesUpAndChangesNothing() {
		RankedSet calm = ranks(port());
		calm.set("ann", 1);
		RankedSet evicted = ranks(evicting("ranking/", this.keys.key("ranked-set", "game", "total:members")));
		assertGivesUp("'game'", () -> evicted.set("ben", 2));
		assertGivesUp("'game'", () -> evicted.increment("ann", 2));
		assertGivesUp("'game'", () -> evicted.remove("ann"));
		assertGivesUp("'game'", () -> evicted.total().top(10));
		assertThat(calm.total().top(10)).containsExactly(new RankedMember("ann", 1, 1, 1));
	}

	@Test
	void aPrefixIndexGivesUpAndChangesNothing() {
		PrefixIndex<String> calm = index(port());
		calm.put(IndexEntry.of("1", "tea", 1));
		PrefixIndex<String> evicted = index(
				evicting("autocomplete/index", this.keys.key("prefix-index", "goods", "terms")));
		assertGivesUp("'goods'", () -> evicted.put(IndexEntry.of("2", "toast", 2)));
		assertGivesUp("'goods'", () -> evicted.remove("1"));
		assertGivesUp("'goods'", () -> evicted.complete("t", 10));
		assertThat(calm.complete("t", 10)).extracting(IndexEntry::id).containsExactly("1");
	}

	@Test
	void theFeedOfAnAuthorGivesUpAndChangesNothing() {
		try (Background background = new Background()) {
			Feed calm = feed(port(), background);
			calm.publish("ann", "first");
			FollowGraph follows = FollowGraph.create(port(), this.keys, FollowGraphSettings::defaults,
					() -> List.of(calm), SocialObserver.NONE);
			follows.follow("ben", "ann");
			Feed evicted = feed(evicting("social/feed-", this.keys.key("feed", "ann", "outbox")), background);
			assertGivesUp("posts of an author", () -> evicted.publish("ann", "second"));
			assertGivesUp("posts of an author", () -> evicted.delete("ann", "first"));
			assertThat(calm.page("ben", null, 10).items()).extracting(FeedItem::id).containsExactly("first");
		}
	}

	private static void assertGivesUp(String what, ThrowingCallable call) {
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(call)
			.withMessageContaining(what)
			.withMessageContaining("faster than they are mended")
			.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.NOT_EXECUTED));
	}

	private CommandPort evicting(String scripts, String key) {
		return InterceptedPort.of(port(), (method, args, real) -> {
			if (InterceptedPort.script(args).startsWith(scripts)) {
				raw("DEL", key);
			}
			return real.proceed();
		});
	}

	private RankedSet ranks(CommandPort redis) {
		return RankedSets.create(redis, this.keys, new LiveSettings<>(Map.of()))
			.get("game", RankedSetSettings.defaults());
	}

	private PrefixIndex<String> index(CommandPort redis) {
		return PrefixIndexes.create(redis, this.keys, ValueCodecs.json(), new LiveSettings<>(Map.of()))
			.get("goods", String.class, PrefixIndexSettings.defaults());
	}

	private Feed feed(CommandPort redis, Background background) {
		StreamQueues streams = StreamQueues.create(redis, this.keys, ValueCodecs.json(), background,
				new LiveSettings<>(Map.of()));
		return Feed.create(redis, this.keys, TaskQueues.create(streams, new LiveSettings<>(Map.of())),
				new LiveSettings<>(FeedSettings.defaults()), SocialObserver.NONE);
	}

}
