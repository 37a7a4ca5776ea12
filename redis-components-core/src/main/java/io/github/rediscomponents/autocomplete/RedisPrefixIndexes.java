// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Declared;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link PrefixIndexes} of {@link RedisPrefixIndex}.
 */
final class RedisPrefixIndexes implements PrefixIndexes {

	private static final int MAX_NAME = 512;

	private final CommandPort redis;

	private final KeySpace keys;

	private final ValueCodecs codecs;

	private final Declared<PrefixIndexSettings> declared;

	RedisPrefixIndexes(CommandPort redis, KeySpace keys, ValueCodecs codecs,
			LiveSettings<Map<String, PrefixIndexSettings>> declared) {
		this.redis = redis;
		this.keys = keys;
		this.codecs = codecs;
		// Accents belong to the stored entries.
		this.declared = new Declared<>("prefix index", declared,
				(present, next) -> next.withAccents(present.accents()));
	}

	@Override
	public <P> PrefixIndex<P> get(String name, TypeRef<P> payload) {
		return open(name, Checks.notNull("payload", payload).type(), this.declared.follow(name));
	}

	@Override
	public <P> PrefixIndex<P> get(String name, Class<P> payload, PrefixIndexSettings settings) {
		Checks.notNull("settings", settings);
		return open(name, payload, () -> settings);
	}

	private <P> PrefixIndex<P> open(String name, Type payload, Supplier<PrefixIndexSettings> settings) {
		Checks.hasLength("name", name, MAX_NAME);
		return new RedisPrefixIndex<>(this.redis, this.keys, name, this.codecs.codec(payload), settings);
	}

	@Override
	public Set<String> names() {
		return this.declared.names();
	}

	@Override
	public PrefixIndexSettings settings(String name) {
		return this.declared.settings(name);
	}

}
