// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.session.IssuedSession;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.TokenSessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The views of sessions, ids, Bloom filters, limit queues, page views and topics.
 */
class FurtherViewsTests {

	private final ApplicationContextRunner runner = TestContexts.withOwnKeys()
		.withPropertyValues("management.endpoints.web.exposure.include=redisComponents",
				"redis-components.token-session.max-sessions=2",
				"redis-components.bloom-filter.filters.seen.capacity=1000",
				"redis-components.limit-queue.queues.last.length=3", "redis-components.topic.topics.news.buffer=7");

	private static RoomView view(ApplicationContext context, String room) {
		return context.getBean(RoomViews.class).rooms().get(room);
	}

	@Test
	void countsSessionsAndRevokesThoseOfAUser() {
		this.runner.run((context) -> {
			RoomView view = view(context, "session");
			assertThat(view.report()).isEmpty();
			TokenSessions sessions = context.getBean(TokenSessions.class);
			for (int i = 0; i < 3; i++) {
				sessions.issue(NewSession.of("ana").withDevice("phone" + i));
			}
			IssuedSession last = sessions.issue(NewSession.of("ana").withDevice("phone2").withAttribute("mail", "a@b"));
			assertThat(sessions.find("x".repeat(TokenSessions.TOKEN_LENGTH))).isEmpty();
			assertThat(view.report()).containsEntry("issued", 4L)
				.containsEntry("ended", 2L)
				.containsEntry("displaced", 1L)
				.containsEntry("replaced", 1L)
				.containsEntry("revoked", 0L)
				.containsEntry("ttl", 1_800_000L)
				.containsEntry("maxPerUser", 2)
				.doesNotContainKey("maxLifetime");
			Map<String, Object> ana = view.find("ana");
			assertThat(ana).containsEntry("user", "ana").containsEntry("count", 2);
			assertThat((List<?>) ana.get("sessions")).hasSize(2)
				.anySatisfy((one) -> assertThat((Map<?, ?>) one).extracting("id", "device", "attributes")
					.containsExactly(last.session().id(), "phone2", List.of("mail")));
			assertThat(ana.toString()).doesNotContain("a@b", last.token());
			assertThat(view.act("revoke", "eve", last.session().id())).isEqualTo(Map.of("revoked", 0));
			assertThat(view.act("revoke", "ana", last.session().id())).isEqualTo(Map.of("revoked", 1));
			assertThat(view.act("revoke-all", "ana", null)).isEqualTo(Map.of("revoked", 1));
			assertThat(view.find("ana")).containsEntry("count", 0);
			assertThat(view.report()).containsEntry("revoked", 2L).containsEntry("ended", 4L);
			assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> view.act("revoke", "ana", null));
			assertThatExceptionOfType(IllegalArgumentException.class)
				.isThrownBy(() -> view.act("revoke-all", "ana", "1"));
			assertThat(view.merge(Map.of("a", view.report(), "b", Map.of("issued", 6, "ttl", 5, "later", true))))
				.containsEntry("issued", 10L)
				.containsEntry("later", true)
				.doesNotContainKey("processes");
		});
	}

	@Test
	void showsHowIdsAreMadeOnceForAllProcesses() {
		this.runner.run((context) -> {
			RoomView view = view(context, "id");
			assertThat(view.report()).isEmpty();
			context.getBean(IdWorker.class);
			Map<String, Object> report = view.report();
			assertThat(report).containsOnlyKeys("layout", "epoch", "expiresAt", "maxAge", "minBlock", "maxBlock");
			assertThat(view.merge(Map.of("a", report, "b", report))).isEqualTo(report);
			assertThat((List<?>) view.merge(Map.of("a", report, "b", Map.of("minBlock", 1))).get("processes"))
				.hasSize(2);
		});
	}

	@Test
	void countsTheBitsOfAFilterOnceInTenSeconds() {
		this.runner.run((context) -> {
			RoomView view = view(context, "bloom-filter");
			assertThat(view.report().get("filters").toString()).contains("seen", "capacity=1000", "engine=bitmap");
			BloomFilter filter = context.getBean(BloomFilters.class).get("seen");
			filter.create();
			filter.addAll(List.of("a", "b"));
			Map<String, Object> first = view.find("seen");
			assertThat(first).containsEntry("name", "seen")
				.containsEntry("capacity", 1000L)
				.containsEntry("built", true);
			assertThat((double) first.get("fill")).isBetween(0.0, 0.1).isPositive();
			filter.add("c");
			assertThat(view.find("seen")).isSameAs(first);
			assertThat(view.find("others")).isNull();
		});
	}

	@Test
	void showsALimitQueueAndItsSize() {
		this.runner.run((context) -> {
			RoomView view = view(context, "limit-queue");
			assertThat(view.report().toString()).contains("last", "length=3", "dedupe=none", "window=86400000");
			context.getBean(LimitQueues.class).get("last", String.class).offerAll(List.of("a", "b", "c", "d"));
			assertThat(view.find("last")).isEqualTo(Map.of("name", "last", "size", 3L, "length", 3));
			assertThat(view.find("others")).isNull();
		});
	}

	@Test
	void showsTheMostViewedPagesOfToday() {
		this.runner.run((context) -> {
			RoomView view = view(context, "view-counter");
			assertThat(view.report()).isEmpty();
			ViewCounter counter = context.getBean(ViewCounter.class);
			counter.record("shop", "/one", 3);
			counter.record("shop", "/two", 4);
			counter.flush();
			assertThat(view.report()).containsEntry("pending", 0L)
				.containsEntry("exact", false)
				.containsEntry("flushInterval", 1000L);
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.untilAsserted(() -> assertThat(view.find("shop")).containsEntry("today", 7L)
					.containsEntry("top",
							List.of(Map.of("page", "/two", "views", 4L), Map.of("page", "/one", "views", 3L))));
			assertThat(view.merge(Map.of("a", Map.of("pending", 3, "zone", "Z"), "b", Map.of("pending", 4))))
				.isEqualTo(Map.of("pending", 7L, "zone", "Z"));
		});
	}

	@Test
	void showsTheDeclaredTopics() {
		this.runner.run((context) -> {
			assertThat(view(context, "topic").report())
				.isEqualTo(Map.of("topics", Map.of("news", Map.of("buffer", 7, "maxPayload", 65536)), "common",
						Map.of("buffer", 1000, "maxPayload", 65536)));
		});
	}

}
