// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.id;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Ids of 31 bits of seconds and 32 bits of a counter of the day.
 */
public class DateIncrIds {

	private static final long EPOCH = 1_640_995_200;

	private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy:MM:dd");

	private final StringRedisTemplate redis;

	private final Clock clock;

	public DateIncrIds(StringRedisTemplate redis, Clock clock) {
		this.redis = redis;
		this.clock = clock;
	}

	public long nextId(String name) {
		long seconds = this.clock.instant().getEpochSecond() - EPOCH;
		String day = LocalDate.ofInstant(this.clock.instant(), ZoneOffset.UTC).format(DAY);
		Long count = this.redis.opsForValue().increment("icr:" + name + ":" + day);
		return seconds << 32 | count;
	}

}
