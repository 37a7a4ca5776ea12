// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs.size;

import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autocomplete.RecentList;
import io.github.rediscomponents.autocomplete.RecentListSettings;
import io.github.rediscomponents.autocomplete.RecentLists;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.counter.ActiveUsers;
import io.github.rediscomponents.counter.CheckIns;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.counter.DayBitmapSettings;
import io.github.rediscomponents.counter.UniqueCounter;
import io.github.rediscomponents.counter.UniqueCounterSettings;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.counter.ViewCounterObserver;
import io.github.rediscomponents.counter.ViewCounterSettings;
import io.github.rediscomponents.docs.size.FilledRoom.Env;
import io.github.rediscomponents.geo.GeoArea;
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.geo.GeoSettings;
import io.github.rediscomponents.ranking.Period;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.ranking.RankedSetSettings;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.social.Likes;

import static io.github.rediscomponents.docs.size.FilledBasics.atOnce;
import static io.github.rediscomponents.docs.size.FilledBasics.times;

/**
 * Lists, indexes, counters, bitmaps, places and rankings.
 */
final class FilledStructures {

	private static final GeoPoint CENTER = new GeoPoint(121.47, 31.23);

	private FilledStructures() {
	}

	static List<FilledRoom> all() {
		return List.of(new FilledRoom("RecentList", Map.of("text", 10_000), FilledStructures::recent),
				new FilledRoom("PrefixIndex", Map.of("entry", 10_000), FilledStructures::index),
				new FilledRoom("UniqueCounter, 100 members a day", Map.of(), (env) -> unique(env, 100)),
				new FilledRoom("UniqueCounter, 1000 members a day", Map.of(), (env) -> unique(env, 1000)),
				new FilledRoom("UniqueCounter, more than 10,000 a day", Map.of(), (env) -> unique(env, 20_000)),
				new FilledRoom("ViewCounter", Map.of("page", 10_000), FilledStructures::views),
				new FilledRoom("CheckIns", Map.of("month of a user", 1200), FilledStructures::checkIns),
				new FilledRoom("ActiveUsers, all of 32,000 ids", Map.of(), FilledStructures::active),
				new FilledRoom("ActiveUsers, the id 4,294,967,295 alone", Map.of(),
						(env) -> bitmap(env).activeUsers("app").mark(ActiveUsers.MAX_ID)),
				new FilledRoom("ActiveUsers, by name", Map.of("name", 10_000), FilledStructures::names),
				new FilledRoom("GeoIndex", Map.of("point", 10_000, "member found", 1000), FilledStructures::places),
				new FilledRoom("Likes", Map.of("like", 10_000), FilledStructures::likes),
				new FilledRoom("RankedSet", Map.of("member", 10_000), FilledStructures::ranked));
	}

	private static void recent(Env env) {
		RecentList list = RecentLists.create(env.redis(), env.keys(), new LiveSettings<>(Map.of()))
			.get("contacts", RecentListSettings.defaults());
		atOnce(10_000, (i) -> list.touch("user-" + i % 100, "Contact " + i));
	}

	private static void index(Env env) {
		Random random = new Random(1);
		List<IndexEntry<String>> entries = IntStream.range(0, 10_000)
			.mapToObj((i) -> new IndexEntry<>("id" + i, "Shop " + random.nextInt(1_000_000), random.nextInt(1_000_000),
					"payload " + i))
			.toList();
		PrefixIndexes.create(env.redis(), env.keys(), ValueCodecs.json(), new LiveSettings<>(Map.of()))
			.get("shops", String.class, PrefixIndexSettings.defaults())
			.load(entries.iterator(), (done) -> {
			});
	}

	private static void unique(Env env, int members) {
		UniqueCounter counter = UniqueCounter.create(env.redis(), env.keys(),
				new LiveSettings<>(UniqueCounterSettings.defaults()));
		LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(1);
		for (int first = 0; first < members; first += UniqueCounter.MAX_MEMBERS) {
			List<String> some = IntStream.range(first, Math.min(members, first + UniqueCounter.MAX_MEMBERS))
				.mapToObj((i) -> "user-" + (100_000 + i))
				.toList();
			counter.add("site", day, some);
		}
	}

	private static void views(Env env) {
		ViewCounter views = ViewCounter.create(env.redis(), env.keys(),
				new LiveSettings<>(ViewCounterSettings.defaults().withFlushInterval(Duration.ofMinutes(1))),
				env.background(), ViewCounterObserver.NONE);
		times(10_000, (i) -> views.record("site", "page-" + (100_000 + i), 1 + i % 1000));
		views.flush();
	}

	private static void checkIns(Env env) {
		CheckIns checkIns = bitmap(env).checkIns("daily");
		YearMonth month = YearMonth.now(ZoneOffset.UTC);
		times(1200, (i) -> checkIns.checkIn("user-" + i % 100, month.minusMonths(1 + i / 100).atDay(1 + i / 100)));
	}

	private static void active(Env env) {
		ActiveUsers users = bitmap(env).activeUsers("app");
		LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(1);
		for (long first = 0; first < ActiveUsers.CHUNK; first += 8000) {
			users.mark(day, LongStream.range(first, first + 8000).boxed().toList());
		}
	}

	private static void names(Env env) {
		bitmap(env).activeUsers("app").idsOf(IntStream.range(10_000, 20_000).mapToObj((i) -> "user-" + i).toList());
	}

	private static DayBitmap bitmap(Env env) {
		return DayBitmap.create(env.redis(), env.keys(), new LiveSettings<>(DayBitmapSettings.defaults()));
	}

	private static void places(Env env) {
		GeoIndex index = GeoIndex.create(env.redis(), env.keys(),
				new LiveSettings<>(GeoSettings.defaults().withMaxResults(1000)));
		Map<String, GeoPoint> points = new HashMap<>();
		Random random = new Random(1);
		times(10_000,
				(i) -> points.put("shop-" + (100_000 + i), new GeoPoint(CENTER.longitude() + random.nextDouble() / 10,
						CENTER.latitude() + random.nextDouble() / 10)));
		index.putAll("shops", points);
		index.nearby("shops", GeoArea.radius(CENTER, 50_000), 10);
	}

	private static void likes(Env env) {
		Likes likes = Likes.create(env.redis(), env.keys());
		atOnce(10_000, (i) -> likes.like("post-" + i % 10, "user-" + (100_000 + i)));
	}

	private static void ranked(Env env) {
		RankedSet set = RankedSets.create(env.redis(), env.keys(), new LiveSettings<>(Map.of()))
			.get("game", RankedSetSettings.defaults().withPeriods(Period.DAY));
		atOnce(10_000, (i) -> set.set("user-" + (100_000 + i), i));
	}

}
