// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autocomplete.RecentListSettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.ranking.RankedSetSettings;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.OneTimeCodeSettings;
import io.github.rediscomponents.topic.Topic;

/**
 * One operation of each component, on keys of a name.
 *
 * @param component the component
 * @param operation creates the operation for a name; it fails unless Redis has answered
 */
record ClusterWork(String component, BiFunction<RedisComponents, String, Step> operation) {

	private static final RatePolicy POLICY = RatePolicy.of("work", Limit.slidingWindow(100_000, Duration.ofMinutes(1)));

	/**
	 * As patient as the others: its own time-out is shorter than a stall of the machine.
	 */
	private static final CacheSettings CACHE = CacheSettings.defaults().withCommandTimeout(Duration.ofSeconds(2));

	private static final String BODY = "body";

	/**
	 * As long as a message may take. One that is lost with a connection is found missing
	 * then, and the next one is sent.
	 */
	static final Duration HEARING = Duration.ofMillis(500);

	/** Of an operation. */
	@FunctionalInterface
	interface Step {

		void run() throws Exception;

	}

	static List<ClusterWork> all() {
		return List.of(new ClusterWork("cache", ClusterWork::cache),
				new ClusterWork("lock",
						(on, name) -> () -> on.locks().get(name).tryAcquire().ifPresent(Lease::release)),
				new ClusterWork("fair lock",
						(on, name) -> () -> on.locks().fair(name).tryAcquire().ifPresent(Lease::release)),
				new ClusterWork("read-write lock",
						(on, name) -> () -> on.locks().readWrite(name).read().tryAcquire().ifPresent(Lease::release)),
				new ClusterWork("semaphore",
						(on, name) -> () -> on.semaphores()
							.get(name, SemaphoreOptions.of(1000))
							.tryAcquire()
							.ifPresent(Permit::release)),
				new ClusterWork("id worker", (on, name) -> () -> on.ids().nextIds(name, 1000)),
				new ClusterWork("rate limiter", (on, name) -> () -> on.rateLimiter().policy(POLICY).tryAcquire(name)),
				new ClusterWork("limit queue", ClusterWork::limitQueue),
				new ClusterWork("task queue", ClusterWork::taskQueue),
				new ClusterWork("delay queue", ClusterWork::delayQueue),
				new ClusterWork("stream queue", ClusterWork::streamQueue), new ClusterWork("topic", ClusterWork::topic),
				new ClusterWork("group chat", ClusterWork::groupChat),
				new ClusterWork("mailbox", (on, name) -> () -> on.mailboxes().get(String.class).send(name, BODY)),
				new ClusterWork("prefix index",
						(on, name) -> () -> on.prefixIndexes()
							.get(name, String.class, PrefixIndexSettings.defaults())
							.put(IndexEntry.of("id", "term", 1))),
				new ClusterWork("recent list", (on,
						name) -> () -> on.recentLists().get("work", RecentListSettings.defaults()).touch(name, BODY)),
				new ClusterWork("bloom filter", ClusterWork::bloomFilter),
				new ClusterWork("check-in", (on, name) -> () -> on.dayBitmap().checkIns("work").checkIn(name)),
				new ClusterWork("unique counter", (on, name) -> () -> on.uniqueCounter().add(name, BODY)),
				new ClusterWork("view counter",
						(on, name) -> () -> on.viewCounter().count(name, BODY, LocalDate.of(2026, 1, 1))),
				new ClusterWork("geo index", (on, name) -> () -> on.geoIndex().put(name, BODY, new GeoPoint(2, 48))),
				new ClusterWork("ranked set",
						(on, name) -> () -> on.rankedSets().get(name, RankedSetSettings.defaults()).increment(BODY, 1)),
				new ClusterWork("likes", (on, name) -> () -> on.likes().like(name, BODY)),
				new ClusterWork("follow graph", (on, name) -> () -> on.followGraph().follow(name, BODY)),
				new ClusterWork("feed", (on, name) -> () -> on.feed().page(name, null, 10)),
				new ClusterWork("token sessions",
						(on, name) -> () -> on.tokenSessions()
							.issue(NewSession.of(name).withTtl(Duration.ofMinutes(1)))),
				new ClusterWork("one-time codes",
						(on, name) -> () -> on.oneTimeCodes().get("work", OneTimeCodeSettings.defaults()).issue(name)));
	}

	private static Step cache(RedisComponents on, String name) {
		TypedCache<String, String> cache = on.caches()
			.cache(CacheSpec.of("work", String.class, String.class).settings(CACHE));
		return () -> {
			cache.put(name, BODY);
			if (!cache.peek(name).isHit()) {
				throw new NotHeardException();
			}
		};
	}

	private static Step limitQueue(RedisComponents on, String name) {
		var queue = on.limitQueues().get(name, String.class, LimitQueueSettings.of(3));
		return () -> queue.offer(BODY);
	}

	private static Step taskQueue(RedisComponents on, String name) {
		TaskQueue<Long> queue = on.taskQueues().get(name, Long.class, WorkQueueSettings.defaults());
		Heard heard = new Heard();
		queue.subscribe((delivery) -> heard.hear(delivery.value()), SubscribeOptions.concurrency(1));
		return () -> heard.await(queue::enqueue);
	}

	private static Step streamQueue(RedisComponents on, String name) {
		StreamQueue<Long> queue = on.streamQueues().get(name, Long.class, WorkQueueSettings.defaults());
		Heard heard = new Heard();
		queue.subscribe((delivery) -> heard.hear(delivery.value()), SubscribeOptions.concurrency(1));
		return () -> heard.await(queue::publish);
	}

	private static Step delayQueue(RedisComponents on, String name) {
		DelayQueue<Long> queue = on.delayQueues().get(name, Long.class, WorkQueueSettings.defaults());
		Heard heard = new Heard();
		queue.subscribe((delivery) -> heard.hear(delivery.value()), SubscribeOptions.concurrency(1));
		return () -> heard.await((number) -> queue.schedule(number, Duration.ofMillis(1)));
	}

	private static Step topic(RedisComponents on, String name) {
		Topic<Long> topic = on.topics().get(name, Long.class);
		Heard heard = new Heard();
		topic.subscribe(heard::hear);
		return () -> heard.await(topic::publish);
	}

	private static Step groupChat(RedisComponents on, String name) {
		return () -> {
			var chats = on.groupChats().get(String.class);
			chats.create(name, List.of(name));
			chats.send(name, name, BODY);
		};
	}

	private static Step bloomFilter(RedisComponents on, String name) {
		return () -> on.bloomFilters().get(name, BloomFilterSettings.of(1000)).add(BODY);
	}

	/** Numbers that were sent and must come back. */
	private static final class Heard {

		private final AtomicLong last = new AtomicLong();

		private final Map<Long, CompletableFuture<Boolean>> waiting = new ConcurrentHashMap<>();

		void hear(Long number) {
			CompletableFuture<Boolean> sent = this.waiting.remove(number);
			if (sent != null) {
				sent.complete(true);
			}
		}

		void await(Consumer<Long> send) throws Exception {
			long number = this.last.incrementAndGet();
			CompletableFuture<Boolean> heard = new CompletableFuture<>();
			this.waiting.put(number, heard);
			send.accept(number);
			try {
				heard.get(HEARING.toMillis(), TimeUnit.MILLISECONDS);
			}
			catch (TimeoutException ex) {
				throw new NotHeardException();
			}
		}

	}

	/** A message did not come in time, or a value was not stored. */
	static final class NotHeardException extends Exception {

		private static final long serialVersionUID = 1;

	}

}
