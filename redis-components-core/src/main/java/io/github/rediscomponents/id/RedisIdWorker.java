// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link IdWorker} that keeps one {@link BlockSequence} a key.
 */
final class RedisIdWorker implements IdWorker {

	private static final Logger logger = LoggerFactory.getLogger(RedisIdWorker.class);

	private static final int MAX_KEY = 512;

	private final ConcurrentMap<String, IdSequence> sequences = new ConcurrentHashMap<>();

	private final CommandPort redis;

	private final KeySpace keys;

	private final LiveSettings<IdSettings> settings;

	private final Background background;

	private final IdLayout layout;

	private final Instant epoch;

	RedisIdWorker(CommandPort redis, KeySpace keys, LiveSettings<IdSettings> settings, Background background) {
		this.redis = redis;
		this.keys = keys;
		this.settings = settings;
		this.background = background;
		this.layout = settings.get().layout();
		this.epoch = settings.get().epoch();
		settings.onChange((old, next) -> {
			if (next.layout() != this.layout || !next.epoch().equals(this.epoch)) {
				logger.warn("id.layout and id.epoch need a restart; ids stay {} since {}", this.layout, this.epoch);
			}
		});
	}

	@Override
	public long nextId() {
		return nextId(DEFAULT_KEY);
	}

	@Override
	public long nextId(String key) {
		return sequence(key).nextId();
	}

	@Override
	public long[] nextIds(String key, int n) {
		return sequence(key).nextIds(n);
	}

	@Override
	public IdSequence sequence(String key) {
		IdSequence known = this.sequences.get(Checks.notNull("key", key));
		return (known != null) ? known : this.sequences.computeIfAbsent(key, this::open);
	}

	private IdSequence open(String key) {
		String redisKey = this.keys.key("id", Checks.hasLength("key", key, MAX_KEY), this.layout.part());
		return new BlockSequence(key,
				new BlockSource(this.redis, redisKey, this.settings, this.background, this.layout, this.epoch, this));
	}

	@Override
	public IdParts parse(long id) {
		long units = id >> this.layout.sequenceBits();
		Checks.isTrue(id >= 0 && units < 1L << this.layout.timeBits(),
				"id is not one of layout " + this.layout.part() + ": " + id);
		return new IdParts(this.layout.instant(this.layout.units(this.epoch) + units), id & (this.layout.size() - 1));
	}

	@Override
	public Instant expiresAt() {
		return this.layout.expiresAt(this.epoch);
	}

}
