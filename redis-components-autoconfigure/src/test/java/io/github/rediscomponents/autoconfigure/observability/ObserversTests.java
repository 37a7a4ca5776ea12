package io.github.rediscomponents.autoconfigure.observability;

import java.lang.reflect.Proxy;
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
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheMetrics;
import io.github.rediscomponents.filter.BloomFilterListener;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.DistributedSemaphore;
import io.github.rediscomponents.lock.LockListener;
import io.github.rediscomponents.lock.SemaphoreListener;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.Mailboxes;
import io.github.rediscomponents.messaging.MessagingMetrics;
import io.github.rediscomponents.queue.QueueObserver;
import io.github.rediscomponents.queue.StreamQueueSettings;
import io.github.rediscomponents.queue.TaskQueues;
import io.github.rediscomponents.ratelimit.RateLimitListener;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.SessionMetrics;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.Likes;
import io.github.rediscomponents.social.SocialMetrics;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.topic.TopicObserver;
import io.github.rediscomponents.topic.Topics;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * In every room the application's observers are told in addition to the meters.
 */
class ObserversTests {

	static Stream<Arguments> rooms() {
		return Stream.of(
				room(CacheMetrics.class, "redis.components.cache.gets", "lookup",
						(context) -> context.getBean(CacheClient.class).cache("shop", String.class).peek("1")),
				room(SocialMetrics.class, "redis.components.follow.graph", "followed",
						(context) -> context.getBean(FollowGraph.class).follow("user", "author")),
				room(SocialMetrics.class, "redis.components.feed", "published",
						(context) -> context.getBean(Feed.class).publish("author", "post")),
				room(MessagingMetrics.class, "redis.components.messaging.sent", "sent",
						(context) -> context.getBean(Mailboxes.class).of(String.class).send("user", "hello")),
				room(MessagingMetrics.class, "redis.components.messaging.sent", "sent",
						(context) -> context.getBean(GroupChats.class).of(String.class).send("chat", "user", "hello")),
				room(SessionMetrics.class, "redis.components.session", "issued",
						(context) -> context.getBean(TokenSessions.class).issue(NewSession.of("user"))),
				room(SessionMetrics.class, "redis.components.code", "codeAsked",
						(context) -> context.getBean(OneTimeCodePurposes.class).codes("login").issue("user")),
				room(LockListener.class, "redis.components.lock.acquire", "acquired",
						(context) -> context.getBean(DistributedLock.class)
							.name("a")
							.tryAcquire()
							.orElseThrow()
							.close()),
				room(SemaphoreListener.class, "redis.components.semaphore.acquire", "acquired",
						(context) -> context.getBean(DistributedSemaphore.class)
							.name("printer")
							.tryAcquire()
							.orElseThrow()
							.close()),
				room(RateLimitListener.class, "redis.components.ratelimit.decisions", "admitted",
						(context) -> context.getBean(RateLimiter.class).tryAcquire("code", "user")),
				room(BloomFilterListener.class, "redis.components.bloom", "added",
						(context) -> context.getBean(BloomFilters.class).filter("seen").add("element")),
				room(TopicObserver.class, "redis.components.topic", "published",
						(context) -> context.getBean(Topics.class).topic("news", String.class).publish("text")),
				room(QueueObserver.class, "redis.components.queue.published", "published",
						(context) -> context.getBean(TaskQueues.class)
							.queue("mail", String.class, new LiveSettings<>(StreamQueueSettings.DEFAULTS))
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
				assertThat(first).contains(event).isEqualTo(third);
				assertThat(context.getBean(MeterRegistry.class).getMeters().stream().filter((meter) -> counted(meter)))
					.anyMatch((meter) -> meter.getId().getName().startsWith(meters));
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

	/** An error whose methods throw. */
	private static final class HostileException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		@Override
		public String getMessage() {
			throw new IllegalStateException("no message");
		}

		@Override
		public String toString() {
			throw new IllegalStateException("no text");
		}

	}

}
