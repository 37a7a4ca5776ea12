// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What happens to follows and feeds when replies are lost and Redis is away.
 */
class FeedFaultTests {

	private static final Instant NOON = FeedFixture.NOON;

	private static final KeySpace KEYS = new KeySpace("test");

	private final RedisServer server = RedisServer.start();

	private final RedisProxy proxy = RedisProxy.to(this.server);

	private final Background background = new Background();

	private CommandPort port;

	/** Has connections of its own, so that the proxy swallows what the test means. */
	private CommandPort calm;

	private StreamQueues streams;

	private Feed feed;

	private FollowGraph graph;

	@BeforeEach
	void connect() {
		this.port = connected(TestPorts.open(this.proxy.uri(), Duration.ofSeconds(20)));
		this.calm = connected(TestPorts.open(this.server));
		this.streams = StreamQueues.create(this.calm, KEYS, ValueCodecs.json(), this.background,
				new LiveSettings<>(Map.of()));
		feed(this.calm).work(1);
		this.feed = feed(this.port);
		this.graph = graph(this.port, this.feed);
		// A reply that says that the server does not know a script is worth no test.
		this.graph.follow("x", "y");
		this.graph.unfollow("x", "y");
		this.feed.publish("y", "y");
		this.feed.delete("y", "y");
		this.feed.page("x", null, 1);
	}

	/** The first connection of a busy machine takes its time. */
	private static CommandPort connected(CommandPort port) {
		port.withTimeout(Duration.ofSeconds(30)).call((commands) -> commands.ping());
		return port;
	}

	@AfterEach
	void close() {
		this.streams.stop(Duration.ofSeconds(5));
		this.background.close();
		this.port.close();
		this.calm.close();
		this.proxy.close();
		this.server.close();
	}

	@Test
	void followsAndUnfollowsOnBothSidesWhenTheDriverRepeatsAfterALostReply() {
		for (int i = 0; i < 5; i++) {
			this.proxy.swallowNextReply();
			this.graph.follow("anna", "ben");
			assertThat(this.graph.counts("anna").following()).isEqualTo(1);
			assertThat(this.graph.counts("ben").followers()).isEqualTo(1);
			this.proxy.swallowNextReply();
			this.graph.unfollow("anna", "ben");
			assertThat(this.graph.counts("anna").following()).isZero();
			assertThat(this.graph.counts("ben").followers()).isZero();
		}
		assertThat(this.proxy.swallowedReplies()).isEqualTo(10);
	}

	@Test
	void publishesAndDeletesOnceWhenTheDriverRepeatsAfterALostReply() {
		this.graph.follow("anna", "ben");
		this.feed.page("anna", null, 1);
		this.proxy.swallowNextReply();
		this.feed.publish("ben", "p1", NOON);
		this.proxy.swallowNextReply();
		this.feed.publish("ben", "p2", NOON);
		await().atMost(FeedFixture.PATIENCE).until(() -> ids("anna").equals(List.of("p2", "p1")));
		this.proxy.swallowNextReply();
		// The repetition finds nothing, and must have it taken out all the same.
		assertThat(this.feed.delete("ben", "p1")).isTrue();
		await().atMost(FeedFixture.PATIENCE).until(() -> ids("anna").equals(List.of("p2")));
		assertThat(this.proxy.swallowedReplies()).isEqualTo(3);
		assertThat(this.feed.tasks().deadLetters()).isZero();
	}

	@Test
	void countsNoRestoredPostsWhenTheDriverRepeatsAfterALostReply() {
		this.feed.restore("x", List.of(new FeedItem("x", "x", NOON)));
		this.proxy.swallowNextReply();
		assertThat(this.feed.restore("ben", List.of(new FeedItem("ben", "p1", NOON)))).isZero();
		assertThat(this.proxy.swallowedReplies()).isEqualTo(1);
		this.graph.follow("anna", "ben");
		assertThat(ids("anna")).containsExactly("p1");
		assertThat(this.feed.restore("ben", List.of(new FeedItem("ben", "p2", NOON)))).isEqualTo(1);
	}

	@Test
	void readsAPageWhenRepliesAreLostWhileTheInboxIsBuilt() {
		IntStream.range(0, 10).forEach((i) -> this.feed.publish("ben", "p" + i, NOON));
		for (int lost = 0; lost < 6; lost++) {
			String reader = "reader" + lost;
			this.graph.follow(reader, "ben");
			this.proxy.swallowNextReply();
			assertThat(ids(reader)).hasSize(10);
		}
		assertThat(this.proxy.swallowedReplies()).isEqualTo(6);
	}

	@Test
	void failsClearlyWhileRedisIsAwayAndGoesOnAfterwards() {
		this.graph.follow("anna", "ben");
		CommandPort impatient = this.port.withTimeout(Duration.ofMillis(200));
		this.server.kill();
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> graph(impatient, this.feed).follow("anna", "carl"));
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> feed(impatient).publish("ben", "p1"));
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> feed(impatient).page("anna", null, 5));
		this.server.restart();
		// The server kept nothing; the system of record did.
		FollowGraphTests.Table table = new FollowGraphTests.Table();
		table.add("anna", "ben");
		await().atMost(FeedFixture.PATIENCE).ignoreExceptions().until(() -> this.graph.repair("anna", table) != null);
		this.feed.restore("ben", List.of(new FeedItem("ben", "p0", NOON)));
		assertThat(ids("anna")).containsExactly("p0");
		this.feed.publish("ben", "p1");
		await().atMost(FeedFixture.PATIENCE).until(() -> ids("anna").equals(List.of("p1", "p0")));
	}

	@Test
	void worksAfterTheServerForgotAllScripts() {
		this.server.scriptFlush();
		this.graph.follow("anna", "ben");
		this.feed.page("anna", null, 5);
		this.server.scriptFlush();
		this.feed.publish("ben", "p1", NOON);
		await().atMost(FeedFixture.PATIENCE).until(() -> ids("anna").equals(List.of("p1")));
	}

	private List<String> ids(String reader) {
		return this.feed.page(reader, null, 100).items().stream().map(FeedItem::id).toList();
	}

	private Feed feed(CommandPort redis) {
		return RedisFeed.create(redis, KEYS, TaskQueues.create(this.streams, new LiveSettings<>(Map.of())),
				FeedFixture.QUICK, new LiveSettings<>(FeedSettings.defaults()), SocialObserver.NONE);
	}

	private static FollowGraph graph(CommandPort redis, Feed feed) {
		return FollowGraph.create(redis, KEYS, () -> FollowGraphSettings.defaults(), () -> List.of(feed),
				SocialObserver.NONE);
	}

}
