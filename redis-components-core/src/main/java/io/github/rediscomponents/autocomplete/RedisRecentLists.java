// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.util.Map;
import java.util.function.Supplier;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Declared;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link RecentLists} of {@link RedisRecentList}.
 */
final class RedisRecentLists implements RecentLists {

	private final CommandPort redis;

	private final KeySpace keys;

	private final Declared<RecentListSettings> declared;

	RedisRecentLists(CommandPort redis, KeySpace keys, LiveSettings<Map<String, RecentListSettings>> declared) {
		this.redis = redis;
		this.keys = keys;
		this.declared = new Declared<>("recent list", declared);
	}

	@Override
	public RecentList get(String name) {
		return open(name, this.declared.follow(name));
	}

	@Override
	public RecentList get(String name, RecentListSettings settings) {
		Checks.notNull("settings", settings);
		return open(name, () -> settings);
	}

	private RecentList open(String name, Supplier<RecentListSettings> settings) {
		Checks.hasLength("name", name, 200);
		Checks.isTrue(name.indexOf(':') < 0, "name must not have a colon: '" + name + "'");
		return new RedisRecentList(this.redis, this.keys, name, settings);
	}

}
