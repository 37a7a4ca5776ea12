// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.ComponentType;
import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autocomplete.RecentList;
import io.github.rediscomponents.autocomplete.RecentListSettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.counter.CheckIns;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.geo.GeoArea;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.Mailbox;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.ranking.RankedSetSettings;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.session.CodeIssue;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.OneTimeCodeSettings;
import io.github.rediscomponents.session.OneTimeCodes;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the calls of the components cost when the network takes 1, 5 and 50 milliseconds
 * for a round trip: as many times that as they make round trips, which is what
 * {@code docs/servers.md} says. Prints its table.
 */
class NetworkDelayCampaignTests {

	private static final int[] ROUND_TRIP_MILLIS = { 0, 1, 5, 50 };

	/** The fastest counts: the machine may be busy. */
	private static final int ATTEMPTS = 5;

	/** For a call that was delayed in each of its attempts. */
	private static final int MORE_ATTEMPTS = 40;

	private final List<Call> calls = new ArrayList<>();

	private final AtomicInteger next = new AtomicInteger();

	@Test
	void everyCallTakesAsManyRoundTripsAsItsPageSays() throws Exception {
		try (RedisServer server = RedisServer.start(); RedisProxy proxy = RedisProxy.to(server)) {
			LettuceConnectionFactory factory = new LettuceConnectionFactory(
					new RedisStandaloneConfiguration(proxy.host(), proxy.port()));
			factory.afterPropertiesSet();
			factory.start();
			try (RedisComponents components = RedisComponents.on(factory)
				.commandTimeout(Duration.ofSeconds(30))
				.settings(ComponentType.DELAY_QUEUE, Map.of("later", WorkQueueSettings.defaults()))
				.settings(ComponentType.STREAM_QUEUE, Map.of("log", WorkQueueSettings.defaults()))
				.settings(ComponentType.TASK_QUEUE, Map.of("mail", WorkQueueSettings.defaults()))
				.build()) {
				add(components);
				addQueues(components);
				addCollections(components);
				addSocial(components);
				measure(proxy);
			}
			finally {
				factory.destroy();
			}
		}
	}

	private void add(RedisComponents components) {
		TypedCache<String, String> cache = components.caches()
			.cache(CacheSpec.of("shop", String.class, String.class)
				.settings(CacheSettings.defaults().withCommandTimeout(Duration.ofSeconds(30))));
		cache.put("hit", "v");
		List<String> hundred = IntStream.range(0, 100).mapToObj((i) -> "all" + i).toList();
		cache.putAll(hundred.stream().collect(Collectors.toMap((key) -> key, (key) -> "v")));
		call("cache", "`get` of a cached value", 1, () -> cache.get("hit", (key) -> "v"));
		call("cache", "`getAll` of 100 cached values", 1, () -> cache.getAll(hundred, (keys) -> Map.of()));
		call("cache", "`get` that loads", 3, () -> cache.get("miss" + number(), (key) -> "v"));
		call("cache", "`put`", 1, () -> cache.put("put", "v"));
		call("cache", "`invalidate`", 1, () -> cache.invalidate("put"));
		NamedLock lock = components.locks().get("order");
		call("lock", "acquire and release", 2, () -> lock.acquire().close());
		NamedLock fair = components.locks().fair("turn");
		call("fair lock", "acquire and release", 2, () -> fair.acquire().close());
		NamedLock read = components.locks().readWrite("page").read();
		call("read lock", "acquire and release", 2, () -> read.acquire().close());
		var semaphore = components.semaphores().get("printer", SemaphoreOptions.of(3));
		call("semaphore", "acquire and release", 2, () -> semaphore.acquire().close());
		RatePolicy policy = RatePolicy.of("api", Limit.slidingWindow(1000, Duration.ofMinutes(1)));
		var limiter = components.rateLimiter().policy(policy);
		call("rate limiter", "`tryAcquire`", 1, () -> limiter.tryAcquire("anna"));
		call("id worker", "`nextId` from a block", 0, () -> components.ids().nextId());
	}

	private void addQueues(RedisComponents components) throws Exception {
		LimitQueue<String> limited = components.limitQueues().get("gift", String.class, LimitQueueSettings.of(3));
		call("limit queue", "`offer`", 1, () -> limited.offer("a"));
		call("limit queue", "`list`", 1, limited::list);
		var stream = components.streamQueues().get("log", String.class);
		call("stream queue", "`publish`", 1, () -> stream.publish("a"));
		TaskQueue<String> tasks = components.taskQueues().get("mail", String.class);
		call("task queue", "`enqueue`, `poll` and `ack`", 3, () -> {
			tasks.enqueue("a");
			tasks.poll(Duration.ofSeconds(10)).orElseThrow().ack();
		});
		var later = components.delayQueues().get("later", String.class);
		call("delay queue", "`schedule`", 1, () -> later.schedule("a", Duration.ofHours(1)));
		var topic = components.topics().get("news", String.class);
		call("topic", "`publish`", 1, () -> topic.publish("a"));
		GroupChat<String> chats = components.groupChats().get(String.class);
		chats.create("team", List.of("anna", "ben"));
		call("group chat", "`send`", 1, () -> chats.send("team", "anna", "hello"));
		call("group chat", "`fetch` of one chat", 1, () -> chats.fetch("team", "ben", 10));
		Mailbox<String> mails = components.mailboxes().get(String.class);
		call("mailbox", "`send`", 1, () -> mails.send("ben", "hello"));
		call("mailbox", "`fetch`", 1, () -> mails.fetch("ben", 10));
	}

	private void addCollections(RedisComponents components) {
		PrefixIndex<String> index = components.prefixIndexes()
			.get("shops", String.class, PrefixIndexSettings.defaults());
		call("prefix index", "`put`", 1, () -> index.put(IndexEntry.of("id", "street " + number(), 1)));
		call("prefix index", "`complete`", 1, () -> index.complete("str", 10));
		RecentList recent = components.recentLists().get("searches", RecentListSettings.defaults());
		call("recent list", "`touch`", 1, () -> recent.touch("anna", "one"));
		call("recent list", "`newest`", 1, () -> recent.newest("anna", 10));
		BloomFilter filter = components.bloomFilters().get("users", BloomFilterSettings.of(10_000));
		filter.create();
		call("Bloom filter", "`add`", 1, () -> filter.add("user" + number()));
		call("Bloom filter", "`test`", 1, () -> filter.test("user1"));
		CheckIns days = components.dayBitmap().checkIns("daily");
		call("check-ins", "`checkIn`", 1, () -> days.checkIn("anna"));
		call("check-ins", "`streak`", 1, () -> days.streak("anna"));
		call("active users", "`mark`", 1, () -> components.dayBitmap().activeUsers("shop").mark(7));
		call("unique counter", "`add`", 1, () -> components.uniqueCounter().add("home", "anna"));
		LocalDate day = LocalDate.now(ZoneOffset.UTC);
		call("view counter", "`record`", 0, () -> components.viewCounter().record("shop", "7"));
		call("view counter", "`count` of a page", 1, () -> components.viewCounter().count("shop", "7", day));
		call("view counter", "`top`", 1, () -> components.viewCounter().top("shop", day, 10));
		GeoPoint here = new GeoPoint(7.1, 50.7);
		call("geo index", "`put`", 1, () -> components.geoIndex().put("shops", "a", here));
		call("geo index", "`nearest`", 1, () -> components.geoIndex().nearest("shops", GeoArea.radius(here, 1000), 10));
		RankedSet points = components.rankedSets().get("points", RankedSetSettings.defaults());
		call("ranked set", "`increment`", 1, () -> points.increment("anna", 1));
		call("ranked set", "`top`", 1, () -> points.total().top(10));
	}

	private void addSocial(RedisComponents components) {
		call("likes", "`toggle`", 1, () -> components.likes().toggle("post", "anna"));
		call("follow graph", "`follow`", 2, () -> components.followGraph().follow("anna", "user" + number()));
		call("follow graph", "`counts`", 1, () -> components.followGraph().counts("anna"));
		call("feed", "`publish`", 1, () -> components.feed().publish("anna", "post" + number()));
		call("feed", "`page`", 1, () -> components.feed().page("ben", null, 10));
		TokenSessions sessions = components.tokenSessions();
		String token = sessions.issue(NewSession.of("anna")).token();
		call("token sessions", "`issue`", 1, () -> sessions.issue(NewSession.of("user" + number())));
		call("token sessions", "`find`", 1, () -> sessions.find(token));
		OneTimeCodes codes = components.oneTimeCodes().get("login", OneTimeCodeSettings.defaults());
		call("one-time codes", "`issue` and `use`", 2, () -> {
			String subject = "user" + number();
			codes.use(subject, ((CodeIssue.Issued) codes.issue(subject)).code());
		});
	}

	private void call(String component, String name, int roundTrips, Concurrently.Action action) {
		this.calls.add(new Call(component, name, roundTrips, action));
	}

	private int number() {
		return this.next.incrementAndGet();
	}

	private void measure(RedisProxy proxy) throws Exception {
		List<String> lines = new ArrayList<>();
		List<String> wrong = new ArrayList<>();
		for (Call call : this.calls) {
			// Scripts, blocks of ids and background connections are there then.
			proxy.delay(Duration.ZERO);
			call.action().run();
			call.action().run();
			StringBuilder line = new StringBuilder("| " + call.component() + " | " + call.name() + " |");
			double last = 0;
			for (int millis : ROUND_TRIP_MILLIS) {
				proxy.delay(Duration.ofNanos(millis * 500_000L));
				last = fastest(call.action(), ATTEMPTS);
				line.append(String.format(Locale.ROOT, " %.1f |", last));
			}
			for (int i = 0; i < MORE_ATTEMPTS && (int) (last / 50) > call.roundTrips(); i++) {
				last = Math.min(last, fastest(call.action(), 1));
			}
			int found = (int) (last / 50);
			lines.add(line + " " + found + " |");
			if (found != call.roundTrips()) {
				wrong.add(call + ": " + found);
			}
		}
		System.out
			.println("| component | call | 0 ms | 1 ms | 5 ms | 50 ms | round trips |\n|---|---|---|---|---|---|---|");
		lines.forEach(System.out::println);
		assertThat(wrong).isEmpty();
	}

	private static double fastest(Concurrently.Action action, int attempts) throws Exception {
		long fastest = Long.MAX_VALUE;
		for (int i = 0; i < attempts; i++) {
			long start = System.nanoTime();
			action.run();
			fastest = Math.min(fastest, System.nanoTime() - start);
		}
		return fastest / 1_000_000.0;
	}

	/**
	 * A call of a component.
	 *
	 * @param component its name
	 * @param name of the call
	 * @param roundTrips how many it makes
	 * @param action makes it
	 */
	private record Call(String component, String name, int roundTrips, Concurrently.Action action) {

		@Override
		public String toString() {
			return this.component + " " + this.name;
		}

	}

}
