// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.RecentListSettings;
import io.github.rediscomponents.counter.CheckIns;
import io.github.rediscomponents.counter.UniqueCounter;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.geo.GeoArea;
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.Mailbox;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.Settlement;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.ranking.RankedSetSettings;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.PolicyLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.ratelimit.Reservation;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.OneTimeCodeSettings;
import io.github.rediscomponents.session.OneTimeCodes;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.RedisTopology;
import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.TopicSubscription;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls of each component that wait, made by the threads that bring the replies.
 */
@Tag("contract")
class WaitingThreadRoomTests extends WaitingThreadFixture {

	private static final GeoPoint POINT = new GeoPoint(13.4, 52.5);

	WaitingThreadRoomTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void messagesAreNotWaitedFor() {
		StreamQueue<String> events = this.components.streamQueues().get("events", String.class);
		TaskQueue<String> tasks = this.components.taskQueues().get("email", String.class);
		GroupChat<String> chat = this.components.groupChats().get(String.class);
		Mailbox<String> mailbox = this.components.mailboxes().get(String.class);
		LimitQueue<String> gifts = this.components.limitQueues().get("gift", String.class, LimitQueueSettings.of(10));
		Topic<String> news = this.components.topics().get("news", String.class);
		areRefused(() -> events.publish("hello"), () -> events.publishAll(List.of("hello", "world")), events::stats,
				events::groups, () -> events.removeGroup("group"), () -> tasks.enqueueAll(List.of("hello", "world")),
				() -> tasks.poll(Duration.ZERO), tasks::pause, () -> tasks.deadLetters().size(),
				() -> chat.create("chat", List.of("ann")), () -> chat.send("chat", "ann", "hello"),
				() -> chat.fetch("ann", 10), () -> chat.unread("ann"), () -> chat.acknowledge("chat", "ann", 1),
				() -> mailbox.send("ann", "hello"), () -> mailbox.fetch("ann", 10), () -> mailbox.acknowledge("ann", 1),
				() -> gifts.offer("gift"), gifts::poll, () -> news.publish("hello"));
	}

	@Test
	void indexesAreNotWaitedFor() {
		PrefixIndex<String> goods = this.components.prefixIndexes().get("goods", String.class);
		GeoIndex geo = this.components.geoIndex();
		RankedSet ranks = this.components.rankedSets().get("game", RankedSetSettings.defaults());
		BloomFilter filter = this.components.bloomFilters().get("seen", BloomFilterSettings.of(1000));
		var recent = this.components.recentLists().get("searches", RecentListSettings.defaults());
		areRefused(() -> goods.put(IndexEntry.of("1", "tea", 1)),
				() -> goods.load(Stream.of(IndexEntry.<String>of("1", "tea", 1)).iterator(), (done) -> {
				}), () -> goods.setWeight("1", 2), () -> goods.remove("1"), () -> goods.complete("t", 10), goods::size,
				() -> geo.put("shops", "1", POINT), () -> geo.putAll("shops", Map.of("1", POINT)),
				() -> geo.nearest("shops", GeoArea.radius(POINT, 100), 10), () -> ranks.set("ann", 1),
				() -> ranks.increment("ann", 1), () -> ranks.total().top(10), () -> filter.add("ann"),
				() -> filter.testAll(List.of("ann", "bob")), filter::create, filter::stats,
				() -> filter.rebuild(() -> Stream.of("ann"), (done) -> {
				}), () -> recent.newest("ann", 10), () -> recent.remove("ann", "tea"));
	}

	@Test
	void peopleAreNotWaitedFor() {
		FollowGraph follows = this.components.followGraph();
		Feed feed = this.components.feed();
		TokenSessions sessions = this.components.tokenSessions();
		OneTimeCodes codes = this.components.oneTimeCodes().get("login", OneTimeCodeSettings.defaults());
		UniqueCounter visitors = this.components.uniqueCounter();
		CheckIns days = this.components.dayBitmap().checkIns("sign-in");
		areRefused(() -> follows.follow("ann", "bob"), () -> follows.unfollow("ann", "bob"),
				() -> follows.followers("bob", null, 10), () -> feed.publish("ann", "post"),
				() -> feed.delete("ann", "post"), () -> feed.page("bob", null, 10),
				() -> sessions.issue(NewSession.of("ann")), () -> sessions.sessions("ann"),
				() -> sessions.revokeAll("ann"), () -> codes.issue("ann"), () -> codes.use("ann", "1234"),
				() -> visitors.add("home", "ann"), () -> visitors.add("home", List.of("ann", "bob")),
				() -> visitors.count("home", LocalDate.now()), () -> days.checkIn("ann"), () -> days.streak("ann"),
				() -> this.components.dayBitmap().activeUsers("app").mark("ann"),
				() -> this.components.viewCounter().count("shop", "home", LocalDate.now()));
	}

	@Test
	void aPolledTaskCanBeSettledAfterwards() throws Exception {
		TaskQueue<String> tasks = this.components.taskQueues().get("email", String.class);
		tasks.enqueue("hello");
		TaskLease<String> task = tasks.poll(Duration.ofMinutes(1)).orElseThrow();
		areNotMade(task::ack, task::nack, () -> task.nack(Duration.ZERO), () -> task.reject("bad"), task::extend);
		assertThat(task.extend()).isTrue();
		assertThat(task.ack()).isEqualTo(Settlement.ACKNOWLEDGED);
		assertThat(onIoThread(task::ack)).isEqualTo(Settlement.ALREADY_SETTLED);
	}

	@Test
	void viewsAreKeptForTheNextFlush() throws Exception {
		ViewCounter views = this.components.viewCounter();
		LocalDate today = LocalDate.now(ZoneOffset.UTC);
		views.record("shop", "home", 3);
		areNotMade(() -> {
			views.flush();
			return "flushed";
		});
		views.flush();
		assertThat(views.count("shop", today, today.plusDays(1))).isEqualTo(3);
	}

	@Test
	void aSubscriptionIsStoppedWithoutWaiting() throws Exception {
		TaskQueue<String> tasks = this.components.taskQueues().get("email", String.class);
		QueueSubscription subscription = tasks.subscribe((delivery) -> {
		}, SubscribeOptions.DEFAULTS);
		onIoThread(() -> subscription.stop(Duration.ofDays(1)));
		assertThat(subscription.isRunning()).isFalse();
		tasks.enqueue("hello");
		assertThat(tasks.poll(Duration.ofMinutes(1))).hasValueSatisfying((task) -> task.ack());
	}

	@Test
	void aSubscriptionOfATopicIsNotWaitedFor() throws Exception {
		Topic<String> news = this.components.topics().get("news", String.class);
		List<TopicSubscription> made = new ArrayList<>();
		areNotMade(() -> {
			server().nodes().forEach(RedisServer::pause);
			try {
				made.add(news.subscribe((message) -> {
				}));
				return made.get(0).awaitActive(Duration.ofSeconds(20));
			}
			finally {
				server().nodes().forEach(RedisServer::resume);
			}
		});
		assertThat(made.get(0).awaitActive(Duration.ofSeconds(30))).isTrue();
		assertThat(onIoThread(() -> made.get(0).awaitActive(Duration.ofSeconds(30)))).isTrue();
		made.get(0).close();
	}

	@Test
	void aLoadOfAnotherThreadIsNotWaitedFor() throws Exception {
		CompletableFuture<String> loaded = new CompletableFuture<>();
		CompletableFuture<Boolean> loading = new CompletableFuture<>();
		CompletableFuture<String> first = CompletableFuture
			.supplyAsync(() -> this.components.caches().get("shop", 1L, String.class, (id) -> {
				loading.complete(true);
				return loaded.join();
			}));
		loading.get(30, TimeUnit.SECONDS);
		try {
			areNotMade(() -> this.components.caches().get("shop", 1L, String.class, (id) -> "another"));
		}
		finally {
			loaded.complete("shop 1");
		}
		assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("shop 1");
	}

	@Test
	void aReservationIsNotWaitedFor() throws Exception {
		RatePolicy policy = RatePolicy.of("calls", Limit.tokenBucket(1, Duration.ofHours(1), 1));
		PolicyLimiter limiter = this.components.rateLimiter().policy(policy);
		assertThat(limiter.tryAcquire("ann", 1).allowed()).isTrue();
		Reservation reservation = limiter.reserve("ann", 1, Duration.ofHours(3));
		areNotMade(() -> {
			reservation.await();
			return "waited";
		}, reservation::cancel, () -> limiter.tryAcquire("ann", 1, Duration.ofHours(3)));
		assertThat(reservation.cancel()).isTrue();
	}

}
