// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.structure;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;

import org.redisson.api.RHyperLogLog;
import org.redisson.client.codec.StringCodec;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.benchmarks.structure.SideBySide.Peer;
import io.github.rediscomponents.counter.UniqueCounter;
import io.github.rediscomponents.counter.UniqueCounterSettings;

/**
 * Counting different members by day, beside a plain HyperLogLog for each day, which is
 * never exact, never expires and takes the client's word for what day it is.
 */
final class UniqueSpeed {

	private static final int DAYS = 30;

	private static final int BATCH = 1000;

	private static final int BIG = 100;

	private UniqueSpeed() {
	}

	static void print(int rounds) {
		try (BenchRedis redis = new BenchRedis()) {
			UniqueCounter ours = UniqueCounter.create(redis.port, redis.keys,
					new LiveSettings<>(UniqueCounterSettings.defaults()));
			LocalDate today = LocalDate.now(ZoneOffset.UTC);
			fill(redis, ours, today);
			SideBySide table = new SideBySide(redis, rounds,
					"UniqueCounter: names with few members, and " + DAYS + " days of 100,000, 1 thread");
			table.row("add to a day of few (exact)", (i) -> ours.add("few" + i % 100, "user-" + i / 100),
					new Peer("Redisson RHyperLogLog", (i) -> log(redis, "few" + i % 100).add("user-" + i / 100)));
			table.row("add to a day of many", (i) -> ours.add("site", "user-" + i),
					new Peer("Redisson RHyperLogLog", (i) -> log(redis, day(today)).add("user-" + i)));
			table.row("count a day of few (exact)", (i) -> ours.count("few" + i % 100, today),
					new Peer("Redisson RHyperLogLog", (i) -> log(redis, "few" + i % 100).count()));
			table.row("count a day of many", (i) -> ours.count("site", today),
					new Peer("Redisson RHyperLogLog", (i) -> log(redis, day(today)).count()));
			String[] others = IntStream.range(1, DAYS).mapToObj((i) -> day(today.minusDays(i))).toArray(String[]::new);
			table.row("count 30 days of many", (i) -> ours.count("site", today.minusDays(DAYS - 1), today),
					new Peer("Redisson RHyperLogLog", (i) -> log(redis, day(today)).countWith(others)));
		}
	}

	private static void fill(BenchRedis redis, UniqueCounter ours, LocalDate today) {
		for (int day = 0; day < DAYS; day++) {
			LocalDate date = today.minusDays(day);
			for (int batch = 0; batch < BIG; batch++) {
				int first = (day * BIG / 2 + batch) * BATCH;
				List<String> members = IntStream.range(first, first + BATCH).mapToObj((i) -> "user-" + i).toList();
				ours.add("site", date, members);
				log(redis, day(date)).addAll(members);
			}
		}
	}

	private static RHyperLogLog<String> log(BenchRedis redis, String name) {
		return redis.redisson().getHyperLogLog(name, StringCodec.INSTANCE);
	}

	private static String day(LocalDate day) {
		return "site:" + day;
	}

}
