// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.refusal;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autocomplete.RecentList;
import io.github.rediscomponents.autocomplete.RecentListSettings;
import io.github.rediscomponents.autocomplete.RecentLists;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.counter.CheckIn;
import io.github.rediscomponents.counter.CheckIns;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.counter.DayBitmapSettings;
import io.github.rediscomponents.geo.GeoArea;
import io.github.rediscomponents.geo.GeoHit;
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.geo.GeoPage;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.geo.GeoSettings;
import io.github.rediscomponents.id.IdSettings;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.limit.Dedupe;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.ranking.Period;
import io.github.rediscomponents.ranking.RankedMember;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.ranking.RankedSetSettings;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.ratelimit.Algorithm;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.PolicyLimiter;
import io.github.rediscomponents.ratelimit.RateLimitSettings;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.ratelimit.Reservation;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.refusal.Refusal.Scene;
import io.github.rediscomponents.support.refusal.Refusal.Use;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With limits, lists and rankings.
 */
class RefusedSmallTests extends RefusedSteps {

	static Stream<Scene> scenes() {
		Stream<Scene> limits = Arrays.stream(Algorithm.values())
			.map((algorithm) -> new Scene("rate limit " + algorithm.name().toLowerCase(Locale.ROOT).replace('_', ' '),
					(port, keys, background) -> rateLimit(port, keys, algorithm)));
		return Stream.concat(limits,
				Stream.of(
						new Scene("rate limits of one policy",
								(port, keys, background) -> rateLimit(port, keys, Algorithm.values())),
						new Scene("limit queue", RefusedSmallTests::limitQueue),
						new Scene("limit queue by key", RefusedSmallTests::limitQueueByKey),
						new Scene("limit queue that keeps all from now on", RefusedSmallTests::lastingLimitQueue),
						new Scene("ranked set", RefusedSmallTests::rankedSet),
						new Scene("check-ins", RefusedSmallTests::checkIns),
						new Scene("recent list", RefusedSmallTests::recentList),
						new Scene("prefix index", RefusedSmallTests::prefixIndex),
						new Scene("ids", RefusedSmallTests::ids, Set.of("info")),
						new Scene("geo index", RefusedSmallTests::geo)));
	}

	/** In which nothing comes back, and no window ends. */
	private static Duration quiet() {
		long now = System.currentTimeMillis();
		long far = Duration.ofMinutes(10).toMillis();
		return IntStream.range(60, 120)
			.mapToObj(Duration::ofMinutes)
			.filter((period) -> Math.min(now % period.toMillis(), period.toMillis() - now % period.toMillis()) > far)
			.findFirst()
			.orElseThrow();
	}

	private static Use rateLimit(CommandPort port, KeySpace keys, Algorithm... algorithms) {
		Duration period = quiet();
		RatePolicy policy = RatePolicy.of("api",
				Stream.of(algorithms).map((algorithm) -> new Limit(algorithm, 5, period)).toArray(Limit[]::new));
		PolicyLimiter limiter = RateLimiter.create(port, keys, new LiveSettings<>(RateLimitSettings.defaults()))
			.policy(policy);
		Reservation[] reserved = new Reservation[1];
		return new Use().step("acquire", () -> assertThat(limiter.tryAcquire("anna", 3).allowed()).isTrue())
			.step("wait", () -> assertThat(limiter.tryAcquire("anna", 1, Duration.ofMillis(1)).allowed()).isTrue())
			.step("refund", () -> assertThat(limiter.refund("anna", 1)).isTrue())
			.step("fill", () -> assertThat(limiter.tryAcquire("ben", 5).allowed()).isTrue())
			.step("reserve", () -> reserved[0] = limiter.reserve("ben", 1, policy.longestWait()))
			.step("cancel", () -> reserved[0].cancel())
			.check(() -> {
				assertThat(IntStream.range(0, 9).filter((i) -> limiter.tryAcquire("anna").allowed()).count())
					.isEqualTo(2);
				assertThat(limiter.tryAcquire("ben").allowed()).isFalse();
				limiter.reset("ben");
				assertThat(limiter.tryAcquire("ben", 5).allowed()).isTrue();
			});
	}

	private static LimitQueue<String> gifts(CommandPort port, KeySpace keys, LimitQueueSettings settings) {
		return LimitQueues.create(port, keys, ValueCodecs.json(), new LiveSettings<>(Map.of()))
			.get("gifts", String.class, settings);
	}

	private static Use limitQueue(CommandPort port, KeySpace keys, Background background) {
		LimitQueue<String> gifts = gifts(port, keys,
				LimitQueueSettings.of(3).withDedupe(Dedupe.VALUE).withTtl(Duration.ofHours(1)));
		Set<String> polled = new TreeSet<>();
		return new Use().step("offer", () -> gifts.offerAll(List.of("a", "b", "c")))
			.step("trim", () -> gifts.offer("d"))
			.step("move", () -> gifts.offer("b"))
			.step("poll", () -> polled.add(gifts.poll().orElseThrow()))
			.step("remove", () -> gifts.remove("d"))
			.check(() -> {
				assertThat(polled).containsExactly("c");
				assertThat(gifts.list()).containsExactly("b");
				assertThat(gifts.size()).isOne();
				gifts.offerAll(List.of("e", "f", "g", "h"));
				assertThat(gifts.list()).containsExactly("h", "g", "f");
				assertThat(port.<Long>call((commands) -> commands.hlen(keys.key("limit-queue", "gifts", "values"))))
					.isEqualTo(3);
			});
	}

	private static Use limitQueueByKey(CommandPort port, KeySpace keys, Background background) {
		LimitQueue<String> gifts = gifts(port, keys, LimitQueueSettings.of(3).withDedupe(Dedupe.KEY));
		return new Use().step("offer", () -> gifts.offer("anna", "a"))
			.step("offer another", () -> gifts.offer("ben", "b"))
			.step("offer again", () -> gifts.offer("anna", "again"))
			.check(() -> assertThat(gifts.list()).containsExactly("b", "a"));
	}

	/** Of elements that no repetition knows again: what is refused must not be there. */
	private static Use lastingLimitQueue(CommandPort port, KeySpace keys, Background background) {
		gifts(port, keys, LimitQueueSettings.of(9).withTtl(Duration.ofHours(1))).offer("a");
		LimitQueue<String> gifts = gifts(port, keys, LimitQueueSettings.of(9));
		return new Use().step("offer", () -> gifts.offer("b"))
			.step("offer another", () -> gifts.offer("c"))
			.check(() -> assertThat(gifts.list()).containsExactly("c", "b", "a"));
	}

	private static Use rankedSet(CommandPort port, KeySpace keys, Background background) {
		RankedSet points = RankedSets.create(port, keys, new LiveSettings<>(Map.of()))
			.get("points", RankedSetSettings.defaults().withPeriods(Period.TOTAL, Period.DAY));
		return new Use().step("set", () -> points.set("anna", 10))
			.step("set another", () -> points.set("ben", 20))
			.step("increment", () -> points.increment("anna", 5, "one"))
			.step("better", () -> points.setIfBetter("anna", 30))
			.step("add", () -> points.set("carl", 1))
			.step("remove", () -> points.remove("ben"))
			.check(() -> {
				for (Period period : List.of(Period.TOTAL, Period.DAY)) {
					List<RankedMember> top = ((period == Period.TOTAL) ? points.total() : points.now(period)).top(9);
					assertThat(top).extracting(RankedMember::member).containsExactly("anna", "carl");
					assertThat(top).extracting(RankedMember::score).containsExactly(30L, 1L);
				}
				points.increment("anna", 1, "two");
				points.increment("anna", 1, "two");
				assertThat(points.total().get("anna").orElseThrow().score()).isEqualTo(31);
			});
	}

	/** A day that counts now does so once, whoever is told. */
	private static Use checkIns(CommandPort port, KeySpace keys, Background background) {
		CheckIns calendar = DayBitmap.create(port, keys, new LiveSettings<>(DayBitmapSettings.defaults()))
			.checkIns("daily");
		// In one month, and in the next.
		LocalDate day = LocalDate.now(ZoneOffset.UTC).withDayOfMonth(1).minusMonths(1).minusDays(2);
		List<CheckIn> told = new ArrayList<>();
		return new Use().step("first", () -> told.add(calendar.checkIn("anna", day)))
			.step("second", () -> told.add(calendar.checkIn("anna", day.plusDays(1))))
			.step("third", () -> told.add(calendar.checkIn("anna", day.plusDays(2))))
			.check(() -> assertThat(told).containsExactly(new CheckIn(day, true, 1),
					new CheckIn(day.plusDays(1), true, 2), new CheckIn(day.plusDays(2), true, 3)));
	}

	private static Use recentList(CommandPort port, KeySpace keys, Background background) {
		RecentList list = RecentLists.create(port, keys, new LiveSettings<>(Map.of()))
			.get("searches", RecentListSettings.defaults().withTtl(Duration.ofHours(1)));
		return new Use().step("touch", () -> list.touchAll("anna", List.of("one", "two")))
			.step("touch again", () -> list.touch("anna", "one"))
			.step("remove", () -> list.remove("anna", "two"))
			.check(() -> assertThat(list.newest("anna", 5)).containsExactly("one"));
	}

	private static Use prefixIndex(CommandPort port, KeySpace keys, Background background) {
		PrefixIndex<String> index = PrefixIndexes.create(port, keys, ValueCodecs.json(), new LiveSettings<>(Map.of()))
			.get("shops", String.class, PrefixIndexSettings.defaults());
		List<IndexEntry<String>> entries = IntStream.range(0, 300)
			.mapToObj((i) -> IndexEntry.<String>of("id" + i, "street " + i % 3, 10_000 - i))
			.toList();
		return new Use().step("load", () -> index.load(entries.iterator(), (done) -> {
		}))
			.step("complete", () -> index.complete("str", 3))
			.step("put", () -> index.put(IndexEntry.of("new", "street new", 20_000)))
			.step("weight", () -> index.setWeight("id9", 30_000))
			.step("rename", () -> index.put(IndexEntry.of("id8", "alley", 40_000)))
			.step("remove", () -> index.remove("id0"))
			.check(() -> {
				assertThat(index.size()).isEqualTo(300);
				assertThat(index.complete("str", 4)).extracting(IndexEntry::id)
					.containsExactly("id9", "new", "id1", "id2");
				assertThat(index.complete("al", 4)).extracting(IndexEntry::id).containsExactly("id8");
			});
	}

	private static Use ids(CommandPort port, KeySpace keys, Background background) {
		Set<Long> given = new HashSet<>();
		return new Use().step("first", () -> given.addAll(worker(port, keys, background)))
			.step("second", () -> given.addAll(worker(port, keys, background)))
			.check(() -> assertThat(given).hasSize(200));
	}

	/** Of another process. */
	private static List<Long> worker(CommandPort port, KeySpace keys, Background background) {
		IdWorker worker = IdWorker.create(port, keys, new LiveSettings<>(IdSettings.defaults()), background);
		return Arrays.stream(worker.nextIds("order", 100)).boxed().toList();
	}

	private static Use geo(CommandPort port, KeySpace keys, Background background) {
		GeoIndex index = GeoIndex.create(port, keys, new LiveSettings<>(GeoSettings.defaults()));
		Map<String, GeoPoint> shops = Map.of("bakery", at(1), "florist", at(2), "grocer", at(3));
		GeoArea area = GeoArea.radius(at(0), 10_000);
		List<GeoPage> pages = new ArrayList<>();
		return new Use().step("put", () -> index.put("shops", "bakery", at(9)))
			.step("put all", () -> index.putAll("shops", shops))
			.step("move", () -> index.putIfAny("shops", "bakery", at(4)))
			.step("remove", () -> index.remove("shops", "florist"))
			.step("search", () -> pages.add(index.nearby("shops", area, 1)))
			.step("search on",
					() -> assertThat(index.next("shops", pages.get(0).next(), 1)).isInstanceOf(GeoPage.class))
			.step("find", () -> assertThat(index.nearest("shops", area, 9)).hasSize(2))
			.step("replace", () -> index.replaceAll("homes", shops))
			.step("replace again", () -> index.replaceAll("homes", Map.of("new", at(5))))
			.step("empty", () -> index.replaceAll("shops", Map.of()))
			.check(() -> {
				assertThat(pages.get(0).items()).extracting(GeoHit::member).containsExactly("grocer");
				assertThat(pages.get(0).total()).isEqualTo(2);
				assertThat(index.nearest("homes", area, 9)).extracting(GeoHit::member).containsExactly("new");
				assertThat(index.size("shops")).isZero();
			});
	}

	private static GeoPoint at(int place) {
		return new GeoPoint(7.1 + place / 1000.0, 50.7);
	}

}
