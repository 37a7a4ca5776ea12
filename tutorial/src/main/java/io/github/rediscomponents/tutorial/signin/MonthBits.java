// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.signin;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;

import org.springframework.data.redis.connection.BitFieldSubCommands;
import org.springframework.data.redis.connection.BitFieldSubCommands.BitFieldType;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Signing in for the day: a bit for each day, a key for each month.
 */
public class MonthBits {

	private final StringRedisTemplate redis;

	public MonthBits(StringRedisTemplate redis) {
		this.redis = redis;
	}

	public void sign(String user, LocalDate today) {
		this.redis.opsForValue().setBit(key(user, today), today.getDayOfMonth() - 1, true);
	}

	public int streak(String user, LocalDate today) {
		List<Long> bits = this.redis.opsForValue()
			.bitField(key(user, today),
					BitFieldSubCommands.create().get(BitFieldType.unsigned(today.getDayOfMonth())).valueAt(0));
		long days = bits.get(0);
		int streak = 0;
		while ((days & 1) == 1) {
			streak++;
			days >>>= 1;
		}
		return streak;
	}

	private static String key(String user, LocalDate day) {
		return "sign:" + user + day.format(DateTimeFormatter.ofPattern(":yyyyMM"));
	}

}
