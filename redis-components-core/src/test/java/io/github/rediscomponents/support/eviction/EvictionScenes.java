// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.eviction;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
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
import io.github.rediscomponents.counter.ActiveUsers;
import io.github.rediscomponents.counter.CheckIns;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.counter.DayBitmapSettings;
import io.github.rediscomponents.counter.UniqueCount;
import io.github.rediscomponents.counter.UniqueCounter;
import io.github.rediscomponents.counter.UniqueCounterSettings;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.counter.ViewCounterObserver;
import io.github.rediscomponents.counter.ViewCounterSettings;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.filter.Membership;
import io.github.rediscomponents.geo.GeoArea;
import io.github.rediscomponents.geo.GeoHit;
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.geo.GeoSettings;
import io.github.rediscomponents.id.IdSettings;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.ranking.RankedMember;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.ranking.RankedSetSettings;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.session.IssuedSession;
import io.github.rediscomponents.session.LoginMark;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.SessionObserver;
import io.github.rediscomponents.session.TokenSessionSettings;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.social.Like;
import io.github.rediscomponents.social.Likes;
import io.github.rediscomponents.support.eviction.Eviction.Act;
import io.github.rediscomponents.support.eviction.Eviction.Answer;
import io.github.rediscomponents.support.eviction.Eviction.Scene;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * What {@link EvictionCampaignTests} plays: a component in use, and what may be said of
 * it.
 */
public final class EvictionScenes {

	private EvictionScenes() {
	}

	public static Stream<Scene> all() {
		return Stream
			.of(of(), EvictionLockScenes.of(), EvictionCacheScenes.of(), EvictionQueueScenes.of(),
					EvictionSocialScenes.of())
			.flatMap((some) -> some);
	}

	private static Stream<Scene> of() {
		return Stream.of(new Scene("prefix index", EvictionScenes::prefixIndex),
				new Scene("recent list", EvictionScenes::recentList),
				new Scene("bloom filter", EvictionScenes::bloomFilter),
				new Scene("unique counter of few", (port, keys, background) -> uniqueCounter(port, keys, 50), true),
				new Scene("unique counter of many", (port, keys, background) -> uniqueCounter(port, keys, 3000)),
				new Scene("view counter", EvictionScenes::viewCounter),
				new Scene("active users", EvictionScenes::activeUsers),
				new Scene("check-ins", EvictionScenes::checkIns), new Scene("geo index", EvictionScenes::geoIndex),
				new Scene("ranked set", EvictionScenes::rankedSet), new Scene("likes", EvictionScenes::likes),
				new Scene("sessions", EvictionScenes::sessions),
				new Scene("login marks", EvictionScenes::loginMarks, true), new Scene("ids", EvictionScenes::ids, true),
				new Scene("limit queue", EvictionScenes::limitQueue));
	}

	private static Act prefixIndex(CommandPort port, KeySpace keys, Background background) {
		PrefixIndex<String> index = PrefixIndexes.create(port, keys, ValueCodecs.json(), new LiveSettings<>(Map.of()))
			.get("shops", String.class, PrefixIndexSettings.defaults());
		List<IndexEntry<String>> entries = IntStream.range(0, 600)
			.mapToObj((i) -> IndexEntry.<String>of("id" + i, "street " + i % 3, 10_000 - i))
			.toList();
		return new Act(() -> index.load(entries.iterator(), (done) -> {
		}), () -> {
			List<IndexEntry<String>> found = index.complete("str", 50);
			return (index.size() == 600 && found.equals(entries.subList(0, 50))) ? Answer.RIGHT
					: Answer.lessIf(index.size() == 0 && found.isEmpty());
		});
	}

	private static Act recentList(CommandPort port, KeySpace keys, Background background) {
		RecentList list = RecentLists.create(port, keys, new LiveSettings<>(Map.of()))
			.get("searches", RecentListSettings.defaults());
		return new Act(() -> list.touchAll("anna", List.of("one", "two")), () -> {
			List<String> found = list.newest("anna", 5);
			return found.equals(List.of("two", "one")) ? Answer.RIGHT : Answer.lessIf(found.isEmpty());
		});
	}

	private static Act bloomFilter(CommandPort port, KeySpace keys, Background background) {
		BloomFilters filters = BloomFilters.create(port, keys, background, new LiveSettings<>(Map.of()),
				BloomFilterObserver.NONE);
		BloomFilterSettings settings = BloomFilterSettings.of(12_000_000).withSettle(Duration.ZERO);
		BloomFilter one = filters.get("users", settings);
		BloomFilter other = filters.get("users", settings);
		List<String> users = IntStream.range(0, 300).mapToObj((i) -> "user" + i).toList();
		return new Act(() -> other.rebuild(users::stream, (done) -> {
		}), () -> {
			Set<Membership> found = new HashSet<>(one.testAll(users));
			found.addAll(other.testAll(users));
			return found.contains(Membership.ABSENT) ? Answer.WRONG
					: found.contains(Membership.UNKNOWN) ? Answer.UNKNOWN : Answer.RIGHT;
		});
	}

	private static Act uniqueCounter(CommandPort port, KeySpace keys, int visitors) {
		UniqueCounter counter = UniqueCounter.create(port, keys,
				new LiveSettings<>(UniqueCounterSettings.defaults().withExactLimit(1000)));
		LocalDate today = LocalDate.now(ZoneOffset.UTC);
		List<String> all = IntStream.range(0, visitors).mapToObj((i) -> "visitor" + i).toList();
		return new Act(() -> {
			for (int from = 0; from < visitors; from += 500) {
				counter.add("home", today, all.subList(from, Math.min(visitors, from + 500)));
			}
		}, () -> {
			UniqueCount count = counter.count("home", today);
			boolean near = Math.abs(count.value() - visitors) <= visitors / 20;
			if (near && (!count.exact() || count.value() == visitors)) {
				return Answer.RIGHT;
			}
			return Answer.lessIf(count.value() == 0);
		});
	}

	/**
	 * What is counted after a loss; the number of a batch matters only if its reply is
	 * lost.
	 */
	private static Act viewCounter(CommandPort port, KeySpace keys, Background background) {
		ViewCounter views = ViewCounter.create(port, keys,
				new LiveSettings<>(ViewCounterSettings.defaults().withFlushInterval(Duration.ofMinutes(1))), background,
				ViewCounterObserver.NONE);
		LocalDate today = LocalDate.now(ZoneOffset.UTC);
		AtomicLong page = new AtomicLong();
		AtomicLong all = new AtomicLong();
		return new Act(() -> {
			page.set(100 + views.count("shop", "p99", today, today.plusDays(1)));
			all.set(5050 + views.count("shop", today, today.plusDays(1)));
			IntStream.range(0, 100).forEach((i) -> views.record("shop", "p" + i, 1 + i));
			views.flush();
		}, () -> {
			long counted = views.count("shop", "p99", today, today.plusDays(1));
			long sum = views.count("shop", today, today.plusDays(1));
			return (counted == page.get() && sum == all.get()) ? Answer.RIGHT
					: Answer.lessIf(counted <= page.get() && sum <= all.get());
		});
	}

	private static Act activeUsers(CommandPort port, KeySpace keys, Background background) {
		ActiveUsers users = DayBitmap.create(port, keys, new LiveSettings<>(DayBitmapSettings.defaults()))
			.activeUsers("shop");
		LocalDate today = LocalDate.now(ZoneOffset.UTC);
		List<Long> ids = LongStream.range(0, 80_000).filter((id) -> id % 1000 == 0).boxed().toList();
		Set<Long> given = new HashSet<>();
		return new Act(() -> users.mark(today, ids), () -> {
			long count = users.count(today);
			// Nobody gets a number that somebody else has had.
			long fresh = users.idOf("user" + given.size());
			return !given.add(fresh) ? Answer.WRONG
					: (count == ids.size()) ? Answer.RIGHT : Answer.lessIf(count < ids.size());
		});
	}

	private static Act checkIns(CommandPort port, KeySpace keys, Background background) {
		CheckIns calendar = DayBitmap.create(port, keys, new LiveSettings<>(DayBitmapSettings.defaults()))
			.checkIns("daily");
		LocalDate today = LocalDate.now(ZoneOffset.UTC);
		return new Act(() -> IntStream.range(0, 5).forEach((i) -> calendar.checkIn("anna", today.minusDays(i))), () -> {
			int streak = calendar.streak("anna", today).days();
			return (streak == 5) ? Answer.RIGHT : Answer.lessIf(streak == 0);
		});
	}

	private static Act geoIndex(CommandPort port, KeySpace keys, Background background) {
		GeoIndex places = GeoIndex.create(port, keys, new LiveSettings<>(GeoSettings.defaults()));
		Map<String, GeoPoint> points = IntStream.range(0, 20)
			.boxed()
			.collect(Collectors.toMap((i) -> "shop" + i, (i) -> new GeoPoint(7.1 + i / 1000.0, 50.7)));
		GeoArea area = GeoArea.radius(new GeoPoint(7.1, 50.7), 10_000);
		return new Act(() -> places.putAll("shops", points), () -> {
			places.nearby("shops", area, 5);
			List<GeoHit> found = places.nearest("shops", area, 20);
			return (found.size() == 20) ? Answer.RIGHT : Answer.lessIf(found.isEmpty());
		});
	}

	private static Act rankedSet(CommandPort port, KeySpace keys, Background background) {
		RankedSet points = RankedSets.create(port, keys, new LiveSettings<>(Map.of()))
			.get("points", RankedSetSettings.defaults());
		return new Act(() -> IntStream.range(0, 30).forEach((i) -> points.set("player" + i, 100 - i)), () -> {
			List<RankedMember> top = points.total().top(50);
			points.increment("player29", 1);
			points.increment("player29", -1);
			List<RankedMember> after = points.total().top(50);
			boolean whole = top.size() == 30 && after.size() == 30 && after.get(0).member().equals("player0")
					&& after.stream().map(RankedMember::member).distinct().count() == 30;
			return whole ? Answer.RIGHT : Answer.lessIf(top.size() <= 1 && after.size() == 1);
		});
	}

	private static Act likes(CommandPort port, KeySpace keys, Background background) {
		Likes likes = Likes.create(port, keys);
		return new Act(() -> List.of("anna", "ben").forEach((user) -> likes.like("post", user)), () -> {
			List<String> users = likes.earliest("post", 5).stream().map(Like::user).sorted().toList();
			return (users.equals(List.of("anna", "ben")) && likes.count("post") == 2) ? Answer.RIGHT
					: Answer.lessIf(users.isEmpty() && likes.count("post") == 0);
		});
	}

	private static Act sessions(CommandPort port, KeySpace keys, Background background) {
		TokenSessions sessions = sessions(port, keys);
		IssuedSession[] latest = new IssuedSession[1];
		return new Act(() -> latest[0] = sessions.issue(NewSession.of("anna").withDevice("phone")), () -> {
			boolean alive = sessions.find(latest[0].token()).isPresent();
			int listed = sessions.sessions("anna").size();
			return (alive && listed == 1) ? Answer.RIGHT : Answer.lessIf(!alive && listed == 0);
		});
	}

	private static Act loginMarks(CommandPort port, KeySpace keys, Background background) {
		TokenSessions sessions = sessions(port, keys);
		LoginMark[] before = new LoginMark[1];
		return new Act(() -> {
			before[0] = sessions.mark("anna");
			sessions.revokeAll("anna");
		}, () -> {
			Optional<IssuedSession> late = sessions.issue(NewSession.of("anna"), before[0]);
			Optional<IssuedSession> now = sessions.issue(NewSession.of("anna"), sessions.mark("anna"));
			return (late.isEmpty() && now.isPresent()) ? Answer.RIGHT : Answer.WRONG;
		});
	}

	private static TokenSessions sessions(CommandPort port, KeySpace keys) {
		return TokenSessions.create(port, keys, new LiveSettings<>(TokenSessionSettings.defaults()),
				SessionObserver.NONE);
	}

	private static Act ids(CommandPort port, KeySpace keys, Background background) {
		Set<Long> given = new HashSet<>();
		return new Act(() -> {
		}, () -> {
			// Each as another process.
			IdWorker worker = IdWorker.create(port, keys, new LiveSettings<>(IdSettings.defaults()), background);
			for (long id : worker.nextIds("order", 100)) {
				if (!given.add(id)) {
					return Answer.WRONG;
				}
			}
			return Answer.RIGHT;
		});
	}

	private static Act limitQueue(CommandPort port, KeySpace keys, Background background) {
		LimitQueue<String> queue = LimitQueues.create(port, keys, ValueCodecs.json(), new LiveSettings<>(Map.of()))
			.get("gifts", String.class, LimitQueueSettings.of(3));
		return new Act(() -> queue.offerAll(List.of("a", "b", "c")), () -> {
			List<String> found = queue.list();
			return found.equals(List.of("c", "b", "a")) ? Answer.RIGHT : Answer.lessIf(found.isEmpty());
		});
	}

}
