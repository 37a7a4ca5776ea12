// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Declared;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link RankedSets} of {@link RedisRankedSet}.
 */
final class RedisRankedSets implements RankedSets {

	private static final int MAX_NAME = 200;

	private final CommandPort redis;

	private final KeySpace keys;

	private final Declared<RankedSetSettings> declared;

	private final InstantSource clock;

	RedisRankedSets(CommandPort redis, KeySpace keys, LiveSettings<Map<String, RankedSetSettings>> declared,
			InstantSource clock) {
		this.redis = redis;
		this.keys = keys;
		// The order belongs to the stored scores.
		this.declared = new Declared<>("ranked set", declared, (present, next) -> next.withOrder(present.order()));
		this.clock = clock;
	}

	@Override
	public RankedSet get(String name) {
		return open(name, this.declared.follow(name));
	}

	@Override
	public RankedSet get(String name, RankedSetSettings settings) {
		Checks.notNull("settings", settings);
		return open(name, () -> settings);
	}

	private RankedSet open(String name, Supplier<RankedSetSettings> settings) {
		return new RedisRankedSet(this.redis, this.keys, Checks.hasLength("name", name, MAX_NAME), settings,
				this.clock);
	}

	@Override
	public Set<String> names() {
		return this.declared.names();
	}

	@Override
	public RankedSetSettings settings(String name) {
		return this.declared.settings(name);
	}

}
