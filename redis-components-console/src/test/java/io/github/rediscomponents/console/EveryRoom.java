// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.springframework.beans.factory.BeanFactory;

import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.TokenSessions;

/**
 * Something in each room of the console.
 */
public final class EveryRoom {

	/** The rooms that the console shows by what they tell of themselves. */
	private static final List<String> FURTHER = List.of("token-session.ttl=30m", "token-session.max-sessions=5",
			"bloom-filter.filters.emails.capacity=1000", "bloom-filter.filters.emails.error-rate=0.0005",
			"limit-queue.queues.recent.length=3", "limit-queue.queues.recent.dedupe=key",
			"limit-queue.queues.recent.window=2h", "view-counter.exact=true", "view-counter.zone=Asia/Shanghai",
			"topic.topics.news.buffer=100", "topic.topics.news.max-payload=16KB", "id.epoch=2024-01-01T00:00:00Z");

	private static final List<String> DECLARED = List.of("task-queue.queues.mail.max-deliveries=3",
			"stream-queue.queues.events.max-length=10000", "delay-queue.queues.reminders.max-deliveries=3",
			"rate-limit.policies.login-code.limit=1", "rate-limit.policies.login-code.period=60s",
			"semaphore.semaphores.printer.permits=2", "prefix-index.indexes.shops.max-payload=1KB",
			"ranked-set.sets.runs.periods=total");

	/** Something that {@link #fill} makes in each room. */
	public static final Map<String, String> NAMES = Map.ofEntries(Map.entry("task-queue", "mail"),
			Map.entry("stream-queue", "events"), Map.entry("delay-queue", "reminders"), Map.entry("lock", "order:1"),
			Map.entry("semaphore", "printer"), Map.entry("ratelimit", "login-code"), Map.entry("cache", "shop"),
			Map.entry("id", "order"), Map.entry("session", "bob"), Map.entry("bloom-filter", "emails"),
			Map.entry("limit-queue", "recent"), Map.entry("view-counter", "shop"), Map.entry("topic", "news"),
			Map.entry("prefix-index", "shops"), Map.entry("ranked-set", "runs"));

	private EveryRoom() {
	}

	/** Returns the properties of the rooms that {@link #fillFurther} fills. */
	public static List<String> furtherProperties() {
		return named(FURTHER.stream());
	}

	/** Returns the properties of all rooms. */
	public static List<String> properties() {
		return named(Stream.concat(FURTHER.stream(), DECLARED.stream()));
	}

	private static List<String> named(Stream<String> properties) {
		return properties.map((property) -> "redis-components." + property).toList();
	}

	/** Fills the rooms for sessions, ids, Bloom filters, limit queues and page views. */
	public static void fillFurther(BeanFactory beans) {
		beans.getBean(TokenSessions.class).issue(NewSession.of("bob").withDevice("tablet"));
		beans.getBean(IdWorker.class).nextId("order");
		beans.getBean(BloomFilters.class).get("emails").create();
		beans.getBean(BloomFilters.class).get("emails").addAll(List.of("a@x.org", "b@x.org", "c@x.org"));
		LimitQueues queues = beans.getBean(LimitQueues.class);
		queues.get("recent", String.class).offer("one", "1");
		queues.get("recent", String.class).offer("two", "2");
		ViewCounter views = beans.getBean(ViewCounter.class);
		views.record("shop", "tea-house", 1234);
		views.record("shop", "<b>book shop</b>", 56);
		views.record("shop", "bakery");
	}

	/** Fills all rooms. */
	public static void fill(BeanFactory beans) throws InterruptedException {
		fillFurther(beans);
		beans.getBean(TaskQueues.class).get("mail", String.class).enqueue("waits");
		beans.getBean(StreamQueues.class).get("events", String.class).publish("happened");
		beans.getBean(DelayQueues.class).get("reminders", String.class).schedule("later", Duration.ofHours(1));
		beans.getBean(DistributedLock.class).get("order:1").acquire();
		beans.getBean(DistributedSemaphore.class).get("printer").tryAcquire().orElseThrow();
		RateLimiter limiter = beans.getBean(RateLimiter.class);
		for (int i = 0; i < 3; i++) {
			limiter.tryAcquire("login-code", "user:1");
		}
		beans.getBean(CacheClient.class).get("shop", "1", String.class, (id) -> "Tea house");
		beans.getBean(PrefixIndexes.class).get("shops", byte[].class).put(IndexEntry.of("1", "Tea house", 1));
		beans.getBean(RankedSets.class).get("runs").set("ann", 7);
	}

}
