// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Troubles.Kind;
import io.github.rediscomponents.support.Troubles.Trouble;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.acl.AsDefaultUser;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What is granted on top of states that are hard to come by: a clock that was set back, a
 * sequence that is used up, data that was forgotten.
 */
class IdGrantTests {

	private static final long DAY = 86_400;

	/** Of blocks that are not dropped while a thread stands still. */
	private static final Duration LONG = Duration.ofMinutes(1);

	private final RedisServer server = SharedRedis.standalone();

	private final String key = UUID.randomUUID().toString();

	@Test
	void goesOnFromTheLastGrantWhenTheClockWasSetBack() {
		long hourAhead = millis() + Duration.ofHours(1).toMillis();
		remember(IdLayout.DEFAULT, hourAhead, 5, millis(), runId());
		long[] ids = worker(IdLayout.DEFAULT).nextIds(this.key, 1000);
		IdWorkerTests.assertIncreasing(ids);
		assertThat(parts(IdLayout.DEFAULT, ids[0])).isEqualTo(new IdParts(Instant.ofEpochMilli(hourAhead), 6));
		assertThat(parts(IdLayout.DEFAULT, ids[999])).isEqualTo(new IdParts(Instant.ofEpochMilli(hourAhead), 1005));
	}

	@Test
	void runsNoFasterThanTimeWhenTheClockWasSetBack() {
		long before = millis();
		long ahead = before + Duration.ofHours(1).toMillis();
		remember(IdLayout.JS_SAFE, ahead, 4095, before, runId());
		long[] ids = worker(IdLayout.JS_SAFE).nextIds(this.key, 10 * 4096);
		IdWorkerTests.assertIncreasing(ids);
		assertThat(parts(IdLayout.JS_SAFE, ids[0])).isEqualTo(new IdParts(Instant.ofEpochMilli(ahead + 1), 0));
		long led = parts(IdLayout.JS_SAFE, ids[ids.length - 1]).instant().toEpochMilli() - ahead;
		assertThat(led).isBetween(10L, millis() - before);
	}

	@ParameterizedTest
	@EnumSource
	void goesOnAlthoughTheClockWasSetBackWhenTheSequenceWasUsedUp(IdLayout layout) {
		long ahead = layout.units(serverTime().plus(Duration.ofHours(1)));
		// The clock was an hour ahead when that was granted.
		remember(layout, ahead, layout.size() - 1, ahead, runId());
		long id = worker(layout).nextId(this.key);
		long led = layout.units(parts(layout, id).instant()) - ahead;
		assertThat(led).isBetween(1L, layout.units(serverTime().plus(Duration.ofHours(1))) - ahead);
	}

	@Test
	void staysAboveItsOwnIdsWhenTheClockWasSetBackAndDataWasLost() {
		long ahead = millis() + Duration.ofHours(1).toMillis();
		remember(IdLayout.DEFAULT, ahead, 5, millis(), runId());
		IdWorker worker = IdWorker.create(TestPorts.standalone(), new KeySpace("test"),
				new LiveSettings<>(IdSettings.defaults().withMaxAge(LONG).withBlocks(1, 1)), new Background());
		long before = worker.nextId(this.key);
		this.server.command("DEL", redisKey(IdLayout.DEFAULT));
		long after = worker.nextIds(this.key, 10)[9];
		assertThat(after).isGreaterThan(before);
		assertThat(worker.parse(after).instant()).isAfterOrEqualTo(Instant.ofEpochMilli(ahead));
	}

	@Test
	void goesOnWithTheSequenceWithinADayInTheClassicLayout() {
		long second = awaitEarlyInTheDay();
		remember(IdLayout.CLASSIC, second - 1, 1000, second - 1, runId());
		long id = worker(IdLayout.CLASSIC).nextId(this.key);
		assertThat(parts(IdLayout.CLASSIC, id).sequence()).isEqualTo(1001);
		assertThat(parts(IdLayout.CLASSIC, id).instant()).isBetween(Instant.ofEpochSecond(second), serverTime());
	}

	@Test
	void usersWithAndWithoutTheRightToInfoDoNotStartOverInTurns() {
		this.server.command("ACL", "SETUSER", "noinfo", "on", ">secret", "~*", "+@all", "-@dangerous");
		CommandPort restricted = TestPorts
			.open("redis://noinfo:secret@" + this.server.host() + ":" + this.server.port(), Duration.ofSeconds(30));
		IdWorker without = IdWorker.create(restricted, new KeySpace("test"),
				new LiveSettings<>(IdSettings.defaults().withMaxAge(LONG).withLayout(IdLayout.CLASSIC)),
				new Background());
		long second = awaitEarlyInTheDay();
		remember(IdLayout.CLASSIC, second - 1, 1000, second - 1, runId());
		assertThat(parts(IdLayout.CLASSIC, without.nextId(this.key)).sequence()).isEqualTo(1001);
		assertThat(this.server.command("HGET", redisKey(IdLayout.CLASSIC), "r")).isEqualTo(runId());
		long granted = Long.parseLong(String.valueOf(this.server.command("HGET", redisKey(IdLayout.CLASSIC), "s")));
		assertThat(parts(IdLayout.CLASSIC, worker(IdLayout.CLASSIC).nextId(this.key)).sequence())
			.isEqualTo(granted + 1);
		restricted.close();
	}

	@Test
	void beginsTheSequenceAgainWithANewDayInTheClassicLayout() {
		long second = millis() / 1000;
		remember(IdLayout.CLASSIC, second - DAY, 1000, second - DAY, runId());
		long id = worker(IdLayout.CLASSIC).nextId(this.key);
		assertThat(parts(IdLayout.CLASSIC, id).sequence()).isZero();
	}

	@Test
	void goesOnInTheNextSecondWhenTheSequenceOfADayIsUsedUp() {
		long second = awaitEarlyInTheDay();
		remember(IdLayout.CLASSIC, second - 1, IdLayout.CLASSIC.size() - 3, second - 1, runId());
		long[] ids = worker(IdLayout.CLASSIC).nextIds(this.key, 4);
		IdWorkerTests.assertIncreasing(ids);
		assertThat(LongStream.of(ids).map((id) -> parts(IdLayout.CLASSIC, id).sequence()))
			.containsExactly(IdLayout.CLASSIC.size() - 2, IdLayout.CLASSIC.size() - 1, 0L, 1L);
		assertThat(parts(IdLayout.CLASSIC, ids[2]).instant()).isAfter(parts(IdLayout.CLASSIC, ids[1]).instant());
	}

	@ParameterizedTest
	@EnumSource
	@AsDefaultUser("the restart of a server is seen by INFO")
	void grantsNothingUpToTheMomentAtWhichAnotherServerTookOver(IdLayout layout) {
		Instant takeover = serverTime();
		long units = layout.units(takeover);
		// As if a replica were promoted that did not get the last grants.
		remember(layout, units - 100, 7, units - 100, "0123456789abcdef0123456789abcdef01234567");
		long id = worker(layout).nextId(this.key);
		assertThat(layout.units(parts(layout, id).instant())).isGreaterThan(units);
		assertThat(this.server.command("HGET", redisKey(layout), "r")).isEqualTo(runId());
	}

	@ParameterizedTest
	@EnumSource
	void keepsOneHashAKeyThatDoesNotExpire(IdLayout layout) {
		worker(layout).nextId(this.key);
		assertThat((List<?>) this.server.command("KEYS", "*" + this.key + "*")).hasSize(1);
		assertThat(this.server.command("TTL", redisKey(layout))).isEqualTo("-1");
		assertThat(this.server.command("HLEN", redisKey(layout))).isEqualTo("4");
	}

	@Test
	void whatIsUnwellWithAKeyThatNobodyUsesAgainIsForgotten() {
		AtomicLong clock = new AtomicLong();
		Troubles troubles = new Troubles(clock::get);
		CommandPort port = InterceptedPort.of(TestPorts.standalone(),
				(method, args, real) -> method.getName().equals("troubles") ? troubles : real.proceed());
		IdWorker ids = IdWorker.create(port, new KeySpace("test"),
				new LiveSettings<>(IdSettings.defaults().withMaxAge(LONG)), new Background());
		remember(IdLayout.DEFAULT, millis() + Duration.ofHours(1).toMillis(), 5, millis(), runId());
		ids.nextId(this.key);
		String other = this.key + '2';
		this.server.command("SET", new KeySpace("test").key("id", other, IdLayout.DEFAULT.part()), "not ids");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> ids.nextId(other));
		clock.addAndGet(Duration.ofMinutes(9).toNanos());
		assertThat(troubles.list()).extracting(Trouble::kind)
			.containsExactlyInAnyOrder(Kind.IDS_AHEAD_OF_CLOCK, Kind.IDS_NOT_GRANTED);
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> ids.nextId(other));
		clock.addAndGet(Duration.ofMinutes(2).toNanos());
		assertThat(troubles.list()).extracting(Trouble::kind).containsExactly(Kind.IDS_NOT_GRANTED);
		clock.addAndGet(Duration.ofMinutes(9).toNanos());
		assertThat(troubles.list()).isEmpty();
	}

	private void remember(IdLayout layout, long unit, long sequence, long clock, String run) {
		Map<String, Object> fields = Map.of("t", unit, "s", sequence, "c", clock, "r", run);
		fields.forEach((name, value) -> this.server.command("HSET", redisKey(layout), name, String.valueOf(value)));
	}

	private String redisKey(IdLayout layout) {
		return new KeySpace("test").key("id", this.key, layout.part());
	}

	private IdWorker worker(IdLayout layout) {
		return IdWorker.create(TestPorts.standalone(), new KeySpace("test"),
				new LiveSettings<>(IdSettings.defaults().withMaxAge(LONG).withLayout(layout)), new Background());
	}

	private IdParts parts(IdLayout layout, long id) {
		return worker(layout).parse(id);
	}

	/**
	 * Not in the first seconds of a day, so that the second before is of the same day,
	 * and not in the last ones, so that a slow machine does not come into the next.
	 */
	private long awaitEarlyInTheDay() {
		org.awaitility.Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
			long second = (millis() / 1000) % DAY;
			return second > 1 && second < DAY - 30;
		});
		return millis() / 1000;
	}

	private Instant serverTime() {
		List<?> time = (List<?>) this.server.command("TIME");
		assertThat(time).isNotNull();
		return Instant.ofEpochSecond(Long.parseLong((String) time.get(0)), Long.parseLong((String) time.get(1)) * 1000);
	}

	private long millis() {
		return serverTime().toEpochMilli();
	}

	private String runId() {
		return String.valueOf(this.server.command("INFO", "server"))
			.lines()
			.filter((line) -> line.startsWith("run_id:"))
			.findFirst()
			.orElseThrow()
			.substring("run_id:".length())
			.strip();
	}

}
