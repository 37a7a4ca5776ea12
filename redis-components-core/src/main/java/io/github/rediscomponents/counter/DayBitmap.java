// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Clock;
import java.time.ZoneId;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * One bit for each user and day: calendars of single users ({@link CheckIns}) and the
 * users of single days ({@link ActiveUsers}).
 *
 * <p>
 * A day is a date in a zone that is always named, in the settings or in the call; the
 * zone of the machine is never used. The script that marks determines the present day by
 * the server's clock.
 *
 * <p>
 * Instances and their results are safe for use by any number of threads, hold no
 * connection of their own, and may be kept. Names have 1 to 200 characters; others are
 * rejected with {@link IllegalArgumentException} before anything is sent.
 *
 * @since 1.0.0
 */
public interface DayBitmap {

	/**
	 * Creates day bitmaps. Sends nothing.
	 * @param redis the connection to Redis
	 * @param keys names the keys
	 * @param settings read at each call
	 * @return the day bitmaps
	 */
	static DayBitmap create(RedisPort redis, KeySpace keys, LiveSettings<DayBitmapSettings> settings) {
		return create(redis, keys, settings, Clock.systemUTC());
	}

	/**
	 * Creates day bitmaps with another clock. A clock that is wrong costs one more round
	 * trip now and then, nothing else. Sends nothing.
	 * @param redis the connection to Redis
	 * @param keys names the keys
	 * @param settings read at each call
	 * @param clock the first guess of the present time
	 * @return the day bitmaps
	 */
	static DayBitmap create(RedisPort redis, KeySpace keys, LiveSettings<DayBitmapSettings> settings, Clock clock) {
		return new RedisDayBitmap(CommandPort.of(redis), keys, settings, clock);
	}

	/**
	 * Check-ins of one kind, in the zone of the settings.
	 * @param name the name of the calendars
	 * @return the check-ins
	 */
	CheckIns checkIns(String name);

	/**
	 * Check-ins of one kind, in a zone of their own, such as that of the user's city.
	 * @param name the name of the calendars
	 * @param zone the zone in which a day begins and ends
	 * @return the check-ins; on the same calendars as those of other zones
	 */
	CheckIns checkIns(String name, ZoneId zone);

	/**
	 * Active users of one kind, in the zone of the settings.
	 * @param name the name of the activity
	 * @return the active users
	 */
	ActiveUsers activeUsers(String name);

	/**
	 * Active users of one kind, in a zone of their own.
	 * @param name the name of the activity
	 * @param zone the zone in which a day begins and ends
	 * @return the active users; on the same days as those of other zones
	 */
	ActiveUsers activeUsers(String name, ZoneId zone);

}
