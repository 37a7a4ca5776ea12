// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Clock;
import java.time.ZoneId;
import java.util.function.Supplier;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link DayBitmap} on scripts.
 */
final class RedisDayBitmap implements DayBitmap {

	private static final int MAX_NAME = 200;

	private final CommandPort redis;

	private final KeySpace keys;

	private final LiveSettings<DayBitmapSettings> settings;

	private final Today today;

	RedisDayBitmap(CommandPort redis, KeySpace keys, LiveSettings<DayBitmapSettings> settings, Clock clock) {
		this.redis = redis;
		this.keys = keys;
		this.settings = settings;
		this.today = new Today(clock);
	}

	static String name(String parameter, String name) {
		return Checks.hasLength(parameter, name, MAX_NAME);
	}

	@Override
	public CheckIns checkIns(String name) {
		return checkIns(name, () -> this.settings.get().zone());
	}

	@Override
	public CheckIns checkIns(String name, ZoneId zone) {
		Checks.notNull("zone", zone);
		return checkIns(name, () -> zone);
	}

	private CheckIns checkIns(String name, Supplier<ZoneId> zone) {
		return new RedisCheckIns(this.redis, this.keys, name("name", name), zone, this.settings, this.today);
	}

	@Override
	public ActiveUsers activeUsers(String name) {
		return activeUsers(name, () -> this.settings.get().zone());
	}

	@Override
	public ActiveUsers activeUsers(String name, ZoneId zone) {
		Checks.notNull("zone", zone);
		return activeUsers(name, () -> zone);
	}

	private ActiveUsers activeUsers(String name, Supplier<ZoneId> zone) {
		return new RedisActiveUsers(new ActiveUserStore(this.redis, this.keys, name("name", name)), zone,
				() -> this.settings.get().activeRetention(), this.today);
	}

}
