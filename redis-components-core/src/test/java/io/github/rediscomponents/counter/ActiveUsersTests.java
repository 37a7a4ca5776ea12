// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.zip.CRC32;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What {@link ActiveUsers} do wherever they are connected.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class ActiveUsersTests extends CounterFixture {

	private final ActiveUsers active = bitmap(DayBitmapSettings.defaults()).activeUsers("app");

	private final LocalDate day = today(UTC).minusDays(10);

	ActiveUsersTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void countsEachUserOfADayOnceHoweverManyMark() {
		List<Integer> marked = Concurrently.repeat(8, 3,
				() -> this.active.mark(this.day, LongStream.range(31_000, 33_500).boxed().toList()));
		assertThat(marked.stream().mapToInt(Integer::intValue).sum()).isEqualTo(2500);
		assertThat(this.active.count(this.day)).isEqualTo(2500);
		assertThat(this.active.isActive(this.day, 31_999)).isTrue();
		assertThat(this.active.isActive(this.day, 32_000)).isTrue();
		assertThat(this.active.isActive(this.day, 33_500)).isFalse();
		assertThat(this.active.isActive(this.day, 0)).isFalse();
		assertThat(this.active.count(this.day.minusDays(1))).isZero();
	}

	@Test
	void marksAtMostAThousandUsersWithOneScript() {
		List<Long> ids = LongStream.range(0, 5500).boxed().toList();
		server().resetStats();
		assertThat(this.active.mark(this.day, ids)).isEqualTo(5500);
		Map<String, Long> calls = server().commandCalls();
		assertThat(calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L)).isGreaterThan(12);
		assertThat(this.active.mark(this.day, ids)).isZero();
		assertThat(this.active.count(this.day)).isEqualTo(5500);
	}

	@Test
	void marksTodayByTheServersClockInTheNamedZone() {
		for (int wrong : new int[] { -400, 0, 400 }) {
			DayBitmap bitmap = bitmap(DayBitmapSettings.defaults(), wrong);
			ActiveUsers east = bitmap.activeUsers("app" + wrong, EAST);
			LocalDate before = today(EAST);
			assertThat(east.mark(7)).isTrue();
			LocalDate after = today(EAST);
			assertThat(east.anyOf(List.of(before, after))).isEqualTo(1);
			assertThat(east.count(today(WEST))).isZero();
			if (before.equals(after) && after.equals(today(EAST))) {
				assertThat(east.mark(7)).isFalse();
			}
		}
	}

	@Test
	void takesAtMostTenKilobytesForTheHighestId() {
		assertThat(this.active.mark(this.day, List.of(4_294_967_295L))).isEqualTo(1);
		assertThat(this.active.count(this.day)).isEqualTo(1);
		assertThat(this.active.isActive(this.day, 4_294_967_295L)).isTrue();
		assertThat(keysLeft()).containsExactlyInAnyOrder(chunkKey(134_217, this.day), indexKey(this.day));
		long bytes = keysLeft().stream().mapToLong(this::memory).sum();
		assertThat(bytes).isLessThanOrEqualTo(10_000);
	}

	@Test
	void takesAtMostTenKilobytesForAChunkHoweverItFills() {
		for (long id : new long[] { 0, 16_000, 24_000, 31_000, 31_992, 31_999 }) {
			this.active.mark(this.day, List.of(id));
			assertThat(memory(chunkKey(0, this.day))).isLessThanOrEqualTo(10_000);
		}
		for (long from = 0; from < 32_000; from += 8000) {
			this.active.mark(this.day, LongStream.range(from, from + 8000).boxed().toList());
		}
		assertThat(this.active.count(this.day)).isEqualTo(32_000);
		assertThat(number("STRLEN", chunkKey(0, this.day))).isEqualTo(4001);
		assertThat(memory(chunkKey(0, this.day))).isLessThanOrEqualTo(10_000);
	}

	@Test
	void agreesWithPlainSetsOnEveryQuestion() {
		Random random = new Random(7);
		Map<LocalDate, Set<Long>> expected = new HashMap<>();
		List<LocalDate> days = IntStream.range(0, 4).mapToObj(this.day::plusDays).toList();
		for (LocalDate one : days) {
			Set<Long> ids = new HashSet<>();
			random.longs(3000, 0, 4000).forEach(ids::add);
			random.longs(20, 0, ActiveUsers.MAX_ID + 1).forEach(ids::add);
			ids.add(ActiveUsers.MAX_ID);
			expected.put(one, ids);
			assertThat(this.active.mark(one, ids)).isEqualTo(ids.size());
			assertThat(this.active.count(one)).isEqualTo(ids.size());
		}
		Set<Long> any = new HashSet<>();
		expected.values().forEach(any::addAll);
		Set<Long> all = new HashSet<>(expected.get(days.get(0)));
		expected.values().forEach(all::retainAll);
		assertThat(this.active.anyOf(days)).isEqualTo(any.size());
		assertThat(this.active.allOf(days)).isEqualTo(all.size()).isPositive();
		Retention retained = this.active.retained(days.get(0), days.subList(1, 4));
		assertThat(retained.size()).isEqualTo(expected.get(days.get(0)).size());
		for (LocalDate later : days.subList(1, 4)) {
			Set<Long> again = new HashSet<>(expected.get(days.get(0)));
			again.retainAll(expected.get(later));
			assertThat(retained.retained()).containsEntry(later, (long) again.size());
			assertThat(retained.rate(later)).isEqualTo((double) again.size() / retained.size());
		}
		assertThat(keysLeft()).noneMatch((key) -> key.endsWith(":work"));
	}

	@Test
	void goesThroughMoreChunksThanOneFlushHas() {
		List<Long> scattered = LongStream.range(0, 2300).map((i) -> i * ActiveUsers.CHUNK + i).boxed().toList();
		assertThat(this.active.mark(this.day, scattered)).isEqualTo(2300);
		assertThat(this.active.mark(this.day.plusDays(1), scattered.subList(100, 2200))).isEqualTo(2100);
		assertThat(this.active.count(this.day)).isEqualTo(2300);
		assertThat(this.active.anyOf(List.of(this.day, this.day.plusDays(1)))).isEqualTo(2300);
		assertThat(this.active.allOf(List.of(this.day, this.day.plusDays(1)))).isEqualTo(2100);
		assertThat(this.active.retained(this.day, List.of(this.day.plusDays(1))).retained())
			.containsEntry(this.day.plusDays(1), 2100L);
	}

	@Test
	void answersForDaysOnWhichNobodyWas() {
		this.active.mark(this.day, List.of(1L, 2L));
		LocalDate empty = this.day.plusDays(1);
		assertThat(this.active.anyOf(List.of(this.day, empty))).isEqualTo(2);
		assertThat(this.active.allOf(List.of(this.day, empty))).isZero();
		assertThat(this.active.retained(empty, List.of(this.day)))
			.isEqualTo(new Retention(empty, 0, Map.of(this.day, 0L)));
		assertThat(this.active.retained(empty, List.of(this.day)).rate(this.day)).isZero();
		assertThat(this.active.retained(this.day, List.of(empty)).retained()).containsEntry(empty, 0L);
		assertThat(this.active.mark(this.day, List.of())).isZero();
	}

	@Test
	void countsWhoIsMarkedEvenIfAnEarlierMarkDiedBeforeItWasDone() {
		// The index has the chunk and the chunk is not there: died in between.
		raw("SADD", indexKey(this.day), "0");
		assertThat(this.active.count(this.day)).isZero();
		assertThat(this.active.mark(this.day, List.of(5L))).isEqualTo(1);
		assertThat(this.active.count(this.day)).isEqualTo(1);
		server().flushAll();
		assertThat(this.active.mark(this.day, List.of(5L))).isEqualTo(1);
		assertThat(this.active.count(this.day)).isEqualTo(1);
	}

	@Test
	void letsADayExpireAsAWhole() {
		Duration retention = Duration.ofDays(30);
		ActiveUsers passing = bitmap(DayBitmapSettings.defaults().withActiveRetention(retention)).activeUsers("app");
		passing.mark(this.day, List.of(1L, 40_000L));
		long expiry = DayBounds.of(this.day, UTC).end() + retention.toMillis();
		List<?> time = (List<?>) server().nodes().get(0).command("TIME");
		long left = expiry - Long.parseLong(String.valueOf(time.get(0))) * 1000;
		assertThat(keysLeft()).hasSize(3)
			.allSatisfy((key) -> assertThat(number("PTTL", key)).isBetween(left - 60_000, left + 1000));
		// The index lives as long as the last of the chunks.
		this.active.mark(this.day, List.of(80_000L));
		passing.mark(this.day, List.of(120_000L));
		long before = number("PTTL", indexKey(this.day));
		long chunk = number("PTTL", chunkKey(2, this.day));
		assertThat(chunk).isBetween(number("PTTL", indexKey(this.day)) - 1000, before + 1000);
		assertThatIllegalArgumentException().isThrownBy(() -> passing.mark(this.day.minusDays(31), List.of(1L)))
			.withMessage("day must be one that is still kept, was " + this.day.minusDays(31));
		assertThat(keysLeft()).hasSize(5);
	}

	@Test
	void givesNamesNumbersWithoutGapsThatStay() {
		List<String> names = IntStream.range(0, 2500).mapToObj((i) -> "user-" + i).toList();
		Map<String, Long> ids = this.active.idsOf(names);
		assertThat(ids.keySet()).containsExactlyElementsOf(names);
		assertThat(new HashSet<>(ids.values())).hasSize(2500);
		// Sixteen shards that grow alike.
		assertThat(ids.values()).allSatisfy((id) -> assertThat(id).isBetween(0L, 16 * 250L));
		assertThat(this.active.idsOf(names)).isEqualTo(ids);
		assertThat(this.active.idOf("user-7")).isEqualTo(ids.get("user-7"));
		// The check value of CRC-32: of "123456789" it is cbf43926.
		assertThat(this.active.idOf("123456789") % 16).isEqualTo(6);
		assertThat(this.active.mark("user-7")).isTrue();
		assertThat(this.active.isActive(today(UTC), ids.get("user-7"))
				|| this.active.isActive(today(UTC).minusDays(1), ids.get("user-7")))
			.isTrue();
		List<Long> raced = Concurrently.repeat(8, 1, () -> this.active.idOf("new"));
		assertThat(new HashSet<>(raced)).hasSize(1).doesNotContainAnyElementsOf(ids.values());
	}

	@Test
	void reusesNoNumberWhenOneKeyOfAShardIsLostAfterTheOther() {
		// All of one shard.
		List<String> names = IntStream.range(0, 2000)
			.mapToObj((i) -> "user-" + i)
			.filter((name) -> crc32(name) % ActiveUserStore.SHARDS == 3)
			.limit(60)
			.toList();
		this.active.idsOf(names.subList(0, 10));
		assertThat(raw("DEL", shardKey("numbers"))).isEqualTo("1");
		Map<String, Long> ids = new HashMap<>(this.active.idsOf(names.subList(10, 20)));
		assertThat(raw("DEL", shardKey("next"))).isEqualTo("1");
		ids.putAll(this.active.idsOf(names.subList(20, 60)));
		assertThat(new HashSet<>(ids.values())).hasSize(50);
		assertThat(ids.values()).allSatisfy((id) -> assertThat(id).isGreaterThanOrEqualTo(16 * 10));
	}

	private static long crc32(String name) {
		CRC32 crc = new CRC32();
		crc.update(Utf8.bytes(name));
		return crc.getValue();
	}

	private String shardKey(String part) {
		return this.keys.key("active-users", "app:3", part);
	}

	@Test
	void keepsNamesApart() {
		DayBitmap bitmap = bitmap(DayBitmapSettings.defaults());
		bitmap.activeUsers("a:0").mark(this.day, List.of(1L));
		assertThat(bitmap.activeUsers("a").count(this.day)).isZero();
		assertThat(bitmap.activeUsers("a").mark(this.day, List.of(1L))).isEqualTo(1);
		assertThat(keysLeft()).hasSize(4);
	}

	@Test
	void marksWithOneCommandOnceAChunkIsThere() {
		this.active.mark(1);
		this.active.mark(this.day, List.of(1L));
		server().resetStats();
		this.active.mark(2);
		this.active.mark(this.day, List.of(2L, 3L));
		assertThat(server().commandCalls()).containsEntry("evalsha", 2L);
	}

	@Test
	void refusesBadArgumentsBeforeAnythingIsWritten() {
		LocalDate future = today(UTC).plusDays(2);
		assertThatIllegalArgumentException().isThrownBy(() -> this.active.mark(future, List.of(1L)))
			.withMessage("day must not be in the future, was " + future);
		server().resetStats();
		assertThatIllegalArgumentException().isThrownBy(() -> this.active.mark(-1))
			.withMessage("id must be between 0 and 4294967295, was -1");
		assertThatIllegalArgumentException().isThrownBy(() -> this.active.mark(4_294_967_296L))
			.withMessageStartingWith("id ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.active.mark(this.day, List.of(1L, -1L)))
			.withMessageStartingWith("id ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.active.isActive(this.day, -1))
			.withMessageStartingWith("id ");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.active.mark(this.day, LongStream.range(0, 10_001).boxed().toList()))
			.withMessageStartingWith("ids ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.active.anyOf(List.of()))
			.withMessageStartingWith("days ");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.active.allOf(IntStream.range(0, 101).mapToObj(this.day::plusDays).toList()))
			.withMessageStartingWith("days ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.active.mark("")).withMessageStartingWith("user ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.active.idsOf(List.of("x".repeat(201))))
			.withMessageStartingWith("users ");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> bitmap(DayBitmapSettings.defaults()).activeUsers("x".repeat(201)))
			.withMessageStartingWith("name ");
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval", "getbit");
		assertThat(keysLeft()).isEmpty();
	}

	@Test
	void remembersNoChunkOfADayThatIsRefused() {
		LocalDate future = today(UTC).plusDays(2);
		assertThatIllegalArgumentException().isThrownBy(() -> this.active.mark(future, List.of(1L)));
		assertThat(this.active.count(future)).isZero();
		assertThat(keysLeft()).isEmpty();
	}

	@Test
	void changesNothingWhenAKeyHoldsAnotherType() {
		raw("RPUSH", chunkKey(0, this.day), "x");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.active.mark(this.day, List.of(1L)))
			.withMessageContaining("WRONGTYPE");
		assertThat(keysLeft()).containsExactly(chunkKey(0, this.day));
		raw("DEL", chunkKey(0, this.day));
		raw("SET", indexKey(this.day), "x");
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> this.active.mark(this.day, List.of(1L)));
		assertThat(keysLeft()).containsExactly(indexKey(this.day));
	}

	private String chunkKey(long chunk, LocalDate of) {
		return this.keys.key("active-users", "app:" + chunk, of.toString().replace("-", ""));
	}

	private String indexKey(LocalDate of) {
		return this.keys.key("active-users", "app", "chunks:" + of.toString().replace("-", ""));
	}

	@Test
	void leavesNoWorkBehindWhenALaterDayHoldsAnotherType() {
		List<LocalDate> days = List.of(this.day, this.day.plusDays(1), this.day.plusDays(2));
		days.forEach((each) -> this.active.mark(each, List.of(1L)));
		raw("DEL", chunkKey(0, days.get(2)));
		raw("RPUSH", chunkKey(0, days.get(2)), "x");
		List<String> before = List.copyOf(keysLeft());
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> this.active.retained(this.day, days.subList(1, 3)))
			.withMessageContaining("WRONGTYPE");
		assertThat(keysLeft()).containsExactlyInAnyOrderElementsOf(before);
	}

}
