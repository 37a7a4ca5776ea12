// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.social.PublishResult.Delivery;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/**
 * What a {@link Feed} does wherever it is connected.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class FeedTests extends FeedFixture {

	FeedTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void bringsPostsToAllFollowersOnce() {
		List<String> readers = readers(230, "ben");
		this.feed.work(2);
		assertThat(this.feed.publish("ben", "p1").time()).isCloseTo(Instant.now(),
				within(1, java.time.temporal.ChronoUnit.MINUTES));
		PublishResult first = this.feed.publish("ben", "p2", NOON);
		assertThat(first).isEqualTo(new PublishResult(Delivery.PUSHED, false, NOON));
		assertThat(this.feed.publish("ben", "p2", NOON.plusSeconds(5)))
			.isEqualTo(new PublishResult(Delivery.PUSHED, true, NOON));
		awaitTasks();
		readers.forEach((reader) -> assertThat(inbox(reader)).containsExactly("p2", "p1"));
		assertThat(this.feed.page("r7", null, 5).items().get(1)).isEqualTo(new FeedItem("ben", "p2", NOON));
		assertThat(this.feed.page("nobody", null, 5)).isEqualTo(Page.of(List.of(), null));
	}

	@Test
	void takesDeletedPostsOutEverywhere() {
		List<String> readers = readers(120, "ben");
		this.feed.work(2);
		numbered("p", 0, 10).forEach((id) -> this.feed.publish("ben", id, NOON));
		awaitTasks();
		assertThat(this.feed.delete("ben", "p3")).isTrue();
		assertThat(this.feed.delete("ben", "p3")).isTrue();
		assertThat(this.feed.delete("ben", "p99")).isFalse();
		awaitTasks();
		readers.forEach((reader) -> assertThat(inbox(reader)).hasSize(9).doesNotContain("p3"));
		// It can come back, and with another time.
		this.feed.publish("ben", "p3", NOON.plusMillis(1));
		awaitTasks();
		assertThat(ids("r5").get(0)).isEqualTo("p3");
	}

	@Test
	void boundsInboxesAndOutboxes() {
		this.settings.swap(this.settings.get().withMaxItems(30));
		reader("anna", "ben", "carl");
		this.feed.work(4);
		Concurrently.run(2, () -> IntStream.range(0, 100).forEach((i) -> {
			this.feed.publish("ben", "b" + i, NOON.plusMillis(2 * i));
			this.feed.publish("carl", "c" + i, NOON.plusMillis(2 * i + 1));
		}));
		awaitTasks();
		assertThat(inbox("anna")).containsExactlyElementsOf(
				IntStream.range(85, 100).boxed().flatMap((i) -> List.of("b" + i, "c" + i).stream()).toList());
		String outbox = this.keys.key("feed", "ben", "outbox");
		assertThat(number("ZCARD", outbox)).isEqualTo(30);
		String posts = this.keys.key("feed", "ben", "posts");
		// And those that were displaced last.
		assertThat(number("HLEN", posts)).isBetween(30L, 60L);
		assertThat(this.feed.publish("ben", "old", NOON).delivery()).isEqualTo(Delivery.TOO_OLD);
		assertThat(number("HLEN", posts)).isBetween(30L, 60L);
		assertThat(number("ZCARD", outbox)).isEqualTo(30);
	}

	@Test
	void deletesAPostThatNewerOnesHaveDisplacedFromTheOutbox() {
		displaceAPost();
		assertThat(this.feed.delete("ben", "p3")).isTrue();
		assertThat(this.feed.delete("ben", "p0")).isTrue();
		this.feed.work(1);
		awaitTasks();
		assertThat(ids("anna")).containsExactly("p2", "p1");
	}

	@Test
	void deletesADisplacedPostOfAnAuthorWhoHasDeletedAllOthers() {
		displaceAPost();
		for (String id : List.of("p3", "p2", "p1")) {
			assertThat(this.feed.delete("ben", id)).isTrue();
		}
		// Nothing of it is lost.
		this.feed.followed("carl", "ben");
		assertThat(this.feed.delete("ben", "p0")).isTrue();
		this.feed.work(1);
		awaitTasks();
		assertThat(ids("anna")).isEmpty();
	}

	@Test
	void deletesADisplacedPostAfterTheLossOfTheOutbox() {
		displaceAPost();
		String outbox = this.keys.key("feed", "ben", "outbox");
		command(outbox, "DEL", outbox);
		assertThat(this.feed.delete("ben", "p0")).isTrue();
		this.feed.work(1);
		awaitTasks();
		assertThat(ids("anna")).containsExactly("p3", "p2", "p1");
	}

	@Test
	void makesTheLostKeysOfManyAuthorsAnewTogether() {
		List<String> authors = numbered("author", 0, 40);
		authors.forEach((author) -> this.feed.publish(author, "p", NOON));
		AtomicInteger flushes = new AtomicInteger();
		CommandPort counting = InterceptedPort.of(port(), (method, args, real) -> {
			if (method.getName().equals("batch")) {
				flushes.incrementAndGet();
			}
			return real.proceed();
		});
		Outboxes outboxes = new Outboxes(counting, this.keys, new FollowStore(port(), this.keys));
		for (String part : List.of("outbox", "posts")) {
			authors.stream()
				.map((author) -> this.keys.key("feed", author, part))
				.forEach((key) -> command(key, "DEL", key));
			List<List<Object>> read = outboxes.read(authors, Collections.nCopies(40, new byte[0]), 5);
			assertThat(read).hasSize(40).allSatisfy((items) -> assertThat(items).hasSize(2));
		}
		// Reading, making anew, and reading again.
		assertThat(flushes).hasValue(6);
	}

	@ParameterizedTest
	@ValueSource(strings = { "outbox", "posts" })
	void makesALostKeyOfAnAuthorAnew(String part) {
		reader("anna", "ben");
		this.feed.work(1);
		IntStream.range(0, 5).forEach((i) -> this.feed.publish("ben", "p" + i, NOON.plusMillis(i)));
		awaitTasks();
		String key = this.keys.key("feed", "ben", part);
		command(key, "DEL", key);
		reader("carl", "ben");
		assertThat(ids("carl")).containsExactly("p4", "p3", "p2", "p1", "p0");
		command(key, "DEL", key);
		assertThat(this.feed.delete("ben", "p1")).isTrue();
		command(key, "DEL", key);
		assertThat(this.feed.publish("ben", "p2", NOON).repeated()).isTrue();
		command(key, "DEL", key);
		this.feed.publish("ben", "p5", NOON.plusMillis(5));
		awaitTasks();
		command(key, "DEL", key);
		assertThat(this.feed.restore("ben", List.of(new FeedItem("ben", "p5", NOON)))).isZero();
		assertThat(ids("anna")).isEqualTo(ids("carl")).containsExactly("p5", "p4", "p3", "p2", "p0");
	}

	@Test
	void pullsPostsOfAuthorsWithManyFollowers() {
		this.settings.swap(this.settings.get().withPullThreshold(100));
		List<String> readers = readers(120, "star");
		reader("anna", "star", "ben");
		this.feed.work(2);
		assertThat(this.feed.publish("star", "s0", NOON).delivery()).isEqualTo(Delivery.PUSHED);
		awaitTasks();
		assertThat(this.feed.publish("star", "s1", NOON.plusMillis(1)).delivery()).isEqualTo(Delivery.PULLED);
		this.feed.publish("ben", "b1", NOON.plusMillis(1));
		awaitTasks();
		readers.forEach((reader) -> {
			assertThat(inbox(reader)).containsExactly("s0");
			assertThat(ids(reader)).containsExactly("s1", "s0");
		});
		assertThat(ids("anna")).containsExactly("s1", "b1", "s0");
		reader("late", "star");
		assertThat(ids("late")).containsExactly("s1", "s0");
		this.graph.unfollow("anna", "star");
		assertThat(ids("anna")).containsExactly("b1");
		// Nothing to do in inboxes.
		assertThat(this.feed.delete("star", "s1")).isTrue();
		assertThat(this.feed.tasks().depth()).isZero();
		assertThat(this.feed.delete("star", "s0")).isTrue();
		awaitTasks();
		readers.forEach((reader) -> assertThat(ids(reader)).isEmpty());
	}

	@Test
	void pushesAgainWhenFewFollowersAreLeft() {
		this.settings.swap(this.settings.get().withPullThreshold(20));
		readers(30, "star");
		this.feed.work(2);
		this.feed.publish("star", "s0", NOON);
		awaitTasks();
		this.feed.publish("star", "s1", NOON.plusMillis(1));
		IntStream.range(5, 30).forEach((i) -> this.graph.unfollow("r" + i, "star"));
		assertThat(this.feed.publish("star", "s2", NOON.plusMillis(2)).delivery()).isEqualTo(Delivery.PUSHED);
		awaitTasks();
		assertThat(inbox("r1")).containsExactly("s0", "s2");
		assertThat(ids("r1")).containsExactly("s2", "s1", "s0");
		// Who comes now has it in the inbox, so its deletion must go there.
		reader("late", "star");
		assertThat(inbox("late")).containsExactly("s0", "s1", "s2");
		this.feed.delete("star", "s1");
		awaitTasks();
		assertThat(ids("late")).containsExactly("s2", "s0");
		assertThat(ids("r1")).containsExactly("s2", "s0");
	}

	@Test
	void isRestoredFromTheSystemOfRecord() {
		this.feed.publish("ben", "p3", NOON.plusMillis(3));
		List<FeedItem> posts = IntStream.range(0, 8)
			.mapToObj((i) -> new FeedItem("ben", "p" + i, NOON.plusMillis(i)))
			.toList();
		assertThat(this.feed.restore("ben", posts)).isEqualTo(7);
		assertThat(this.feed.restore("ben", posts)).isZero();
		assertThat(this.feed.tasks().depth()).isZero();
		reader("anna", "ben");
		assertThat(ids("anna")).containsExactly("p7", "p6", "p5", "p4", "p3", "p2", "p1", "p0");
		assertThat(this.feed.restore("ben", List.of())).isZero();
	}

	@Test
	void readsAPageInOneRoundTrip() {
		reader("anna", "ben");
		this.feed.publish("ben", "p1", NOON);
		this.feed.page("anna", null, 5);
		server().resetStats();
		this.feed.page("anna", null, 5);
		this.feed.page("anna", new FeedPosition(NOON, "p9").text(), 5);
		assertThat(server().commandCalls()).containsEntry("evalsha", 2L).doesNotContainKeys("eval", "pexpire", "zadd");
	}

	@Test
	void checksArgumentsBeforeAnythingIsSent() {
		server().resetStats();
		refused("author ", () -> this.feed.publish("", "p1"));
		refused("id ", () -> this.feed.publish("ben", ""));
		refused("id ", () -> this.feed.publish("ben", "x".repeat(201)));
		refused("id ", () -> this.feed.publish("ben", "a\0b"));
		refused("time ", () -> this.feed.publish("ben", "p1", Instant.EPOCH.minusMillis(1)));
		refused("time ", () -> this.feed.publish("ben", "p1", Instant.MAX));
		refused("id ", () -> this.feed.delete("ben", ""));
		refused("reader ", () -> this.feed.page("", null, 5));
		refused("size ", () -> this.feed.page("anna", null, 0));
		refused("size ", () -> this.feed.page("anna", null, 1001));
		refused("posts ", () -> this.feed.restore("ben", List.of(new FeedItem("carl", "p1", NOON))));
		refused("cursor ", () -> this.feed.page("anna", "0", 5));
		refused("cursor ", () -> this.feed.page("anna", "000000000000.A", 5));
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval");
	}

	/** Three posts are in the inbox, and one more displaces the first in the outbox. */
	private void displaceAPost() {
		this.settings.swap(this.settings.get().withMaxItems(3));
		reader("anna", "ben");
		QueueSubscription workers = this.feed.work(1);
		IntStream.range(0, 3).forEach((i) -> this.feed.publish("ben", "p" + i, NOON.plusMillis(i)));
		awaitTasks();
		workers.close();
		this.feed.publish("ben", "p3", NOON.plusMillis(3));
	}

	private static void refused(String message, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
		assertThatIllegalArgumentException().isThrownBy(call).withMessageStartingWith(message);
	}

}
