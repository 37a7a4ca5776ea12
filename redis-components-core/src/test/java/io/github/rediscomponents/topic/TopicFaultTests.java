// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What happens to subscriptions when Redis is away, and when the application stops.
 */
class TopicFaultTests {

	@Test
	void subscribesWhileRedisIsAwayAndAgainAfterEachRestart() throws InterruptedException {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server.uri(), Duration.ofSeconds(20));
				Background background = new Background()) {
			server.kill();
			Topic<String> topic = topic(port, background);
			List<String> heard = new CopyOnWriteArrayList<>();
			List<Object> missed = new CopyOnWriteArrayList<>();
			TopicSubscription subscription = topic.subscribe(new TopicHandler<String>() {

				@Override
				public void message(String message) {
					heard.add(message);
				}

				@Override
				public void missed(Missed what) {
					missed.add(what);
				}

			});
			assertThat(subscription.awaitActive(Duration.ofMillis(50))).isFalse();
			server.restart();
			assertThat(subscription.awaitActive(Duration.ofSeconds(30))).isTrue();
			await().ignoreExceptions().until(() -> topic.publish("one") == 1);
			await().untilAsserted(() -> assertThat(heard).contains("one"));
			assertThat(missed).isEmpty();
			server.kill();
			server.restart();
			await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(missed).hasSize(1));
			await().ignoreExceptions().until(() -> topic.publish("two") == 1);
			await().untilAsserted(() -> assertThat(heard).contains("two"));
		}
	}

	/** Its last subscription ends just when the connection is back, over and over. */
	@Test
	void subscriptionsComeAndGoWhileTheConnectionIsLostAndFound() throws Exception {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server.uri(), Duration.ofSeconds(20));
				Background background = new Background()) {
			Topic<String> topic = topic(port, background);
			AtomicBoolean over = new AtomicBoolean();
			FutureTask<Integer> killer = new FutureTask<>(() -> {
				int kills = 0;
				while (!over.get()) {
					server.command("CLIENT", "KILL", "TYPE", "pubsub");
					kills++;
				}
				return kills;
			});
			new Thread(killer, "killer").start();
			Callable<Boolean> guest = () -> {
				for (int i = 0; i < 300; i++) {
					try (TopicSubscription subscription = topic.subscribe((message) -> {
					})) {
						subscription.awaitActive(Duration.ofMillis(20));
					}
				}
				return true;
			};
			List<FutureTask<Boolean>> guests = Stream.generate(() -> new FutureTask<>(guest)).limit(2).toList();
			guests.forEach((one) -> new Thread(one, "guest").start());
			for (FutureTask<Boolean> one : guests) {
				assertThat(one.get(3, TimeUnit.MINUTES)).isTrue();
			}
			over.set(true);
			assertThat(killer.get(1, TimeUnit.MINUTES)).isPositive();
			try (TopicSubscription last = topic.subscribe((message) -> {
			})) {
				assertThat(last.awaitActive(Duration.ofSeconds(30))).isTrue();
			}
		}
	}

	@Test
	void goesOnWhenThereAreThreadsAgain() throws InterruptedException {
		AtomicBoolean refusing = new AtomicBoolean(true);
		AtomicInteger refused = new AtomicInteger();
		ThreadFactory real = Background.daemon("test-worker");
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server.uri(), Duration.ofSeconds(20));
				Background background = new Background((task) -> {
					if (refusing.get()) {
						refused.incrementAndGet();
						throw new OutOfMemoryError("unable to create native thread");
					}
					return real.newThread(task);
				})) {
			Topic<String> topic = topic(port, background);
			List<String> heard = new CopyOnWriteArrayList<>();
			TopicSubscription subscription = topic.subscribe(heard::add);
			assertThat(subscription.awaitActive(Duration.ofSeconds(30))).isTrue();
			assertThat(topic.publish("one")).isEqualTo(1);
			await().until(() -> refused.get() > 0);
			refusing.set(false);
			assertThat(topic.publish("two")).isEqualTo(1);
			await().untilAsserted(() -> assertThat(heard).containsExactly("one", "two"));
		}
	}

	@Test
	void endsQuietlyWhenTheWorkersAreGone() throws InterruptedException {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server.uri(), Duration.ofSeconds(20))) {
			Background background = new Background();
			Topic<String> topic = topic(port, background);
			List<String> heard = new CopyOnWriteArrayList<>();
			TopicSubscription subscription = topic.subscribe(heard::add);
			assertThat(subscription.awaitActive(Duration.ofSeconds(30))).isTrue();
			background.close();
			assertThat(topic.publish("late")).isEqualTo(1);
			subscription.close();
			await().until(() -> topic.publish("later") == 0);
			assertThat(heard).isEmpty();
		}
	}

	/** The loss is told before the end is known, and recorded after it. */
	@Test
	void oneThatEndsJustWhenItsConnectionIsLostIsNotReportedForEver() throws InterruptedException {
		AtomicBoolean losing = new AtomicBoolean();
		CountDownLatch lost = new CountDownLatch(1);
		CountDownLatch ended = new CountDownLatch(1);
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server.uri(), Duration.ofSeconds(20));
				Background background = new Background()) {
			CommandPort slow = InterceptedPort.of(port, (method, args, real) -> {
				if (method.getName().equals("troubles") && losing.compareAndSet(true, false)) {
					lost.countDown();
					ended.await();
				}
				return real.proceed();
			});
			TopicSubscription subscription = topic(slow, background).subscribe((message) -> {
			});
			assertThat(subscription.awaitActive(Duration.ofSeconds(30))).isTrue();
			losing.set(true);
			server.command("CLIENT", "KILL", "TYPE", "pubsub");
			assertThat(lost.await(1, TimeUnit.MINUTES)).isTrue();
			Thread closer = new Thread(subscription::close, "closer");
			closer.start();
			// It waits for the channel, which notifies its subscriptions of the loss.
			await().atMost(Duration.ofMinutes(1)).until(() -> closer.getState() == Thread.State.WAITING);
			ended.countDown();
			closer.join();
			assertThat(port.troubles().list()).isEmpty();
		}
		finally {
			ended.countDown();
		}
	}

	private static Topic<String> topic(CommandPort port, Background background) {
		return Topics
			.create(port, new KeySpace("test"), ValueCodecs.json(),
					new LiveSettings<>(TopicRegistrySettings.defaults().withCommon(TopicSettings.defaults())),
					background, TopicObserver.NONE)
			.get("news", String.class);
	}

}
