// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

/**
 * What a {@link ViewCounter} does wherever it is connected.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class ViewCounterTests extends CounterFixture {

	/** Far from midnight, so that a test has one day. */
	private final ZoneId zone = ZoneOffset.ofHours(12 - Instant.now().atZone(UTC).getHour());

	private final Background background = new Background();

	private final List<ViewCounter> open = new ArrayList<>();

	private final LocalDate day = today(this.zone);

	/** Sends nothing by itself within a test. */
	private final ViewCounterSettings slow = ViewCounterSettings.defaults()
		.withZone(this.zone)
		.withFlushInterval(Duration.ofMinutes(1));

	private final ViewCounter views = counter(this.slow);

	ViewCounterTests(RedisTopology topology) {
		super(topology);
	}

	@AfterEach
	void close() {
		this.open.forEach(ViewCounter::close);
		this.background.close();
	}

	@Test
	void countsByPageAndForTheName() {
		this.views.record("shop", "1");
		this.views.record("shop", "1");
		this.views.record("shop", "2", 40);
		this.views.record("post", "1", 7);
		assertThat(this.views.pending()).isEqualTo(49);
		this.views.flush();
		assertThat(this.views.pending()).isZero();
		assertThat(this.views.count("shop", "1", this.day)).isEqualTo(2);
		assertThat(this.views.count("shop", "2", this.day)).isEqualTo(40);
		assertThat(this.views.count("shop", "3", this.day)).isZero();
		assertThat(this.views.count("shop", this.day)).isEqualTo(42);
		assertThat(this.views.count("post", this.day)).isEqualTo(7);
		assertThat(this.views.count("other", this.day)).isZero();
		assertThat(this.views.count("shop", "1", this.day.minusDays(1499), this.day)).isEqualTo(2);
		assertThat(this.views.count("shop", this.day.minusDays(3), this.day.minusDays(1))).isZero();
	}

	@Test
	void losesNoneOfManyThreadsWhileItSends() {
		ViewCounter quick = counter(this.slow.withFlushInterval(Duration.ofMillis(100)));
		Concurrently.run(8, () -> IntStream.range(0, 20_000).forEach((i) -> quick.record("shop", "" + i % 50)));
		quick.flush();
		assertThat(quick.count("shop", this.day)).isEqualTo(160_000);
		assertThat(quick.top("shop", this.day, 1000)).hasSize(50)
			.allSatisfy((page) -> assertThat(page.views()).isEqualTo(3200));
	}

	@Test
	void sendsByItselfAfterTheInterval() {
		ViewCounter quick = counter(this.slow.withFlushInterval(Duration.ofMillis(100)));
		quick.record("shop", "1");
		await().untilAsserted(() -> assertThat(this.views.count("shop", "1", this.day)).isEqualTo(1));
		await().untilAsserted(() -> assertThat(quick.pending()).isZero());
	}

	@Test
	void sendsOneScriptHoweverManyPagesThereAre() {
		this.views.record("shop", "warm");
		this.views.flush();
		IntStream.range(0, ViewCounter.MAX_BATCH).forEach((i) -> this.views.record("shop", "" + i));
		server().resetStats();
		this.views.flush();
		assertThat(server().commandCalls()).containsEntry("evalsha", 1L);
		assertThat(this.views.count("shop", this.day)).isEqualTo(ViewCounter.MAX_BATCH + 1);
		IntStream.range(0, 2 * ViewCounter.MAX_BATCH + 1).forEach((i) -> this.views.record("shop", "" + i));
		server().resetStats();
		this.views.flush();
		assertThat(server().commandCalls()).containsEntry("evalsha", 3L);
		assertThat(this.views.count("shop", this.day)).isEqualTo(3 * ViewCounter.MAX_BATCH + 2);
	}

	@Test
	void sendsNothingWithoutViews() {
		ViewCounter quick = counter(this.slow.withFlushInterval(Duration.ofMillis(100)));
		quick.record("shop", "1");
		await().until(() -> quick.pending() == 0);
		server().resetStats();
		await().pollDelay(Duration.ofMillis(500)).until(() -> true);
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval");
	}

	@Test
	void countsAtOnceInExactMode() {
		ViewCounter exact = counter(this.slow.withExact(true));
		exact.record("shop", "1");
		exact.record("shop", "1", 2);
		assertThat(this.views.count("shop", "1", this.day)).isEqualTo(3);
		assertThat(exact.pending()).isZero();
		assertThat(keysLeft()).filteredOn((key) -> key.contains(":sent:"))
			.allSatisfy((key) -> assertThat(number("PTTL", key)).isLessThan(120_000));
	}

	@Test
	void hasCurvesOfMinutesHoursAndDays() {
		this.views.record("shop", "1", 3);
		this.views.record("shop", "2", 4);
		this.views.flush();
		Instant now = serverTime();
		for (ViewUnit unit : ViewUnit.values()) {
			Instant from = now.minus(Duration.ofMinutes(3));
			Instant to = now.plus(Duration.ofMinutes(1));
			assertThat(this.views.curve("shop", "1", unit, from, to)).as("%s", unit)
				.extracting(ViewCount::views)
				.filteredOn((count) -> count > 0)
				.containsExactly(3L);
			assertThat(this.views.curve("shop", unit, from, to).stream().mapToLong(ViewCount::views).sum())
				.isEqualTo(7);
		}
		List<ViewCount> minutes = this.views.curve("shop", ViewUnit.MINUTE, Instant.parse("2026-01-01T10:00:30Z"),
				Instant.parse("2026-01-01T10:03:00Z"));
		assertThat(minutes).extracting(ViewCount::begin)
			.containsExactly(Instant.parse("2026-01-01T10:00:00Z"), Instant.parse("2026-01-01T10:01:00Z"),
					Instant.parse("2026-01-01T10:02:00Z"));
		LocalDate first = LocalDate.of(2026, 1, 1);
		assertThat(this.views.curve("shop", ViewUnit.DAY, first.atTime(10, 0).atZone(this.zone).toInstant(),
				first.plusDays(1).atTime(10, 0).atZone(this.zone).toInstant()))
			.extracting(ViewCount::begin)
			.containsExactly(first.atStartOfDay(this.zone).toInstant(),
					first.plusDays(1).atStartOfDay(this.zone).toInstant());
	}

	@Test
	void aCurveOfAnInstantHasThePointThatContainsIt() {
		Instant from = this.day.atStartOfDay(this.zone).toInstant();
		for (ViewUnit unit : ViewUnit.values()) {
			assertThat(this.views.curve("shop", unit, from, from.plusNanos(1))).as("%s", unit)
				.extracting(ViewCount::begin)
				.containsExactly(from);
			assertThat(this.views.curve("shop", unit, from.minusNanos(1), from.plusNanos(1))).as("%s", unit)
				.extracting(ViewCount::begin)
				.hasSize(2)
				.endsWith(from);
		}
	}

	@Test
	void aBatchOfATimeThatIsNoLongerKeptIsNotLost() {
		// The clock of a machine that could not ask the server yet.
		ViewBatch batch = ViewBatch.of(Duration.ofDays(1).toMillis(), "1", 5);
		List<Object> reply = new ViewStore(port(), this.keys).addAlone("shop", batch, this.slow);
		assertThat(Utf8.number(reply.get(0))).isEqualTo(-1);
		assertThat(Instant.ofEpochMilli(Utf8.number(reply.get(1)))).isCloseTo(serverTime(),
				within(1, ChronoUnit.MINUTES));
		assertThat(keysLeft()).isEmpty();
	}

	@Test
	void namesTheMostViewedPages() {
		IntStream.rangeClosed(1, 30).forEach((i) -> this.views.record("shop", "p" + i, i));
		this.views.flush();
		assertThat(this.views.top("shop", this.day, 3)).containsExactly(new PageViews("p30", 30),
				new PageViews("p29", 29), new PageViews("p28", 28));
		assertThat(this.views.top("shop", this.day, 1000)).hasSize(30);
		assertThat(this.views.top("shop", this.day.minusDays(1), 10)).isEmpty();
	}

	@Test
	void listsNoMorePagesThanItMayAndKeepsTheSum() {
		List<String> unlisted = new ArrayList<>();
		ViewCounter few = counter(this.slow.withMaxPages(3), new ViewCounterObserver() {

			@Override
			public void unlisted(String name, long views) {
				unlisted.add(name + views);
			}

		});
		IntStream.range(0, 3).forEach((i) -> few.record("shop", "p" + i));
		few.flush();
		IntStream.range(0, 5).forEach((i) -> few.record("shop", "p" + i, 10));
		few.flush();
		assertThat(unlisted).containsExactly("shop20");
		assertThat(few.top("shop", this.day, 10)).extracting(PageViews::views).containsExactly(11L, 11L, 11L);
		assertThat(few.count("shop", this.day)).isEqualTo(53);
		Instant now = serverTime();
		List<ViewCount> hours = few.curve("shop", ViewUnit.HOUR, now.minusSeconds(60), now.plusSeconds(1));
		assertThat(hours.stream().mapToLong(ViewCount::views).sum()).isEqualTo(53);
		assertThat(few.curve("shop", "p4", ViewUnit.HOUR, now.minusSeconds(60), now.plusSeconds(1)))
			.allSatisfy((point) -> assertThat(point.views()).isZero());
	}

	@Test
	void holdsNoMorePagesInMemoryThanItMayAndKeepsTheSum() {
		ViewCounter few = counter(this.slow.withMaxPendingPages(2));
		IntStream.range(0, 5).forEach((i) -> few.record("shop", "p" + i));
		few.record("post", "p");
		few.flush();
		assertThat(few.top("shop", this.day, 10)).hasSize(2);
		assertThat(few.count("shop", this.day)).isEqualTo(5);
		assertThat(few.count("post", this.day)).isEqualTo(1);
		assertThat(few.top("post", this.day, 10)).isEmpty();
	}

	@Test
	void expiresEachPeriodAfterItsRetention() {
		this.views.record("shop", "1");
		this.views.flush();
		assertThat(keysLeft()).hasSize(5).allSatisfy((key) -> {
			long left = number("PTTL", key);
			Duration kept = key.contains(":minute:") ? Duration.ofHours(2) : key.contains(":hour:") ? Duration.ofDays(8)
					: key.contains(":day:") ? Duration.ofDays(400) : Duration.ZERO;
			// A minute, or an hour, may have ended since.
			assertThat(left).isBetween(Math.max(1, kept.toMillis() - 60_000), kept.plusDays(1).toMillis());
		});
	}

	@Test
	void countsWhatAKeyOfAnotherTypeKeptOutLater() {
		String key = this.keys.key("views", "shop", "day:" + this.day.toString().replace("-", ""));
		raw("SET", key, "somebody's");
		this.views.record("shop", "1");
		this.views.record("post", "1");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(this.views::flush);
		assertThat(this.views.count("post", this.day)).isEqualTo(1);
		assertThat(this.views.pending()).isEqualTo(1);
		assertThat(keysLeft()).filteredOn((left) -> left.contains("{shop}")).containsExactly(key);
		raw("DEL", key);
		this.views.record("shop", "1");
		this.views.flush();
		assertThat(this.views.count("shop", "1", this.day)).isEqualTo(2);
	}

	@Test
	void goesOnAfterSingleKeysWereLost() {
		this.views.record("shop", "1");
		this.views.flush();
		for (String key : keysLeft()) {
			raw("DEL", key);
			this.views.record("shop", "1");
			this.views.flush();
		}
		assertThat(this.views.count("shop", "1", this.day)).isBetween(1L, 6L);
	}

	@Test
	void acceptsAnyText() {
		String page = "/商店/{1}?a=b c\u0000\uD83D\uDE00";
		this.views.record("{shop}: 1", page);
		this.views.flush();
		assertThat(this.views.top("{shop}: 1", this.day, 1)).containsExactly(new PageViews(page, 1));
	}

	@Test
	void rejectsWhatIsOutOfRange() {
		server().resetStats();
		assertThatIllegalArgumentException().isThrownBy(() -> this.views.record("", "1"))
			.withMessageStartingWith("name ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.views.record("x".repeat(201), "1"))
			.withMessageStartingWith("name ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.views.record("shop", ""))
			.withMessageStartingWith("page ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.views.record("shop", "x".repeat(513)))
			.withMessageStartingWith("page ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.views.record("shop", "\uD83D"))
			.withMessageStartingWith("page ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.views.record("shop", "1", 0))
			.withMessageStartingWith("views ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.views.record("shop", "1", 1_000_000_001))
			.withMessageStartingWith("views ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.views.top("shop", this.day, 1001))
			.withMessageStartingWith("limit ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.views.count("shop", this.day, this.day.minusDays(1)))
			.withMessageStartingWith("to ");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.views.count("shop", this.day.minusDays(1500), this.day))
			.withMessageStartingWith("to ");
		Instant now = Instant.now();
		assertThatIllegalArgumentException().isThrownBy(() -> this.views.curve("shop", ViewUnit.MINUTE, now, now))
			.withMessageStartingWith("to ");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.views.curve("shop", ViewUnit.MINUTE, now.minus(Duration.ofHours(26)), now))
			.withMessageStartingWith("to ");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.views.curve("shop", ViewUnit.DAY, Instant.MIN, Instant.MAX))
			.withMessageStartingWith("from ");
		assertThat(this.views.pending()).isZero();
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval");
	}

	@Test
	void refusesNamesThatVaryAsPagesDo() {
		IntStream.range(0, ViewCounter.MAX_NAMES).forEach((i) -> this.views.record("page" + i, "1"));
		assertThatIllegalStateException().isThrownBy(() -> this.views.record("one more", "1"))
			.withMessageContaining("1000");
		this.views.record("page0", "1");
		assertThat(this.views.pending()).isEqualTo(1001);
	}

	@Test
	void sendsWhatIsPendingWhenItIsClosed() {
		ViewCounter other = counter(this.slow);
		other.record("shop", "1", 5);
		other.close();
		assertThat(this.views.count("shop", this.day)).isEqualTo(5);
		assertThatIllegalStateException().isThrownBy(() -> other.record("shop", "1"));
		assertThat(this.views.count("shop", this.day)).isEqualTo(5);
	}

	@Test
	void survivesAnObserverThatThrows() {
		AtomicInteger told = new AtomicInteger();
		ViewCounter observed = counter(this.slow, new ViewCounterObserver() {

			@Override
			public void counted(String name, long views) {
				told.incrementAndGet();
				throw new IllegalStateException("an observer of the test");
			}

		});
		observed.record("shop", "1");
		observed.flush();
		assertThat(told).hasValue(1);
		assertThat(observed.pending()).isZero();
	}

	private ViewCounter counter(ViewCounterSettings settings) {
		return counter(settings, ViewCounterObserver.NONE);
	}

	private ViewCounter counter(ViewCounterSettings settings, ViewCounterObserver observer) {
		ViewCounter created = ViewCounter.create(port(), this.keys, new LiveSettings<>(settings), this.background,
				observer);
		this.open.add(created);
		return created;
	}

	private Instant serverTime() {
		List<?> time = (List<?>) server().nodes().get(0).command("TIME");
		return Instant.ofEpochSecond(Long.parseLong(String.valueOf(time.get(0))));
	}

}
