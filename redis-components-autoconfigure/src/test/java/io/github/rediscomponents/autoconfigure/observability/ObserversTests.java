// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.github.rediscomponents.OperationObserver;
import io.github.rediscomponents.autoconfigure.HostileException;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.Mailboxes;
import io.github.rediscomponents.messaging.MessagingObserver;
import io.github.rediscomponents.queue.QueueObserver;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.ratelimit.RateLimitObserver;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.SemaphoreObserver;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.SessionObserver;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.Likes;
import io.github.rediscomponents.social.SocialObserver;
import io.github.rediscomponents.topic.TopicObserver;
import io.github.rediscomponents.topic.Topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * In every package the application's observers are notified in addition to the meters.
 */
class ObserversTests {

	static Stream<Arguments> rooms() {
		return Stream.of(
				room(CacheObserver.class, "redis.components.cache.gets", "lookup",
						(context) -> context.getBean(CacheClient.class).cache("shop", String.class).peek("1")),
				room(SocialObserver.class, "redis.components.follow.graph", "followed",
						(context) -> context.getBean(FollowGraph.class).follow("user", "author")),
				room(SocialObserver.class, "redis.components.feed", "published",
						(context) -> context.getBean(Feed.class).publish("author", "post")),
				room(MessagingObserver.class, "redis.components.messaging.sent", "sent",
						(context) -> context.getBean(Mailboxes.class).get(String.class).send("user", "hello")),
				room(MessagingObserver.class, "redis.components.messaging.sent", "sent",
						(context) -> context.getBean(GroupChats.class).get(String.class).send("chat", "user", "hello")),
				room(SessionObserver.class, "redis.components.session", "issued",
						(context) -> context.getBean(TokenSessions.class).issue(NewSession.of("user"))),
				room(SessionObserver.class, "redis.components.code", "codeAsked",
						(context) -> context.getBean(OneTimeCodePurposes.class).get("login").issue("user")),
				room(LockObserver.class, "redis.components.lock.acquire", "acquired", (
						context) -> context.getBean(DistributedLock.class).get("a").tryAcquire().orElseThrow().close()),
				room(SemaphoreObserver.class, "redis.components.semaphore.acquire", "acquired",
						(context) -> context.getBean(DistributedSemaphore.class)
							.get("printer")
							.tryAcquire()
							.orElseThrow()
							.close()),
				room(RateLimitObserver.class, "redis.components.ratelimit.decisions", "admitted",
						(context) -> context.getBean(RateLimiter.class).tryAcquire("code", "user")),
				room(BloomFilterObserver.class, "redis.components.bloom", "added",
						(context) -> context.getBean(BloomFilters.class).get("seen").add("element")),
				room(TopicObserver.class, "redis.components.topic", "published",
						(context) -> context.getBean(Topics.class).get("news", String.class).publish("text")),
				room(QueueObserver.class, "redis.components.queue.published", "published",
						(context) -> context.getBean(TaskQueues.class)
							.get("mail", String.class, WorkQueueSettings.defaults())
							.enqueue("text")),
				room(OperationObserver.class, "redis.components.operation", "ended",
						(context) -> context.getBean(Likes.class).toggle("post", "user")));
	}

	private static Arguments room(Class<?> type, String meters, String event, Use use) {
		return Arguments.of(type, meters, event, use);
	}

	@ParameterizedTest(name = "{0} {1}")
	@MethodSource("rooms")
	<T> void ofTheApplicationAddToTheMetersAndNoneDisturbsAnother(Class<T> type, String meters, String event, Use use) {
		List<String> first = new CopyOnWriteArrayList<>();
		List<String> third = new CopyOnWriteArrayList<>();
		runner().withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
			.withBean("first", type, () -> hears(type, first::add))
			.withBean("second", type, () -> hears(type, (name) -> {
				throw new HostileException();
			}))
			.withBean("third", type, () -> hears(type, third::add))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				use.accept(context);
				// Of what goes on in the background one of them may be told already.
				await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
					assertThat(first).contains(event).isEqualTo(third);
					assertThat(
							context.getBean(MeterRegistry.class).getMeters().stream().filter((meter) -> counted(meter)))
						.anyMatch((meter) -> meter.getId().getName().startsWith(meters));
				});
			});
	}

	private static boolean counted(Meter meter) {
		return meter.measure().iterator().next().getValue() >= 1;
	}

	private static <T> T hears(Class<T> type, Consumer<String> events) {
		return type
			.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, args) -> {
				if (method.getDeclaringClass() == Object.class) {
					return switch (method.getName()) {
						case "equals" -> proxy == args[0];
						case "hashCode" -> System.identityHashCode(proxy);
						default -> "an observer";
					};
				}
				events.accept(method.getName());
				return null;
			}));
	}

	private static ApplicationContextRunner runner() {
		return TestContexts.connected()
			.withPropertyValues("redis-components.key-prefix=t" + UUID.randomUUID(),
					"redis-components.cache.caches.shop.ttl=1m", "redis-components.one-time-code.purposes.login.ttl=2m",
					"redis-components.semaphore.semaphores.printer.permits=2",
					"redis-components.rate-limit.policies.code.limit=1",
					"redis-components.rate-limit.policies.code.period=1h",
					"redis-components.bloom-filter.filters.seen.capacity=1000",
					"redis-components.bloom-filter.filters.seen.error-rate=0.01",
					"redis-components.topic.topics.news.type=java.lang.String");
	}

	/** What an application does with its component. */
	private interface Use extends Consumer<ApplicationContext> {

	}

}
