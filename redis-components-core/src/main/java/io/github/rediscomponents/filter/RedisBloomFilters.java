// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Declared;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * {@link BloomFilters} on Redis.
 */
final class RedisBloomFilters implements BloomFilters {

	private static final int MAX_NAME = 500;

	private static final LuaScript<Long> KNOWN = LuaScript.integer("filter/module-known", 1, 0);

	private final CommandPort redis;

	private final KeySpace keys;

	private final Background background;

	private final Declared<BloomFilterSettings> declared;

	private final BloomFilterObserver observer;

	private final Map<String, BloomFilter> made = new ConcurrentHashMap<>();

	RedisBloomFilters(CommandPort redis, KeySpace keys, Background background,
			LiveSettings<Map<String, BloomFilterSettings>> declared, BloomFilterObserver observer) {
		this.redis = redis;
		this.keys = keys;
		this.background = background;
		// The others are part of the stored data.
		this.declared = new Declared<>("Bloom filter", declared,
				(present, next) -> present.withAlarmAt(next.alarmAt()).withSettle(next.settle()));
		this.observer = Listeners.quiet(BloomFilterObserver.class, BloomFilterObserver.NONE, observer);
	}

	@Override
	public BloomFilter get(String name) {
		return this.made.computeIfAbsent(Checks.notNull("name", name),
				(missing) -> open(missing, this.declared.follow(missing)));
	}

	@Override
	public BloomFilter get(String name, BloomFilterSettings settings) {
		Checks.notNull("settings", settings);
		return open(name, () -> settings);
	}

	@Override
	public Set<String> names() {
		return new TreeSet<>(this.declared.names());
	}

	@Override
	public boolean hasModule() {
		try {
			List<Object> found = this.redis
				.call((commands) -> commands.commandInfo("BF.RESERVE", "BF.INSERT", "BF.MEXISTS", "BF.INFO"));
			return found.stream().filter(RedisBloomFilters::isKnown).count() == 4;
		}
		catch (RedisCommandException ex) {
			return this.redis.eval(KNOWN, new String[] { this.keys.key("bloom-filter", "none") }) == 1;
		}
	}

	private static boolean isKnown(@Nullable Object command) {
		return command instanceof List<?> described && !described.isEmpty() && described.get(0) != null;
	}

	private BloomFilter open(String name, Supplier<BloomFilterSettings> settings) {
		Checks.hasLength("name", name, MAX_NAME);
		FilterStore store = new FilterStore(name, this.keys, settings);
		return new RedisBloomFilter(this.redis, this.background, store, this.observer,
				new FillWatch(store, this.observer));
	}

}
