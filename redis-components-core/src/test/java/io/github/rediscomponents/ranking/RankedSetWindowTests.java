// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Days, weeks and months of ranked sets.
 */
class RankedSetWindowTests {

	private static final RankedSetSettings ALL = RankedSetSettings.defaults()
		.withPeriods(Period.TOTAL, Period.DAY, Period.WEEK, Period.MONTH);

	private final RedisServer server = SharedRedis.standalone();

	private final String name = UUID.randomUUID().toString();

	@Test
	void countsInEveryWindowAtOnceWithOneScript() {
		RankedSet set = set(ALL, InstantSource.system());
		set.increment("anna", 2);
		this.server.resetStats();
		Scores scores = set.increment("anna", 3);
		assertThat(this.server.commandCalls()).containsEntry("evalsha", 1L);
		assertThat(scores.byPeriod())
			.isEqualTo(Map.of(Period.TOTAL, 5L, Period.DAY, 5L, Period.WEEK, 5L, Period.MONTH, 5L));
		for (Period period : Period.values()) {
			assertThat(set.now(period).top(5)).containsExactly(new RankedMember("anna", 5, 1, 1));
		}
		assertThat(set.remove("anna")).isTrue();
		assertThat(set.now(Period.WEEK).size() + set.now(Period.MONTH).size()).isZero();
	}

	@Test
	void hasNothingOnDaysThatNoClockReaches() {
		RankedSet set = set(ALL, InstantSource.system());
		set.increment("anna", 2);
		for (LocalDate day : List.of(LocalDate.MIN, LocalDate.EPOCH, LocalDate.of(9999, 12, 31), LocalDate.MAX)) {
			for (Period period : List.of(Period.DAY, Period.WEEK, Period.MONTH)) {
				assertThat(set.on(period, day).size()).as(period + " of " + day).isZero();
				assertThat(set.on(period, day).get("anna")).isEmpty();
			}
			assertThat(set.on(Period.TOTAL, day).size()).isOne();
		}
	}

	@Test
	void tellsThePeriodsOfARepeatedOperationAsTheyWereThen() {
		RankedSetSettings before = RankedSetSettings.defaults().withPeriods(Period.DAY, Period.MONTH);
		Scores made = set(before, InstantSource.system()).increment("anna", 5, "gift-1");
		set(before, InstantSource.system()).increment("anna", 2);
		Scores repeated = set(ALL, InstantSource.system()).increment("anna", 5, "gift-1");
		assertThat(repeated).isEqualTo(made);
		assertThat(repeated.byPeriod()).isEqualTo(Map.of(Period.DAY, 5L, Period.MONTH, 5L));
	}

	@Test
	void changesNoWindowWhenOneRefuses() {
		RankedSet set = set(ALL.withScores(0, 10), InstantSource.system());
		set.set("anna", 9);
		String day = key(RankingWindow.at(Period.DAY, ALL, now()).part());
		this.server.command("DEL", day);
		this.server.command("DEL", day + ":members");
		assertThatExceptionOfType(ScoreRangeException.class).isThrownBy(() -> set.increment("anna", 2));
		assertThat(set.now(Period.DAY).size()).isZero();
		assertThat(set.total().get("anna").orElseThrow().score()).isEqualTo(9);
	}

	@ParameterizedTest
	@ValueSource(ints = { -400, -1, 1, 400 })
	void followsTheServersClockWhateverThisMachinesSays(int days) {
		InstantSource wrong = Clock.offset(Clock.systemUTC(), Duration.ofDays(days));
		RankedSet set = set(ALL, wrong);
		set.increment("anna", 1);
		set.increment("anna", 1);
		RankedSet right = set(ALL, InstantSource.system());
		assertThat(right.now(Period.DAY).get("anna").orElseThrow().score()).isEqualTo(2);
		assertThat(set(ALL, wrong).now(Period.MONTH).get("anna").orElseThrow().score()).isEqualTo(2);
		this.server.resetStats();
		set.increment("anna", 1);
		assertThat(this.server.commandCalls()).as("has learnt the difference").containsEntry("evalsha", 1L);
	}

	@Test
	void goesOverToTheNextWindowAtMidnightOfItsZone() {
		// A few seconds to midnight, and more of them if it came before the set was
		// filled.
		int seconds = 1;
		RankedSet set;
		LocalDate day;
		Instant midnight;
		List<RankedMember> top;
		do {
			seconds *= 3;
			Instant now = Instant.ofEpochMilli(now());
			ZoneId zone = zoneWithMidnight(now.plusSeconds(seconds));
			day = now.atZone(zone).toLocalDate();
			midnight = day.plusDays(1).atStartOfDay(zone).toInstant();
			set = new RedisRankedSets(TestPorts.standalone(), new KeySpace("test"), new LiveSettings<>(Map.of()),
					InstantSource.system())
				.get(this.name + seconds,
						RankedSetSettings.defaults().withPeriods(Period.TOTAL, Period.DAY).withZone(zone));
			assertThat(set.increment("anna", 5).in(Period.DAY)).isEqualTo(5);
			top = set.now(Period.DAY).top(1);
		}
		while (!Instant.ofEpochMilli(now()).isBefore(midnight));
		assertThat(top).hasSize(1);
		Ranking today = set.now(Period.DAY);
		await().atMost(Duration.ofMinutes(2)).until(() -> today.size() == 0);
		Scores after = set.increment("anna", 1);
		assertThat(after.in(Period.DAY)).isEqualTo(1);
		assertThat(after.total()).isEqualTo(6);
		assertThat(set.on(Period.DAY, day).get("anna").orElseThrow().score()).isEqualTo(5);
		assertThat(set.on(Period.DAY, day.plusDays(1)).get("anna").orElseThrow().score()).isEqualTo(1);
	}

	@Test
	void forgetsWindowsWhenEnoughHaveFollowed() {
		RankedSet set = set(ALL.withKeep(2), InstantSource.system());
		set.set("anna", 1);
		RankingWindow day = RankingWindow.at(Period.DAY, ALL.withKeep(2), now());
		for (String key : new String[] { key(day.part()), key(day.part() + ":members") }) {
			long before = now();
			long left = Long.parseLong(String.valueOf(this.server.command("PTTL", key)));
			assertThat(day.until() + 2 * 86_400_000L).isBetween(before + left - 2000, now() + left + 2000);
		}
		assertThat(this.server.command("PTTL", key("total"))).hasToString("-1");
	}

	@ParameterizedTest
	@CsvSource({ "DAY,2026-11-20T23:59:59.999Z,UTC,day:2026-11-20,2026-11-20T00:00:00Z,2026-11-21T00:00:00Z",
			"DAY,2026-11-20T16:00:00Z,Asia/Shanghai,day:2026-11-21,2026-11-20T16:00:00Z,2026-11-21T16:00:00Z",
			"DAY,2026-03-29T12:00:00Z,Europe/Berlin,day:2026-03-29,2026-03-28T23:00:00Z,2026-03-29T22:00:00Z",
			"DAY,2026-10-25T12:00:00Z,Europe/Berlin,day:2026-10-25,2026-10-24T22:00:00Z,2026-10-25T23:00:00Z",
			"DAY,2018-11-04T12:00:00Z,America/Sao_Paulo,day:2018-11-04,2018-11-04T03:00:00Z,2018-11-05T02:00:00Z",
			"WEEK,2027-01-03T12:00:00Z,UTC,week:2026-W53,2026-12-28T00:00:00Z,2027-01-04T00:00:00Z",
			"WEEK,2024-12-30T00:00:00Z,UTC,week:2025-W01,2024-12-30T00:00:00Z,2025-01-06T00:00:00Z",
			"MONTH,2028-02-29T12:00:00Z,UTC,month:2028-02,2028-02-01T00:00:00Z,2028-03-01T00:00:00Z" })
	void knowsWhereWindowsBeginAndEnd(Period period, Instant at, ZoneId zone, String part, Instant from,
			Instant until) {
		RankingWindow window = RankingWindow.at(period, ALL.withZone(zone), at.toEpochMilli());
		assertThat(window.part()).isEqualTo(part);
		assertThat(Instant.ofEpochMilli(window.from())).isEqualTo(from);
		assertThat(Instant.ofEpochMilli(window.until())).isEqualTo(until);
	}

	@Test
	void opensDeclaredSetsAndFollowsTheirDeclarations() {
		LiveSettings<Map<String, RankedSetSettings>> declared = new LiveSettings<>(
				Map.of(this.name, RankedSetSettings.defaults()));
		RankedSets sets = RankedSets.create(TestPorts.standalone(), new KeySpace("test"), declared);
		RankedSet set = sets.get(this.name);
		set.set("anna", 50);
		declared.swap(Map.of(this.name, RankedSetSettings.defaults().withScores(0, 10).withOrder(RankOrder.LOWEST)));
		assertThatIllegalArgumentException().isThrownBy(() -> set.set("anna", 50)).withMessageStartingWith("score ");
		set.set("ben", 10);
		assertThat(set.total().top(1)).extracting(RankedMember::member).containsExactly("anna");
		assertThat(set.name()).isEqualTo(this.name);
		assertThatIllegalArgumentException().isThrownBy(() -> sets.get("other")).withMessageStartingWith("name ");
	}

	@Test
	void refusesSettingsThatAreOutOfRangeAndNamesThem() {
		RankedSetSettings fine = RankedSetSettings.defaults();
		assertThatIllegalArgumentException().isThrownBy(() -> fine.withKeep(367))
			.withMessageStartingWith("ranked-set.keep ");
		assertThatIllegalArgumentException().isThrownBy(() -> fine.withPeriods())
			.withMessageStartingWith("ranked-set.periods ");
		assertThatIllegalArgumentException().isThrownBy(() -> fine.withScores(Long.MIN_VALUE, 0))
			.withMessageStartingWith("ranked-set.min-score ");
		assertThatIllegalArgumentException().isThrownBy(() -> fine.withScores(5, 4))
			.withMessageStartingWith("ranked-set.max-score ");
		assertThatIllegalArgumentException().isThrownBy(() -> fine.withScores(0, 1L << 53))
			.withMessageStartingWith("ranked-set.max-score ");
		assertThatIllegalArgumentException().isThrownBy(() -> fine.withOperationWindow(Duration.ZERO))
			.withMessageStartingWith("ranked-set.operation-window ");
		assertThat(fine.withPeriods(Period.DAY).periods()).isEqualTo(Set.of(Period.DAY));
	}

	private static ZoneId zoneWithMidnight(Instant at) {
		int offset = Math.floorMod(-at.getEpochSecond(), 86_400);
		return ZoneOffset.ofTotalSeconds((offset > 43_200) ? offset - 86_400 : offset);
	}

	private static long now() {
		return System.currentTimeMillis();
	}

	private String key(String part) {
		return new KeySpace("test").key("ranked-set", this.name, part);
	}

	private RankedSet set(RankedSetSettings settings, InstantSource clock) {
		return new RedisRankedSets(TestPorts.standalone(), new KeySpace("test"), new LiveSettings<>(Map.of()), clock)
			.get(this.name, settings);
	}

}
