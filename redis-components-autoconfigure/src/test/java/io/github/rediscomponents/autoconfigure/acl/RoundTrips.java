// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.acl;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autocomplete.RecentList;
import io.github.rediscomponents.autocomplete.RecentLists;
import io.github.rediscomponents.cache.AsyncTypedCache;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.counter.ActiveUsers;
import io.github.rediscomponents.counter.CheckIns;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.counter.UniqueCounter;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.counter.ViewCounterObserver;
import io.github.rediscomponents.counter.ViewCounterSettings;
import io.github.rediscomponents.counter.ViewUnit;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.geo.GeoArea;
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.session.CodeIssue;
import io.github.rediscomponents.session.LoginMark;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.OneTimeCodes;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.Likes;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The round trips of each component, by the name that the component has in the table of
 * rights.
 */
final class RoundTrips {

	/** The instances that are used here. */
	static final String[] PROPERTIES = { "redis-components.limit-queue.queues.gift.length=3",
			"redis-components.limit-queue.queues.gift.dedupe=value", "redis-components.limit-queue.queues.gift.ttl=1h",
			"redis-components.stream-queue.queues.news.max-length=100",
			"redis-components.task-queue.queues.mail.max-length=100",
			"redis-components.delay-queue.queues.due.max-length=100",
			"redis-components.bloom-filter.filters.seen.capacity=100",
			"redis-components.bloom-filter.filters.seen.error-rate=0.01",
			"redis-components.ranked-set.sets.points.periods=total,day",
			"redis-components.prefix-index.indexes.shops.max-payload=4KB",
			"redis-components.recent-list.lists.words.length=3", "redis-components.one-time-code.purposes.login.ttl=5m",
			"redis-components.rate-limit.policies.api.limits[0].algorithm=gcra",
			"redis-components.rate-limit.policies.api.limits[0].limit=10",
			"redis-components.rate-limit.policies.api.limits[0].period=1h",
			"redis-components.rate-limit.policies.api.limits[1].limit=20",
			"redis-components.rate-limit.policies.api.limits[1].period=1h" };

	/** How long a subscription is waited for. */
	static final String PATIENCE = "round-trips.patience";

	private RoundTrips() {
	}

	static Map<String, RoundTrip> all() {
		Map<String, RoundTrip> trips = new TreeMap<>();
		trips.put("CacheClient", RoundTrips::cache);
		trips.putAll(LockRoundTrips.all());
		trips.putAll(QueueRoundTrips.all());
		trips.put("RateLimiter", RoundTrips::rateLimiter);
		trips.put("IdWorker", (beans) -> assertThat(beans.getBean(IdWorker.class).nextId()).isPositive());
		trips.put("PrefixIndex", RoundTrips::prefixIndex);
		trips.put("RecentList", RoundTrips::recentList);
		trips.put("BloomFilter", RoundTrips::bloomFilter);
		trips.put("CheckIns", RoundTrips::checkIns);
		trips.put("ActiveUsers", RoundTrips::activeUsers);
		trips.put("UniqueCounter", RoundTrips::uniqueCounter);
		trips.put("ViewCounter", RoundTrips::viewCounter);
		trips.put("GeoIndex", RoundTrips::geoIndex);
		trips.put("FollowGraph", RoundTrips::followGraph);
		trips.put("Feed", RoundTrips::feed);
		trips.put("Likes", RoundTrips::likes);
		trips.put("RankedSet", RoundTrips::rankedSet);
		trips.put("TokenSessions", RoundTrips::sessions);
		trips.put("OneTimeCodes", RoundTrips::codes);
		return trips;
	}

	private static void cache(ApplicationContext beans) {
		TypedCache<String, String> cache = beans.getBean(CacheClient.class).cache("shop", String.class);
		assertThat(cache.get("1", (id) -> "one")).isEqualTo("one");
		assertThat(cache.get("1", (id) -> "again")).isEqualTo("one");
		cache.put("2", "two");
		cache.invalidate("1");
		cache.put("3", "three", EntryOptions.defaults().withTags("tag"));
		assertThat(cache.peek("3").value()).isEqualTo("three");
		cache.invalidateTags("tag");
		assertThat(cache.peek("3").isHit()).isFalse();
		cache.clear();
		assertThat(cache.get("2", (id) -> "new")).isEqualTo("new");
		AsyncTypedCache<String, String> async = cache.async();
		assertThat(async.get("4", (id) -> CompletableFuture.completedFuture("four")).toCompletableFuture().join())
			.isEqualTo("four");
		async.put("5", "five").toCompletableFuture().join();
		async.invalidate("5").toCompletableFuture().join();
		assertThat(beans.getBean(CacheClient.class).look("shop", "4")).isPresent();
	}

	private static void rateLimiter(ApplicationContext beans) {
		RateLimiter limiter = beans.getBean(RateLimiter.class);
		assertThat(limiter.tryAcquire("api", "me", 2).allowed()).isTrue();
		limiter.refund("api", "me", 1);
		limiter.peek("api", "me");
		limiter.reset("api", "me");
	}

	private static void prefixIndex(ApplicationContext beans) {
		PrefixIndex<String> index = beans.getBean(PrefixIndexes.class).get("shops", String.class);
		index.put(IndexEntry.of("1", "coffee house", 5));
		index.put(IndexEntry.of("2", "coffee bar", 7));
		assertThat(index.complete("coff", 5)).hasSize(2);
		index.setWeight("1", 9);
		assertThat(index.get("1")).isPresent();
		index.put(IndexEntry.of("1", "tea house", 5));
		assertThat(index.remove("1")).isTrue();
		assertThat(index.size()).isEqualTo(1);
		index.clear();
	}

	private static void recentList(ApplicationContext beans) {
		RecentList list = beans.getBean(RecentLists.class).get("words");
		list.touch("me", "tea");
		list.touch("me", "tee");
		assertThat(list.complete("me", "te", 5)).hasSize(2);
		assertThat(list.newest("me", 5)).hasSize(2);
		list.remove("me", "tea");
		list.size("me");
		list.clear("me");
	}

	private static void bloomFilter(ApplicationContext beans) throws Exception {
		BloomFilters filters = beans.getBean(BloomFilters.class);
		assertThat(filters.hasModule()).isFalse();
		BloomFilter filter = filters.get("seen");
		filter.create();
		filter.add("a");
		assertThat(filter.mightContain("a")).isTrue();
		assertThat(filter.rebuild(() -> Stream.of("b"), (done) -> {
		})).isTrue();
		filter.stats();
		filter.remove();
	}

	private static void checkIns(ApplicationContext beans) {
		CheckIns checkIns = beans.getBean(DayBitmap.class).checkIns("app");
		checkIns.checkIn("me");
		assertThat(checkIns.streak("me").toString()).isNotEmpty();
		checkIns.month("me", YearMonth.now());
		checkIns.count("me", LocalDate.now().minusDays(2), LocalDate.now());
	}

	private static void activeUsers(ApplicationContext beans) {
		ActiveUsers users = beans.getBean(DayBitmap.class).activeUsers("app");
		LocalDate today = LocalDate.now();
		users.mark(1);
		users.mark("me");
		users.isActive(today, 1);
		// A midnight may come in between.
		assertThat(users.count(today) + users.count(today.plusDays(1))).isPositive();
		users.anyOf(List.of(today, today.minusDays(1)));
		users.allOf(List.of(today, today.minusDays(1)));
		users.retained(today.minusDays(1), List.of(today));
	}

	private static void viewCounter(ApplicationContext beans) {
		ViewCounter views = beans.getBean(ViewCounter.class);
		LocalDate today = LocalDate.now(ZoneOffset.UTC);
		views.record("shop", "1");
		views.flush();
		views.record("shop", "1", 2);
		views.flush();
		// A midnight may come in between.
		LocalDate tomorrow = today.plusDays(1);
		assertThat(views.count("shop", "1", today, tomorrow)).isEqualTo(3);
		assertThat(views.count("shop", today, tomorrow)).isEqualTo(3);
		Instant now = Instant.now();
		views.curve("shop", "1", ViewUnit.MINUTE, now.minusSeconds(60), now);
		views.top("shop", today, 10);
		ViewCounter few = ViewCounter.create(beans.getBean(RedisPort.class), beans.getBean(KeySpace.class),
				new LiveSettings<>(ViewCounterSettings.defaults().withMaxPages(1).withExact(true)),
				beans.getBean(Background.class), ViewCounterObserver.NONE);
		few.record("shop", "2");
		few.close();
	}

	private static void uniqueCounter(ApplicationContext beans) {
		UniqueCounter counter = beans.getBean(UniqueCounter.class);
		LocalDate day = counter.add("visits", List.of("a", "b"));
		assertThat(counter.count("visits", day).value()).isEqualTo(2);
		counter.count("visits", day.minusDays(1), day);
		counter.merge("all", day, "visits", List.of(day));
		counter.remove("visits", day);
	}

	private static void geoIndex(ApplicationContext beans) {
		GeoIndex geo = beans.getBean(GeoIndex.class);
		GeoPoint point = new GeoPoint(13.4, 52.5);
		geo.replaceAll("shops", Map.of("a", point));
		geo.put("shops", "b", new GeoPoint(13.41, 52.5));
		geo.putIfAny("shops", "c", point);
		assertThat(geo.position("shops", "a")).isPresent();
		geo.distance("shops", "a", "b");
		GeoArea area = GeoArea.radius(point, 5000);
		assertThat(geo.nearest("shops", area, 5)).hasSize(3);
		String next = geo.nearby("shops", area, 1).next();
		geo.next("shops", next, 1);
		geo.remove("shops", "a");
		geo.size("shops");
		geo.replaceAll("shops", Map.of());
	}

	private static void followGraph(ApplicationContext beans) {
		FollowGraph graph = beans.getBean(FollowGraph.class);
		graph.follow("anna", "ben");
		assertThat(graph.isFollowing("anna", "ben")).isTrue();
		graph.followingAmong("anna", List.of("ben"));
		graph.counts("anna");
		graph.following("anna", null, 10);
		graph.followers("ben", null, 10);
		graph.common("anna", "carl", 10);
		graph.unfollow("anna", "ben");
	}

	private static void feed(ApplicationContext beans) {
		Feed feed = beans.getBean(Feed.class);
		beans.getBean(FollowGraph.class).follow("anna", "ben");
		feed.publish("ben", "p1");
		assertThat(feed.page("anna", null, 10)).isNotNull();
		feed.delete("ben", "p1");
		feed.restore("ben", List.of());
		feed.forget("anna");
		feed.tasks();
	}

	private static void likes(ApplicationContext beans) {
		Likes likes = beans.getBean(Likes.class);
		likes.like("post", "me");
		assertThat(likes.count("post")).isEqualTo(1);
		likes.states(List.of("post"), "me");
		likes.earliest("post", 5);
		likes.latest("post", 5);
		likes.unlike("post", "me");
		likes.clear("post");
	}

	private static void rankedSet(ApplicationContext beans) {
		RankedSet set = beans.getBean(RankedSets.class).get("points");
		set.set("me", 5);
		set.increment("me", 5, "op");
		set.setIfBetter("me", 20);
		assertThat(set.total().top(3)).hasSize(1);
		set.total().around("me", 1);
		set.total().size();
		set.remove("me");
		set.clear();
	}

	private static void sessions(ApplicationContext beans) {
		TokenSessions sessions = beans.getBean(TokenSessions.class);
		LoginMark mark = sessions.mark("me");
		String token = sessions.issue(NewSession.of("me"), mark).orElseThrow().token();
		assertThat(sessions.find(token)).isPresent();
		assertThat(sessions.touch(token)).isPresent();
		sessions.put(token, "a", "b");
		sessions.remove(token, "a");
		sessions.put("me", sessions.sessions("me").get(0).id(), "a", "b");
		String other = sessions.issue(NewSession.of("me")).token();
		sessions.revokeOthers(token);
		sessions.revoke(other);
		sessions.revoke(token);
		sessions.revokeAll("me");
	}

	private static void codes(ApplicationContext beans) {
		OneTimeCodes codes = beans.getBean(OneTimeCodePurposes.class).get("login");
		String code = ((CodeIssue.Issued) codes.issue("me")).code();
		assertThat(codes.use("me", code).accepted()).isTrue();
		codes.withdraw("me");
	}

	/** A round trip with a component. */
	@FunctionalInterface
	interface RoundTrip {

		void run(ApplicationContext beans) throws Exception;

	}

}
