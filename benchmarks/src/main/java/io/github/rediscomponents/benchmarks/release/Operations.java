// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.release;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autocomplete.RecentList;
import io.github.rediscomponents.autocomplete.RecentListSettings;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.counter.CheckIns;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.geo.GeoArea;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.Mail;
import io.github.rediscomponents.messaging.Mailbox;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.ranking.RankedSetSettings;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.topic.Topic;

/**
 * An operation of each component. Loaded once for each state that is compared, so that it
 * has types of the JDK only in its signatures; what a state does not have is left out.
 */
public final class Operations {

	private static final int SLOTS = 16;

	private final Map<String, Callable<?>> operations = new LinkedHashMap<>();

	private final LettuceConnectionFactory factory;

	private final RedisComponents components;

	private Operations(String uri, String prefix) {
		URI server = URI.create(uri);
		this.factory = new LettuceConnectionFactory(server.getHost(), server.getPort());
		this.factory.afterPropertiesSet();
		this.factory.start();
		this.components = RedisComponents.on(this.factory).keyPrefix(prefix).build();
	}

	/**
	 * Prepares the operations.
	 * @param uri the server
	 * @param prefix of the keys
	 * @return the operations by name; the ones about locks and chats have names of their
	 * own in each of 16 threads that follow each other
	 */
	public static Map<String, Callable<?>> on(String uri, String prefix) {
		Operations all = new Operations(uri, prefix);
		all.add("bare GET", () -> bareGet(all.factory, prefix + ":bare"));
		all.add("cache, read and hit", all::cacheHit);
		all.locks();
		all.limits();
		all.queues();
		all.people();
		all.structures();
		return all.operations;
	}

	private void add(String name, Callable<? extends Callable<?>> preparation) {
		try {
			Callable<?> operation = preparation.call();
			operation.call();
			this.operations.put(name, operation);
		}
		catch (LinkageError ex) {
			System.err.printf("%s is not there: %s%n", name, ex);
		}
		catch (Exception ex) {
			throw new IllegalStateException(name, ex);
		}
	}

	private static String slot(String name) {
		return name + Thread.currentThread().getId() % SLOTS;
	}

	private static Callable<?> bareGet(LettuceConnectionFactory factory, String key) {
		RedisConnection connection = factory.getConnection();
		byte[] name = key.getBytes(StandardCharsets.UTF_8);
		connection.stringCommands().set(name, new byte[200]);
		return () -> connection.stringCommands().get(name);
	}

	private Callable<?> cacheHit() {
		TypedCache<String, String> cache = this.components.caches().cache("shop", String.class);
		cache.put("1", "v".repeat(200));
		return () -> cache.peek("1");
	}

	private void locks() {
		LockOptions lease = LockOptions.noWait().withLease(Duration.ofSeconds(30));
		add("lock and unlock, lease of 30 s", () -> () -> {
			this.components.locks().get(slot("fixed")).tryAcquire(lease).orElseThrow().close();
			return null;
		});
		add("lock and unlock, renewed", () -> () -> {
			this.components.locks().get(slot("renewed")).tryAcquire().orElseThrow().close();
			return null;
		});
		add("fair lock and unlock", () -> () -> {
			this.components.locks().fair(slot("fair")).tryAcquire().orElseThrow().close();
			return null;
		});
		add("lock and unlock to write", () -> () -> {
			this.components.locks().readWrite(slot("write")).write().tryAcquire().orElseThrow().close();
			return null;
		});
		add("lock and unlock to read", () -> () -> {
			this.components.locks().readWrite("read").read().tryAcquire().orElseThrow().close();
			return null;
		});
		add("permit taken and given back", () -> {
			NamedSemaphore semaphore = this.components.semaphores().get("permits", SemaphoreOptions.of(100));
			return () -> {
				semaphore.tryAcquire().orElseThrow().close();
				return null;
			};
		});
	}

	private void limits() {
		add("attempt, token bucket", () -> attempt(Limit.tokenBucket(1_000_000, Duration.ofSeconds(1), 1_000_000)));
		add("attempt, sliding log", () -> attempt(Limit.slidingWindow(90_000, Duration.ofSeconds(1))));
		LimitQueue<String> newest = this.components.limitQueues()
			.get("newest", String.class, LimitQueueSettings.of(100));
		AtomicInteger elements = new AtomicInteger();
		add("limit queue, offer", () -> () -> newest.offer("element " + elements.getAndIncrement() % 1000));
		add("limit queue, newest 10", () -> () -> newest.newest(10));
		add("id, 1,000 times", () -> () -> {
			long last = 0;
			for (int i = 0; i < 1000; i++) {
				last = this.components.ids().nextId();
			}
			return last;
		});
	}

	private Callable<?> attempt(Limit limit) {
		RatePolicy policy = RatePolicy.of(limit.algorithm().name(), limit);
		return () -> this.components.rateLimiter().tryAcquire(policy, "key", 1);
	}

	private void queues() {
		add("task queue, enqueue, poll and ack", () -> {
			TaskQueue<String> queue = this.components.taskQueues()
				.get("tasks", String.class, WorkQueueSettings.defaults());
			return () -> {
				queue.enqueue("task");
				return queue.poll(Duration.ZERO).map(TaskLease::ack);
			};
		});
		add("delay queue, schedule and cancel", () -> {
			DelayQueue<String> queue = this.components.delayQueues()
				.get("delayed", String.class, WorkQueueSettings.defaults());
			return () -> queue.cancel(queue.schedule("task", Duration.ofHours(1)).id());
		});
		add("topic, publish", () -> {
			Topic<String> topic = this.components.topics().get("topic", String.class);
			return () -> topic.publish("message");
		});
		add("mail, send, fetch and acknowledge", () -> {
			Mailbox<String> mailboxes = this.components.mailboxes().get(String.class);
			return () -> {
				String user = slot("user");
				mailboxes.send(user, "message");
				return mailboxes.acknowledge(user, mailboxes.fetch(user, 10).mails().stream().map(Mail::id).toList());
			};
		});
		GroupChat<String> chats = this.components.groupChats().get(String.class);
		for (int i = 0; i < SLOTS; i++) {
			chats.create("chat" + i, List.of("a", "b"));
		}
		add("chat, send", () -> () -> chats.send(slot("chat"), "a", "message"));
		add("chat, fetch 10 and acknowledge", () -> () -> chats.acknowledge(slot("chat"), "b",
				chats.fetch(slot("chat"), "b", 10).orElseThrow().upTo()));
	}

	private void people() {
		for (int i = 0; i < 50; i++) {
			this.components.followGraph().follow("reader", "author" + i);
			this.components.followGraph().follow("other", "author" + i);
		}
		AtomicInteger numbers = new AtomicInteger();
		add("follow and unfollow", () -> () -> {
			String user = slot("user");
			this.components.followGraph().follow(user, "author");
			return this.components.followGraph().unfollow(user, "author");
		});
		add("follows, common of 50", () -> () -> this.components.followGraph().common("reader", "other", 20));
		add("feed, publish", () -> () -> this.components.feed()
			.publish("author" + numbers.get() % 100, "post" + numbers.getAndIncrement()));
		add("feed, page of 20", () -> () -> this.components.feed().page("reader", null, 20));
		add("like, toggle",
				() -> () -> this.components.likes().toggle("post", "user" + numbers.getAndIncrement() % 100));
		String token = this.components.tokenSessions().issue(NewSession.of("user")).token();
		add("session, touch", () -> () -> this.components.tokenSessions().touch(token));
	}

	private void structures() {
		AtomicInteger numbers = new AtomicInteger();
		RankedSet ranking = this.components.rankedSets().get("ranking", RankedSetSettings.defaults());
		add("ranking, increment", () -> () -> ranking.increment("member" + numbers.getAndIncrement() % 1000, 1));
		add("ranking, top 10", () -> () -> ranking.total().top(10));
		add("places, nearest 20 of 2,000", this::nearest);
		add("unique visitors, add",
				() -> () -> this.components.uniqueCounter().add("visits", "user" + numbers.getAndIncrement() % 10_000));
		add("check in", () -> {
			CheckIns days = this.components.dayBitmap().checkIns("days");
			return () -> days.checkIn("user" + numbers.getAndIncrement() % 100);
		});
		add("Bloom filter, test", () -> {
			BloomFilter filter = this.components.bloomFilters().get("filter", BloomFilterSettings.of(10_000));
			filter.create();
			filter.add("element0");
			return () -> filter.test("element" + numbers.getAndIncrement() % 200);
		});
		add("recent list, touch", () -> {
			RecentList recent = this.components.recentLists().get("recent", RecentListSettings.defaults());
			return () -> {
				recent.touch("owner", "element" + numbers.getAndIncrement() % 50);
				return null;
			};
		});
		add("completion, 10 of 500", () -> {
			PrefixIndex<String> index = this.components.prefixIndexes()
				.get("index", String.class, PrefixIndexSettings.defaults());
			for (int i = 0; i < 500; i++) {
				index.put(new IndexEntry<>("entry" + i, "name " + i, 1, "payload"));
			}
			return () -> index.complete("name 1", 10);
		});
	}

	private Callable<?> nearest() {
		Random random = new Random(1);
		Map<String, GeoPoint> places = new HashMap<>();
		for (int i = 0; i < 2000; i++) {
			places.put("place" + i, new GeoPoint(120 + random.nextDouble() / 10, 30 + random.nextDouble() / 10));
		}
		this.components.geoIndex().putAll("places", places);
		GeoArea area = GeoArea.radius(new GeoPoint(120.05, 30.05), 2000);
		return () -> this.components.geoIndex().nearest("places", area, 20);
	}

}
