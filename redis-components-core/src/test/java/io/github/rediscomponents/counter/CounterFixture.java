// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.OwnKeysFixture;
import io.github.rediscomponents.test.RedisTopology;

/**
 * Counters of their own for each test, and looks at what Redis holds of them.
 */
abstract class CounterFixture extends OwnKeysFixture {

	static final ZoneId UTC = ZoneId.of("UTC");

	CounterFixture(RedisTopology topology) {
		super(topology);
	}

	DayBitmap bitmap(DayBitmapSettings settings) {
		return DayBitmap.create(port(), this.keys, new LiveSettings<>(settings));
	}

	/** With a clock that is wrong by some days. */
	DayBitmap bitmap(DayBitmapSettings settings, int daysWrong) {
		return DayBitmap.create(port(), this.keys, new LiveSettings<>(settings), wrongBy(daysWrong));
	}

	Clock wrongBy(int days) {
		return Clock.offset(Clock.systemUTC(), java.time.Duration.ofDays(days));
	}

	/** Today by the server's clock. */
	LocalDate today(ZoneId zone) {
		List<?> time = (List<?>) server().nodes().get(0).command("TIME");
		return Instant.ofEpochSecond(Long.parseLong(String.valueOf(time.get(0)))).atZone(zone).toLocalDate();
	}

	/** Zones whose dates differ at any moment. */
	static final ZoneId EAST = ZoneOffset.ofHours(14);

	static final ZoneId WEST = ZoneOffset.ofHours(-12);

	/** What a key takes, all of it. */
	long memory(String key) {
		Object bytes = server().masterFor(key).command("MEMORY", "USAGE", key, "SAMPLES", "0");
		return Long.parseLong(String.valueOf(bytes));
	}

}
