// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.github.rediscomponents.OperationObserver;
import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autocomplete.RecentList;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.counter.UniqueCounter;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.Likes;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The round trips of lists, indexes, counters, bitmaps, places and rankings have meters.
 */
class OperationMetersTests {

	@Test
	void timeWhatEachComponentDoes() {
		runner().withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new).run((context) -> {
			useAll(context);
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			Map.ofEntries(entry("recent-list", "recent-touch"), entry("prefix-index", "index"),
					entry("unique-counter", "unique-add"), entry("view-counter", "view-read"),
					entry("day-bitmap", "check-in"), entry("geo", "put"), entry("likes", "like"),
					entry("ranked-set", "rank-put"), entry("follow-graph", "follow"), entry("feed", "feed-publish"),
					entry("token-session", "issue"), entry("one-time-code", "code-issue"))
				.forEach((component,
						operation) -> assertThat(registry.get("redis.components.operation")
							.tags("component", component, "operation", operation, "outcome", "answered")
							.timer()
							.count()).as(component).isEqualTo(1));
			await().atMost(Duration.ofMinutes(1))
				.untilAsserted(() -> assertThat(registry.get("redis.components.operation")
					.tags("component", "day-bitmap", "operation", "active-mark")
					.timer()
					.count()).isEqualTo(2));
			assertThat(registry.getMeters())
				.filteredOn((meter) -> meter.getId().getName().equals("redis.components.operation"))
				.allSatisfy((meter) -> assertThat(meter.getId().getTags()).extracting(Tag::getKey)
					.containsExactlyInAnyOrder("component", "operation", "outcome")
					.isNotEmpty());
		});
	}

	@Test
	void leaveTheObserversOfTheApplicationAlone() {
		List<String> heard = new CopyOnWriteArrayList<>();
		runner().withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
			.withBean("own", OperationObserver.class,
					() -> (component, operation, outcome, nanos) -> heard.add(component + " " + operation))
			.run((context) -> {
				context.getBean(Likes.class).toggle("post", "user");
				assertThat(heard).containsExactly("likes like");
				assertThat(context.getBean(MeterRegistry.class).get("redis.components.operation").timer().count())
					.isEqualTo(1);
			});
	}

	@Test
	void areOptional() {
		runner().run((context) -> {
			assertThat(context).doesNotHaveBean(OperationObserver.class);
			useAll(context);
		});
		runner().withClassLoader(new FilteredClassLoader(MeterRegistry.class)).run(OperationMetersTests::useAll);
	}

	private static void useAll(ApplicationContext context) {
		context.getBean(RecentList.class).touch("user", "text");
		context.getBean(PrefixIndexes.class)
			.get("shops", String.class, PrefixIndexSettings.defaults())
			.put(new IndexEntry<>("1", "Shop", 1, "payload"));
		context.getBean(UniqueCounter.class).add("page", "user");
		context.getBean(ViewCounter.class).count("shop", LocalDate.of(2026, 1, 1));
		context.getBean(DayBitmap.class).checkIns("daily").checkIn("user");
		context.getBean(DayBitmap.class).activeUsers("app").mark(1);
		context.getBean(GeoIndex.class).put("shops", "shop", new GeoPoint(0, 0));
		context.getBean(Likes.class).toggle("post", "user");
		context.getBean(RankedSet.class).set("user", 1);
		context.getBean(FollowGraph.class).follow("user", "author");
		context.getBean(Feed.class).publish("author", "post");
		context.getBean(TokenSessions.class).issue(NewSession.of("user"));
		context.getBean(OneTimeCodePurposes.class).get("login").issue("user");
	}

	private static ApplicationContextRunner runner() {
		return TestContexts.connected()
			.withPropertyValues("redis-components.key-prefix=t" + UUID.randomUUID(),
					"redis-components.recent-list.lists.contacts.length=10",
					"redis-components.ranked-set.sets.game.keep=1",
					"redis-components.one-time-code.purposes.login.ttl=2m");
	}

}
