// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.TopologyFixture;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.RedisTopology;
import io.github.rediscomponents.topic.TopicHandler.Missed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What a {@link Topic} does wherever it is connected.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class TopicTests extends TopologyFixture {

	static final Duration PATIENCE = Duration.ofSeconds(30);

	private final String name = UUID.randomUUID().toString();

	private final Background background = new Background();

	private final Topics topics = topics(TopicSettings.defaults());

	private final Topic<String> topic = this.topics.get(this.name, String.class);

	TopicTests(RedisTopology topology) {
		super(topology);
	}

	@AfterEach
	void close() {
		this.topics.close();
		this.background.close();
	}

	@Test
	void handsEachMessageToEachSubscriptionInOrder() throws InterruptedException {
		Heard one = subscribe(this.topic);
		Heard other = subscribe(this.topics.get(this.name, String.class));
		List<String> sent = IntStream.range(0, 500).mapToObj(String::valueOf).toList();
		sent.forEach(this.topic::publish);
		await().untilAsserted(() -> assertThat(one.messages).hasSize(500));
		await().untilAsserted(() -> assertThat(other.messages).hasSize(500));
		assertThat(one.messages).containsExactlyElementsOf(sent);
		assertThat(other.messages).containsExactlyElementsOf(sent);
		assertThat(one.missed).isEmpty();
		assertThat(one.subscription.handled()).isEqualTo(500);
	}

	@Test
	void hearsAgainAfterItsLastSubscriptionHasEnded() throws InterruptedException {
		Heard one = subscribe(this.topic);
		Heard other = subscribe(this.topics.get(this.name, String.class));
		one.subscription.close();
		this.topic.publish("still heard");
		await().untilAsserted(() -> assertThat(other.messages).containsExactly("still heard"));
		other.subscription.close();
		Heard later = subscribe(this.topic);
		this.topic.publish("heard again");
		await().untilAsserted(() -> assertThat(later.messages).containsExactly("heard again"));
		assertThat(one.missed).isEmpty();
		assertThat(one.messages).isEmpty();
		assertThat(later.missed).isEmpty();
	}

	@Test
	void callsAHandlerByOneThreadAtATimeWhileManyPublish() throws InterruptedException {
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		try (TopicSubscription subscription = this.topic.subscribe((message) -> {
			most.accumulateAndGet(inside.incrementAndGet(), Math::max);
			Thread.onSpinWait();
			inside.decrementAndGet();
		})) {
			assertThat(subscription.awaitActive(PATIENCE)).isTrue();
			Concurrently.repeat(4, 100, () -> {
				this.topic.publish("x");
			});
			await().untilAsserted(() -> assertThat(subscription.handled()).isEqualTo(400));
			await().untilAsserted(() -> assertThat(inside.get()).isZero());
		}
		assertThat(most.get()).isEqualTo(1);
	}

	@Test
	void reachesOnlyThoseWhoAreSubscribed() throws InterruptedException {
		assertThat(this.topic.publish("before")).isZero();
		Heard heard = subscribe(this.topic);
		this.topics.get(this.name + "x", String.class).publish("elsewhere");
		this.topic.publish("now");
		// On a cluster a message can still be between two nodes when it is subscribed.
		await().untilAsserted(() -> assertThat(heard.messages).filteredOn((message) -> !message.equals("before"))
			.containsExactly("now"));
		heard.subscription.close();
		heard.subscription.close();
		await().untilAsserted(() -> assertThat(subscribers()).isZero());
		this.topic.publish("after");
		Heard again = subscribe(this.topic);
		this.topic.publish("again");
		await().untilAsserted(() -> assertThat(again.messages).filteredOn((message) -> !message.equals("after"))
			.containsExactly("again"));
		assertThat(heard.messages).doesNotContain("after", "again", "elsewhere");
	}

	@Test
	void dropsAndTellsWhatASlowHandlerHasNoRoomForWithoutHoldingUpOthers() throws InterruptedException {
		LiveSettings<TopicRegistrySettings> settings = new LiveSettings<>(TopicRegistrySettings.defaults()
			.withTopics(Map.of(this.name, TopicSettings.defaults().withBuffer(10).withMaxPayload(1000))));
		Topic<String> small = topics(settings).get(this.name, String.class);
		CountDownLatch release = new CountDownLatch(1);
		CountDownLatch entered = new CountDownLatch(1);
		Heard slow = new Heard() {

			@Override
			public void message(String message) {
				entered.countDown();
				try {
					release.await(1, TimeUnit.MINUTES);
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
				super.message(message);
			}

		};
		slow.subscription = small.subscribe(slow);
		settings.swap(TopicRegistrySettings.defaults().withCommon(TopicSettings.defaults()));
		Heard quick = subscribe(small);
		assertThat(slow.subscription.awaitActive(PATIENCE)).isTrue();
		this.topic.publish("0");
		assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
		IntStream.range(1, 100).forEach((i) -> this.topic.publish(String.valueOf(i)));
		await().untilAsserted(() -> assertThat(quick.messages).hasSize(100));
		await().untilAsserted(() -> assertThat(slow.subscription.overflowed()).isEqualTo(89));
		release.countDown();
		await().untilAsserted(() -> assertThat(slow.messages).hasSize(11));
		assertThat(slow.messages).containsExactlyElementsOf(IntStream.range(0, 11).mapToObj(String::valueOf).toList());
		assertThat(slow.missed).containsExactly(new Missed(Missed.Reason.OVERFLOW, 89));
		assertThat(quick.missed).isEmpty();
		slow.subscription.close();
	}

	@Test
	void goesOnAfterAHandlerThatThrowsAndAMessageThatCannotBeRead() throws InterruptedException {
		Topic<Long> numbers = this.topics.get(this.name, Long.class);
		List<Long> read = new CopyOnWriteArrayList<>();
		List<String> unreadable = new CopyOnWriteArrayList<>();
		TopicSubscription subscription = numbers.subscribe(new TopicHandler<Long>() {

			@Override
			public void message(Long message) {
				if (message == 2) {
					throw new IllegalStateException("on purpose");
				}
				read.add(message);
			}

			@Override
			public void undecodable(byte[] message, CodecException cause) {
				unreadable.add(new String(message, java.nio.charset.StandardCharsets.UTF_8));
			}

		});
		assertThat(subscription.awaitActive(PATIENCE)).isTrue();
		numbers.publish(1L);
		numbers.publish(2L);
		this.topic.publish("three");
		numbers.publish(4L);
		await().untilAsserted(() -> assertThat(read).containsExactly(1L, 4L));
		assertThat(unreadable).containsExactly("three");
		assertThat(subscription.failed()).isEqualTo(1);
		assertThat(subscription.undecodable()).isEqualTo(1);
		assertThat(subscription.handled()).isEqualTo(3);
	}

	@Test
	void subscribesAgainAndTellsThatMessagesMayBeMissed() throws InterruptedException {
		Heard heard = subscribe(this.topic);
		Heard other = subscribe(this.topic);
		for (int i = 1; i <= 3; i++) {
			int times = i;
			killSubscriber();
			await().atMost(PATIENCE).untilAsserted(() -> assertThat(heard.missed).hasSize(times));
			await().atMost(PATIENCE).untilAsserted(() -> assertThat(other.missed).hasSize(times));
			this.topic.publish("after " + i);
			await().untilAsserted(() -> assertThat(heard.messages).endsWith("after " + times));
		}
		assertThat(heard.missed).containsOnly(new Missed(Missed.Reason.RECONNECTED, 0));
		assertThat(heard.messages).containsExactly("after 1", "after 2", "after 3");
	}

	@Test
	void canBeSubscribedAndClosedByManyAtOnce() throws InterruptedException {
		for (int round = 0; round < 20; round++) {
			Concurrently.repeat(6, 5, () -> {
				this.topic.subscribe(new Heard()).close();
			});
			Heard heard = subscribe(this.topic);
			this.topic.publish("x");
			await().untilAsserted(() -> assertThat(heard.messages).containsExactly("x"));
			assertThat(heard.missed).isEmpty();
			heard.subscription.close();
		}
		await().untilAsserted(() -> assertThat(subscribers()).isZero());
	}

	@Test
	void refusesBadArgumentsBeforeAnythingIsSent() {
		Topics small = topics(TopicSettings.defaults().withBuffer(1).withMaxPayload(10));
		assertThatIllegalArgumentException().isThrownBy(() -> small.get("", String.class))
			.withMessageStartingWith("name ");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> small.get(this.name, String.class).publish("x".repeat(11)))
			.withMessage("message must not be larger than 10 bytes, was 11 when written");
		assertThatIllegalArgumentException().isThrownBy(() -> TopicSettings.defaults().withBuffer(0).withMaxPayload(10))
			.withMessageStartingWith("topic.buffer ");
		assertThatIllegalArgumentException().isThrownBy(() -> TopicSettings.defaults().withBuffer(1).withMaxPayload(0))
			.withMessageStartingWith("topic.max-payload ");
	}

	/** Of one node: on its way to another one the connection would be killed again. */
	private void killSubscriber() {
		RedisServer subscribed = server().nodes()
			.stream()
			.filter((node) -> subscribers(node) > 0)
			.findFirst()
			.orElseThrow();
		subscribed.command("CLIENT", "KILL", "TYPE", "pubsub");
	}

	/** How many connections are subscribed, on all nodes. */
	private long subscribers() {
		return server().nodes().stream().mapToLong(this::subscribers).sum();
	}

	private long subscribers(RedisServer node) {
		String channel = new KeySpace("test").channel("topic", this.name);
		return Long.parseLong(String.valueOf(((List<?>) node.command("PUBSUB", "NUMSUB", channel)).get(1)));
	}

	private Heard subscribe(Topic<String> to) throws InterruptedException {
		Heard heard = new Heard();
		heard.subscription = to.subscribe(heard);
		assertThat(heard.subscription.awaitActive(PATIENCE)).isTrue();
		return heard;
	}

	private Topics topics(TopicSettings settings) {
		return topics(new LiveSettings<>(TopicRegistrySettings.defaults().withCommon(settings)));
	}

	private Topics topics(LiveSettings<TopicRegistrySettings> settings) {
		return Topics.create(port(), new KeySpace("test"), ValueCodecs.json(), settings, this.background,
				TopicObserver.NONE);
	}

	private static class Heard implements TopicHandler<String> {

		final List<String> messages = new CopyOnWriteArrayList<>();

		final List<Missed> missed = new CopyOnWriteArrayList<>();

		TopicSubscription subscription;

		@Override
		public void message(String message) {
			this.messages.add(message);
		}

		@Override
		public void missed(Missed what) {
			this.missed.add(what);
		}

	}

}
