// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.structure;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.LongStream;

import org.redisson.api.RBitSet;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.benchmarks.Waits;
import io.github.rediscomponents.benchmarks.structure.SideBySide.Peer;
import io.github.rediscomponents.counter.ActiveUsers;
import io.github.rediscomponents.counter.CheckIns;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.counter.DayBitmapSettings;

/**
 * A bit for each user and day, beside one bitmap for each day: with ids without gaps, and
 * what the largest id costs where nothing was before.
 */
final class BitmapSpeed {

	private static final long USERS = 1_000_000;

	private static final int BATCH = 10_000;

	private static final int FIRSTS = 5;

	private BitmapSpeed() {
	}

	static void print(int rounds) {
		try (BenchRedis redis = new BenchRedis()) {
			DayBitmap bitmap = DayBitmap.create(redis.port, redis.keys,
					new LiveSettings<>(DayBitmapSettings.defaults()));
			LocalDate today = LocalDate.now(ZoneOffset.UTC);
			ActiveUsers ours = bitmap.activeUsers("app");
			for (int day = 0; day < 7; day++) {
				for (long first = 0; first < USERS; first += BATCH) {
					long by = first + day;
					List<Long> ids = LongStream.range(by, first + BATCH).filter((i) -> i % 3 == 0).boxed().toList();
					ours.mark(today.minusDays(day), ids);
					set(redis, today.minusDays(day)).set(ids.stream().mapToLong(Long::longValue).toArray(), true);
				}
			}
			table(redis, rounds, bitmap, today);
			far(redis, bitmap);
		}
	}

	private static void table(BenchRedis redis, int rounds, DayBitmap bitmap, LocalDate today) {
		ActiveUsers ours = bitmap.activeUsers("app");
		CheckIns checkIns = bitmap.checkIns("daily");
		List<LocalDate> week = today.minusDays(6).datesUntil(today.plusDays(1)).toList();
		SideBySide table = new SideBySide(redis, rounds,
				"DayBitmap: a million users, a third of them active, 1 thread");
		table.row("mark today", (i) -> ours.mark(i * 7919L % USERS),
				new Peer("Redisson RBitSet", (i) -> set(redis, today).set(i * 7919L % USERS)));
		table.row("was active", (i) -> ours.isActive(today, i * 7919L % USERS),
				new Peer("Redisson RBitSet", (i) -> set(redis, today).get(i * 7919L % USERS)));
		table.row("count a day", (i) -> ours.count(today),
				new Peer("Redisson RBitSet", (i) -> set(redis, today).cardinality()));
		String[] others = week.subList(0, 6).stream().map(LocalDate::toString).toArray(String[]::new);
		table.row("active on any of 7 days", (i) -> ours.anyOf(week),
				new Peer("Redisson RBitSet, a copy united with the others", (i) -> {
					RBitSet union = redis.redisson().getBitSet("union");
					union.or(others);
					union.or(today.toString());
					union.cardinality();
					union.delete();
				}));
		table.row("check in, with the streak", (i) -> checkIns.checkIn("user" + i),
				new Peer("Redisson RBitSet of a user's year, streak counted by the reader", (i) -> {
					RBitSet year = redis.redisson().getBitSet("year:user" + i);
					year.set(today.getDayOfYear());
					year.asBitSet().previousClearBit(today.getDayOfYear());
				}));
	}

	private static RBitSet set(BenchRedis redis, LocalDate day) {
		return redis.redisson().getBitSet(day.toString());
	}

	private static void far(BenchRedis redis, DayBitmap bitmap) {
		System.out.printf(Locale.ROOT, "%nThe first mark of a day, id %d:%n%n", ActiveUsers.MAX_ID);
		System.out.println("| candidate | median (ms) | longest (ms) | MEMORY USAGE (bytes) |");
		System.out.println("|---|---|---|---|");
		first("redis-components", (i) -> {
			ActiveUsers users = bitmap.activeUsers("far" + i);
			return () -> users.mark(ActiveUsers.MAX_ID);
		});
		System.out.printf(Locale.ROOT, "%,d |%n", redis.bytesOf("bench:active-users:{far0*"));
		first("Redisson RBitSet", (i) -> {
			RBitSet bits = redis.redisson().getBitSet("far");
			bits.delete();
			return () -> bits.set(ActiveUsers.MAX_ID);
		});
		System.out.printf(Locale.ROOT, "%,d |%n", redis.bytesOf("far"));
	}

	private static void first(String candidate, IntFunction<Runnable> prepared) {
		long[] nanos = new long[FIRSTS];
		for (int i = 0; i < FIRSTS; i++) {
			Runnable mark = prepared.apply(i);
			long start = System.nanoTime();
			mark.run();
			nanos[i] = System.nanoTime() - start;
		}
		Waits waits = Waits.of(nanos);
		System.out.printf(Locale.ROOT, "| %s | %.1f | %.1f | ", candidate, waits.p50(), waits.longest());
	}

}
