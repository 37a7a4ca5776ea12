// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What one script does for users with very many follows, posts and changes.
 */
class SocialBoundTests extends FeedFixture {

	private static final int MANY = 3000;

	/** No script changes or returns more. */
	private static final int PART = 1000;

	SocialBoundTests() {
		super(RedisTopology.STANDALONE);
	}

	@Test
	void aPageIsBuiltFromTenThousandPostsOfOneAuthor() {
		this.settings.swap(this.settings.get().withMaxItems(10_000));
		posts("author", 10_000);
		this.graph.follow("reader", "author");
		assertThat(this.feed.page("reader", null, 1).items()).extracting(FeedItem::id).containsExactly("p9999");
		assertThat(inbox("reader")).hasSize(10_000);
	}

	@Test
	void anOutboxThatBecameMuchShorterShrinksInParts() {
		this.settings.swap(this.settings.get().withMaxItems(10_000));
		posts("author", MANY);
		this.settings.swap(this.settings.get().withMaxItems(10));
		long before = calls("lpush");
		this.feed.publish("author", "last", NOON.plusSeconds(MANY));
		assertThat(calls("lpush") - before).isBetween(1L, (long) PART);
		await().pollDelay(Duration.ZERO).until(() -> {
			this.feed.publish("author", "more", NOON.plusSeconds(MANY + 1));
			this.feed.delete("author", "more");
			return number("ZCARD", outboxKey("author")) <= 10;
		});
		assertThat(number("LLEN", goneKey("author"))).isLessThanOrEqualTo(MANY);
		this.graph.follow("reader", "author");
		assertThat(ids("reader")).startsWith("last", "p2999", "p2998").hasSizeBetween(9, 10);
	}

	@Test
	void aPageSkipsManyItemsOfAnAuthorThatIsNotFollowedInFewSteps() {
		this.settings.swap(this.settings.get().withMaxItems(10_000));
		posts("other", 1);
		posts("author", MANY);
		this.graph.follow("reader", "author");
		this.graph.follow("reader", "other");
		this.feed.page("reader", null, 1);
		// The process died before the inbox was cleared.
		raw("ZREM", followKey("reader", "following"), "author");
		long before = calls("zrange");
		assertThat(this.feed.page("reader", null, 1).items()).extracting(FeedItem::author).containsExactly("other");
		assertThat(calls("zrange") - before).isLessThan(100);
	}

	@ParameterizedTest
	@ValueSource(strings = { "outbox", "posts" })
	void aLostKeyOfAnAuthorIsRebuiltInParts(String part) {
		this.settings.swap(this.settings.get().withMaxItems(10_000));
		posts("author", MANY);
		String key = this.keys.key("feed", "author", part);
		raw("DEL", key);
		server().resetStats();
		reader("reader", "author");
		assertThat(calls("evalsha") + calls("eval")).isGreaterThan(MANY / PART);
		assertThat(inbox("reader")).isEqualTo(numbered("p", 0, MANY));
		assertThat(this.feed.delete("author", "p7")).isTrue();
		assertThat(number("PTTL", key)).isEqualTo(-1);
		assertThat(number("EXISTS", key + ":build")).isZero();
	}

	@Test
	void thePostsOfAnAuthorLeaveAnInboxInParts() {
		this.settings.swap(this.settings.get().withMaxItems(10_000));
		posts("other", 2);
		posts("author", MANY);
		this.graph.follow("reader", "author");
		this.graph.follow("reader", "other");
		this.feed.page("reader", null, 1);
		server().resetStats();
		this.graph.unfollow("reader", "author");
		assertThat(calls("evalsha") + calls("eval")).isGreaterThan(MANY / PART);
		assertThat(inbox("reader")).containsExactly("p0", "p1");
	}

	@Test
	void changesThatAreNoLongerRememberedAreForgottenInParts() {
		outdated("anna", '>');
		outdated("ben", '<');
		this.graph.follow("anna", "ben");
		for (String user : List.of("anna", "ben")) {
			assertThat(number("ZCARD", followKey(user, "changes"))).isBetween((long) MANY + 1 - PART, (long) MANY);
		}
		for (int i = 0; i < 10; i++) {
			this.graph.unfollow("anna", "ben");
		}
		for (String user : List.of("anna", "ben")) {
			assertThat(number("ZCARD", followKey(user, "changes"))).isOne();
		}
	}

	@Test
	void thousandsOfFollowsAreReadInParts() {
		List<String> all = IntStream.range(0, MANY).mapToObj((i) -> "u" + i).toList();
		follows("anna", all);
		follows("ben", all.subList(0, MANY / 2));
		long before = calls("zrevrangebyscore");
		assertThat(this.graph.common("anna", "ben", 1000)).hasSize(1000).startsWith("u1499", "u1498").contains("u500");
		assertThat(calls("zrevrangebyscore") - before).isGreaterThanOrEqualTo(MANY / PART);
	}

	@Test
	void anInboxIsBuiltFromThousandsOfFollows() {
		follows("anna", numbered("u", 0, MANY));
		this.feed.publish("u0", "first", NOON);
		this.feed.publish("u1500", "middle", NOON.plusSeconds(1));
		this.feed.publish("u2999", "last", NOON.plusSeconds(2));
		long before = calls("zrevrange") + calls("zrevrangebyscore");
		assertThat(ids("anna")).containsExactly("last", "middle", "first");
		assertThat(calls("zrevrange") + calls("zrevrangebyscore") - before).isGreaterThanOrEqualTo(MANY / PART);
	}

	@Test
	void deletesNothingWhileTheFollowersAreOfAnotherType() {
		posts("author", 2);
		raw("SET", followKey("author", "followers"), "text");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.feed.delete("author", "p1"));
		assertThat(number("ZCARD", outboxKey("author"))).isEqualTo(2);
		raw("DEL", followKey("author", "followers"));
		assertThat(this.feed.delete("author", "p1")).isTrue();
	}

	private void posts(String author, int n) {
		List<FeedItem> posts = new ArrayList<>();
		for (int i = 0; i < n; i++) {
			posts.add(new FeedItem(author, "p" + i, NOON.plusSeconds(i)));
			if (posts.size() == PART || i == n - 1) {
				assertThat(this.feed.restore(author, posts)).isEqualTo(posts.size());
				posts.clear();
			}
		}
	}

	/** As {@code follow.lua} and {@code followed.lua} leave them. */
	private void outdated(String user, char sign) {
		for (int from = 0; from < MANY; from += PART) {
			List<String> args = new ArrayList<>();
			for (int i = from; i < from + PART; i++) {
				args.addAll(List.of(String.valueOf(1_000_000 + i), sign + "u" + i));
			}
			raw("ZADD", followKey(user, "changes"), args.toArray(String[]::new));
		}
	}

	private void follows(String user, List<String> others) {
		List<String> args = new ArrayList<>();
		others.forEach((other) -> args.addAll(List.of(String.valueOf(1_000_000 + args.size()), other)));
		raw("ZADD", followKey(user, "following"), args.toArray(String[]::new));
	}

	private String followKey(String user, String part) {
		return this.keys.key("follow-graph", user, part);
	}

	private String outboxKey(String author) {
		return this.keys.key("feed", author, "outbox");
	}

	private String goneKey(String author) {
		return this.keys.key("feed", author, "gone");
	}

	private long calls(String command) {
		return server().commandCalls().getOrDefault(command, 0L);
	}

}
