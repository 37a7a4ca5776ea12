// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.PartFaultFixture;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Faults between two scripts for one user of a follow graph or a feed.
 */
class SocialPartFaultTests extends PartFaultFixture {

	private static final Instant NOON = FeedFixture.NOON;

	private static final int MANY = 2100;

	private final LiveSettings<FeedSettings> settings = new LiveSettings<>(
			FeedSettings.defaults().withMaxItems(10_000));

	private final Background background = new Background();

	private StreamQueues streams;

	private Feed calmFeed;

	@BeforeEach
	void connect() {
		this.streams = StreamQueues.create(this.calm, this.keys, ValueCodecs.json(), this.background,
				new LiveSettings<>(Map.of()));
		this.calmFeed = feed(this.calm);
	}

	@AfterEach
	void stop() {
		this.streams.stop(Duration.ofSeconds(5));
		this.background.close();
	}

	@ParameterizedTest
	@EnumSource
	void readTheFollowsOfTwoUsers(Fault fault) {
		FollowGraph graph = graph(port(fault));
		List<String> all = FeedFixture.numbered("u", 0, MANY);
		follows("anna", all);
		follows("ben", all.subList(0, 1100));
		this.<List<String>>sweep(fault, (n) -> {
		}, (n) -> graph.common("anna", "ben", 1000), (n, common, repeated) -> assertThat(common)
			.isEqualTo(IntStream.rangeClosed(1, 1000).mapToObj((i) -> "u" + (1100 - i)).toList()));
	}

	@Test
	void readTheFollowsThatStayWhileOthersComeAndGo() {
		FollowGraph graph = graph(sweptPort());
		FollowGraph other = graph(this.calm);
		List<String> all = FeedFixture.numbered("u", 0, MANY);
		List<String> stay = IntStream.range(0, 1000).mapToObj((i) -> "u" + (i * 2 + 100)).toList();
		this.<List<String>>sweep((n) -> {
			for (int i = 1; i < 2100; i += 210) {
				other.unfollow("anna" + n, "u" + i);
				other.follow("anna" + n, "new" + i);
				other.follow("anna" + n, "u" + i);
			}
			other.unfollow("ben" + n, "u1099");
			other.unfollow("anna" + n, "u1101");
		}, (n) -> {
			follows("anna" + n, all);
			follows("ben" + n, all);
		}, (n) -> new FollowStore(sweptPort(), this.keys).allFollowing("anna" + n), (n, found, came) -> {
			assertThat(found).doesNotHaveDuplicates().containsAll(stay);
			List<String> reversed = found.stream().filter(stay::contains).toList();
			assertThat(reversed).isSortedAccordingTo((a, b) -> number(b) - number(a));
			assertThat(graph.common("anna" + n, "ben" + n, 1000)).doesNotHaveDuplicates();
		});
	}

	private static int number(String user) {
		return Integer.parseInt(user.substring(1));
	}

	@Test
	void buildAnInboxWhilePostsComeAndGo() {
		List<String> authors = FeedFixture.numbered("u", 0, MANY);
		IntStream.range(0, 50).forEach((i) -> this.calmFeed.publish("u" + i * 40, "p" + i, NOON.plusSeconds(i)));
		List<String> ids = new ArrayList<>(IntStream.range(0, 50).mapToObj((i) -> "p" + (49 - i)).toList());
		Feed feed = feed(sweptPort());
		this.calmFeed.work(1);
		this.<List<String>>sweep((n) -> {
			this.calmFeed.publish("u" + n, "new" + n, NOON.plusSeconds(50 + n));
			ids.add(0, "new" + n);
			assertThat(this.calmFeed.delete("u" + (n - 1) * 40, "p" + (n - 1))).isTrue();
			ids.remove("p" + (n - 1));
		}, (n) -> {
			follows("anna" + n, authors);
			// As follow() does.
			authors.forEach((author) -> this.server.command("ZADD", this.keys.key("follow-graph", author, "followers"),
					"0", "anna" + n));
		}, (n) -> ids(feed, "anna" + n), (n, found, came) -> await().atMost(FeedFixture.PATIENCE)
			.untilAsserted(() -> assertThat(ids(this.calmFeed, "anna" + n)).isEqualTo(ids)));
	}

	@ParameterizedTest
	@EnumSource
	void makeTheLostKeysOfAuthorsAnew(Fault fault) {
		Outboxes outboxes = new Outboxes(port(fault), this.keys, new FollowStore(this.calm, this.keys));
		// Each author loses the key of that name.
		List<String> authors = List.of("outbox", "posts");
		for (String author : authors) {
			List<FeedItem> items = IntStream.range(0, MANY)
				.mapToObj((i) -> new FeedItem(author, "p" + i, NOON.plusSeconds(i)))
				.toList();
			for (int from = 0; from < MANY; from += 700) {
				this.calmFeed.restore(author, items.subList(from, from + 700));
			}
		}
		this.<List<List<Object>>>sweep(fault,
				(n) -> authors.forEach((author) -> this.server.command("DEL", key(author, author))),
				(n) -> outboxes.read(authors, List.of(new byte[0], new byte[0]), MANY + 1), (n, found, repeated) -> {
					for (int i = 0; i < 2; i++) {
						String author = authors.get(i);
						assertThat(found.get(i)).hasSize(1 + MANY);
						assertThat(this.server.command("HLEN", key(author, "posts"))).isEqualTo(String.valueOf(MANY));
						assertThat(this.server.command("PTTL", key(author, author))).isEqualTo("-1");
					}
				});
	}

	@ParameterizedTest
	@ValueSource(strings = { "outbox", "posts" })
	void makeALostKeyAnewWhoseNewOneIsLostInTheMiddle(String lost) {
		posts("author", MANY);
		this.<Integer>sweep((n) -> this.server.command("DEL", key("author", lost + ":build")),
				(n) -> this.server.command("DEL", key("author", lost)), (n) -> found("author"), (n, found, came) -> {
					assertThat(found).isEqualTo(MANY);
					assertThat(this.server.command("HLEN", key("author", "posts"))).isEqualTo(String.valueOf(MANY));
					assertThat(this.server.command("PTTL", key("author", lost))).isEqualTo("-1");
					assertThat(this.server.command("EXISTS", key("author", lost + ":build"))).isEqualTo("0");
				});
	}

	@ParameterizedTest
	@ValueSource(strings = { "outbox", "posts" })
	void makeALostKeyAnewWhileTheOtherOneIsLostToo(String lost) {
		String other = lost.equals("outbox") ? "posts" : "outbox";
		this.<Integer>sweep((n) -> this.server.command("DEL", key("author" + n, other)), (n) -> {
			posts("author" + n, MANY);
			this.server.command("DEL", key("author" + n, lost));
		}, (n) -> found("author" + n), (n, found, came) -> {
			assertThat(found).isIn(0, MANY);
			this.calmFeed.publish("author" + n, "last", NOON.plusSeconds(MANY));
			assertThat(found("author" + n)).isEqualTo(found + 1);
			assertThat(this.server.command("HLEN", key("author" + n, "posts"))).isEqualTo(String.valueOf(found + 1));
		});
	}

	/** How many posts of an author a script finds. */
	private int found(String author) {
		Outboxes outboxes = new Outboxes(sweptPort(), this.keys, new FollowStore(this.calm, this.keys));
		return outboxes.read(List.of(author), List.of(new byte[0]), MANY + 2).get(0).size() - 1;
	}

	private String key(String author, String name) {
		return this.keys.key("feed", author, name);
	}

	@ParameterizedTest
	@EnumSource
	void repairTheFollowsOfAUser(Fault fault) {
		Set<String> heard = new HashSet<>();
		FollowGraph graph = graph(port(fault), hearing(heard));
		FollowGraph looked = graph(this.calm);
		List<String> right = FeedFixture.numbered("u", 0, 1020);
		List<String> wrong = FeedFixture.numbered("u", 1020, 1040);
		this.<FollowRepair>sweep(fault, (n) -> {
			follows("anna" + n, FeedFixture.numbered("u", 10, 1020));
			wrong.forEach((other) -> looked.follow("anna" + n, other));
			heard.clear();
		}, (n) -> {
			FollowGraphTests.Table table = new FollowGraphTests.Table();
			right.forEach((other) -> table.add("anna" + n, other));
			return graph.repair("anna" + n, table);
		}, (n, repair, repeated) -> {
			List<String> left = new FollowStore(this.calm, this.keys).allFollowing("anna" + n);
			assertThat(left.stream().sorted()).isEqualTo(right.stream().sorted().toList());
			FollowStore store = new FollowStore(this.calm, this.keys);
			assertThat(store.told(right.stream().map((other) -> new Follow("anna" + n, other)).toList()))
				.containsOnly(true);
			assertThat(store.told(wrong.stream().map((other) -> new Follow("anna" + n, other)).toList()))
				.as("the side of the followed users")
				.containsOnly(false);
			if (fault == Fault.LOST_REPLY || fault == Fault.INTERRUPT) {
				assertThat(heard).hasSize(1040);
			}
			if (!repeated) {
				assertThat(repair.added()).isEqualTo(1020);
				assertThat(repair.removed()).isEqualTo(20);
			}
		});
	}

	private static FollowObserver hearing(Set<String> heard) {
		return new FollowObserver() {

			@Override
			public void followed(String user, String followed) {
				heard.add('+' + followed);
			}

			@Override
			public void unfollowed(String user, String followed) {
				heard.add('-' + followed);
			}

		};
	}

	@ParameterizedTest
	@EnumSource
	void buildAnInbox(Fault fault) {
		List<String> authors = FeedFixture.numbered("u", 0, MANY);
		for (int i = 0; i < MANY; i += 7) {
			this.calmFeed.publish("u" + i, "p" + i, NOON.plusSeconds(i));
		}
		List<String> newest = IntStream.rangeClosed(0, (MANY - 1) / 7)
			.mapToObj((i) -> "p" + ((MANY - 1) / 7 - i) * 7)
			.toList();
		Feed feed = feed(port(fault));
		this.<List<String>>sweep(fault, (n) -> follows("anna" + n, authors), (n) -> ids(feed, "anna" + n),
				(n, ids, repeated) -> {
					assertThat(ids).isEqualTo(newest);
					assertThat(ids(this.calmFeed, "anna" + n)).isEqualTo(newest);
				});
	}

	@ParameterizedTest
	@EnumSource
	void takeThePostsOfAnAuthorOutOfAnInbox(Fault fault) {
		posts("author", MANY);
		posts("other", 3);
		FollowGraph looked = graph(this.calm);
		Feed feed = feed(port(fault));
		this.<Boolean>sweep(fault, (n) -> {
			looked.follow("anna" + n, "author");
			looked.follow("anna" + n, "other");
			assertThat(ids(this.calmFeed, "anna" + n)).hasSize(1000);
			looked.unfollow("anna" + n, "author");
		}, (n) -> {
			feed.unfollowed("anna" + n, "author");
			return true;
		}, (n, done, repeated) -> assertThat(items("anna" + n)).hasSize(3));
	}

	@ParameterizedTest
	@EnumSource
	void shrinkAnOutbox(Fault fault) {
		Feed feed = feed(port(fault));
		this.<Boolean>sweep(fault, (n) -> {
			this.settings.swap(this.settings.get().withMaxItems(10_000));
			posts("author" + n, MANY);
			this.settings.swap(this.settings.get().withMaxItems(10));
		}, (n) -> {
			for (int i = 0; i < 6; i++) {
				feed.publish("author" + n, "last" + i, NOON.plusSeconds(MANY + i));
			}
			return true;
		}, (n, done, repeated) -> {
			assertThat(this.server.command("ZCARD", key("author" + n, "outbox"))).isEqualTo("10");
			graph(this.calm).follow("reader" + n, "author" + n);
			assertThat(ids(this.calmFeed, "reader" + n)).containsExactly("last5", "last4", "last3", "last2", "last1",
					"last0", "p2099", "p2098", "p2097", "p2096");
		});
	}

	private static List<String> ids(Feed feed, String reader) {
		return feed.page(reader, null, 1000).items().stream().map(FeedItem::id).toList();
	}

	private List<?> items(String reader) {
		String inbox = this.keys.key("feed", reader, "inbox");
		return (List<?>) this.server.command("ZRANGEBYLEX", inbox, "[0", "+");
	}

	private void posts(String author, int n) {
		List<FeedItem> posts = new ArrayList<>();
		for (int i = 0; i < n; i++) {
			posts.add(new FeedItem(author, "p" + i, NOON.plusSeconds(i)));
			if (posts.size() == 1000 || i == n - 1) {
				this.calmFeed.restore(author, posts);
				posts.clear();
			}
		}
	}

	/** As {@code follow.lua} leaves them. */
	private void follows(String user, List<String> others) {
		List<String> command = new ArrayList<>(List.of("ZADD", this.keys.key("follow-graph", user, "following")));
		others.forEach((other) -> command.addAll(List.of(String.valueOf(1_000_000 + command.size()), other)));
		this.server.command(command.toArray(String[]::new));
	}

	private Feed feed(CommandPort redis) {
		return RedisFeed.create(redis, this.keys, TaskQueues.create(this.streams, new LiveSettings<>(Map.of())),
				FeedFixture.QUICK, this.settings, SocialObserver.NONE);
	}

	private FollowGraph graph(CommandPort redis, FollowObserver... observers) {
		return FollowGraph.create(redis, this.keys, () -> FollowGraphSettings.defaults(), () -> List.of(observers),
				SocialObserver.NONE);
	}

}
