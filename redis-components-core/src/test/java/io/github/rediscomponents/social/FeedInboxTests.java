// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * When the inbox of a reader is filled, emptied, dropped and built again.
 */
@StandaloneAndCluster
@Tag("contract")
class FeedInboxTests extends FeedFixture {

	FeedInboxTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void bringsTheNewestPostsOnFollowAndTakesAllAwayOnUnfollow() {
		reader("anna", "carl");
		this.feed.work(2);
		IntStream.range(0, 50).forEach((i) -> this.feed.publish("ben", "b" + i, NOON.plusMillis(i)));
		IntStream.range(0, 5).forEach((i) -> this.feed.publish("carl", "c" + i, NOON.plusMillis(i)));
		awaitTasks();
		assertThat(inbox("anna")).hasSize(5);
		this.graph.follow("anna", "ben");
		assertThat(inbox("anna")).hasSize(25).containsAll(numbered("b", 30, 50));
		this.graph.follow("anna", "ben");
		assertThat(inbox("anna")).hasSize(25);
		this.graph.unfollow("anna", "ben");
		assertThat(inbox("anna")).containsExactlyElementsOf(numbered("c", 0, 5));
		assertThat(ids("anna")).hasSize(5);
	}

	@Test
	void showsNothingOfWhomAReaderFollowsNoMoreWhateverLiesInTheInbox() {
		reader("anna", "ben", "carl");
		this.feed.work(1);
		numbered("b", 0, 30).forEach((id) -> this.feed.publish("ben", id, NOON));
		this.feed.publish("carl", "a0", NOON);
		awaitTasks();
		// As if the process had died before the listeners heard of it.
		FollowGraph deaf = FollowGraph.create(port(), this.keys, () -> FollowGraphSettings.defaults(), List::of,
				SocialObserver.NONE);
		deaf.unfollow("anna", "ben");
		assertThat(inbox("anna")).hasSize(31);
		Page<FeedItem> page = this.feed.page("anna", null, 3);
		assertThat(page.items()).extracting(FeedItem::id).containsExactly("a0");
		assertThat(page.next()).isNull();
		assertThat(deaf.unfollow("anna", "ben")).isFalse();
		this.graph.unfollow("anna", "ben");
		assertThat(inbox("anna")).containsExactly("a0");
	}

	@Test
	void deliversNothingToWhoUnfollowedMeanwhile() {
		readers(40, "ben");
		this.feed.publish("ben", "p1", NOON);
		this.graph.unfollow("r3", "ben");
		this.graph.unfollow("r4", "ben");
		this.graph.follow("r4", "ben");
		assertThat(inbox("r4")).containsExactly("p1");
		this.feed.work(2);
		awaitTasks();
		assertThat(inbox("r3")).isEmpty();
		assertThat(inbox("r4")).containsExactly("p1");
		assertThat(inbox("r5")).containsExactly("p1");
	}

	@Test
	void dropsInboxesOfInactiveReadersAndBuildsThemAgain() {
		this.settings.swap(this.settings.get().withMaxItems(100).withInactiveAfter(Duration.ofMinutes(1)));
		List<String> authors = numbered("author", 0, 230);
		authors.parallelStream().forEach((author) -> this.graph.follow("anna", author));
		this.feed.page("anna", null, 1);
		assertThat(number("PTTL", inboxKey("anna"))).isBetween(1L, 60_000L);
		// As if the minute had passed.
		raw("PEXPIRE", inboxKey("anna"), "1");
		await().atMost(PATIENCE).until(() -> !hasInbox("anna"));
		this.feed.work(2);
		// One author has 80 of the newest 100, most have none.
		List<String> expected = new ArrayList<>();
		for (int i = 0; i < 400; i++) {
			String author = (i % 5 == 0) ? authors.get(i % 230) : "author9";
			this.feed.publish(author, "p" + i, NOON.plusMillis(i));
			expected.add("p" + i);
		}
		awaitTasks();
		assertThat(hasInbox("anna")).isFalse();
		Collections.reverse(expected);
		this.settings.swap(this.settings.get().withInactiveAfter(Duration.ofDays(30)));
		assertThat(ids("anna")).containsExactlyElementsOf(expected.subList(0, 100));
		assertThat(number("PTTL", inboxKey("anna"))).isGreaterThan(Duration.ofDays(29).toMillis());
		this.feed.publish("author9", "last");
		awaitTasks();
		assertThat(ids("anna")).hasSize(100).startsWith("last");
	}

	@Test
	void missesNothingThatIsPublishedAndDeletedWhileAnInboxIsBuilt() {
		reader("anna", "ben");
		this.feed.work(2);
		for (int round = 0; round < 20; round++) {
			String id = "p" + round;
			command(inboxKey("anna"), "DEL", inboxKey("anna"));
			Concurrently.run(List.of(() -> this.feed.publish("ben", "k" + id), () -> this.feed.publish("ben", id),
					() -> this.feed.page("anna", null, 5), () -> this.feed.delete("ben", id)));
			this.feed.delete("ben", id);
			awaitTasks();
			assertThat(ids("anna")).hasSize(round + 1).doesNotContain(id);
		}
	}

	@Test
	void buildsAnInboxAgainThatWasLeftHalfBuilt() {
		numbered("p", 0, 10).forEach((id) -> this.feed.publish("ben", id, NOON));
		this.graph.follow("anna", "ben");
		FollowStore follows = new FollowStore(port(), this.keys);
		assertThat(new Inboxes(port(), this.keys, follows).open("anna", Duration.ofDays(1))).containsExactly("ben");
		assertThat(inbox("anna")).isEmpty();
		assertThat(ids("anna")).hasSize(10);
		assertThat(inbox("anna")).hasSize(10);
	}

	@Test
	void anInboxThatWasBuiltTooEarlyIsForgottenAndBuiltAgain() {
		List<FeedItem> posts = IntStream.range(0, 30)
			.mapToObj((i) -> new FeedItem("ben", "p%02d".formatted(i), NOON.plusMillis(i)))
			.toList();
		assertThat(ids("anna")).isEmpty();
		this.feed.restore("ben", posts);
		this.graph.follow("anna", "ben");
		assertThat(ids("anna")).hasSize(20);
		this.feed.forget("anna");
		assertThat(hasInbox("anna")).isFalse();
		assertThat(ids("anna")).hasSize(30).startsWith("p29", "p28");
		this.feed.forget("nobody");
	}

	@Test
	void bringsPostsToAllOthersWhenAnInboxIsOfAnotherType() {
		List<String> readers = readers(5, "ben");
		command(inboxKey("r1"), "DEL", inboxKey("r1"));
		command(inboxKey("r1"), "SET", inboxKey("r1"), "x");
		this.feed.work(1);
		this.feed.publish("ben", "p1");
		this.feed.publish("ben", "p2");
		awaitTasks();
		this.feed.delete("ben", "p1");
		awaitTasks();
		readers.stream().filter((reader) -> !reader.equals("r1")).forEach((reader) -> {
			assertThat(inbox(reader)).containsExactly("p2");
		});
	}

}
