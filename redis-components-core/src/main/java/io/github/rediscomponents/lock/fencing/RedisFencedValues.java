// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.codec.CodecCalls;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * {@link FencedValues} with its own scripts.
 *
 * @param <T> the type of the values
 */
final class RedisFencedValues<T> implements FencedValues<T> {

	private static final String ROOM = "fenced";

	private static final int MAX_NAME = 512;

	private static final LuaScript<Long> WRITE = LuaScript.integer("lock/fenced-write", 1, 5);

	private static final LuaScript<List<Object>> READ = LuaScript.list("lock/fenced-read", 1, 0);

	private static final byte[] NOTHING = {};

	private final CommandPort redis;

	private final KeySpace keys;

	private final ValueCodec<T> codec;

	private final byte[] timeToLive;

	private final byte[] retention;

	RedisFencedValues(CommandPort redis, KeySpace keys, ValueCodec<T> codec, Duration timeToLive, Duration retention) {
		this.redis = redis;
		this.keys = keys;
		this.codec = codec;
		this.timeToLive = Utf8.bytes(timeToLive.toMillis());
		this.retention = Utf8.bytes(retention.toMillis());
	}

	@Override
	public FencedWrite set(String name, T value, long token) {
		return write("set", name, token, this.codec.encode(Checks.notNull("value", value)));
	}

	@Override
	public FencedWrite delete(String name, long token) {
		return write("delete", name, token, NOTHING);
	}

	@Override
	public FencedWrite raise(String name, long token) {
		return write("raise", name, token, NOTHING);
	}

	private String key(String name) {
		return this.keys.key(ROOM, Checks.hasLength("name", name, MAX_NAME));
	}

	private FencedWrite write(String how, String name, long token, byte[] value) {
		String[] key = { key(name) };
		long seen = this.redis.eval(WRITE, key, Utf8.bytes(Fences.token(token)), Utf8.bytes(how), value,
				this.timeToLive, this.retention);
		return (seen == token) ? FencedWrite.WRITTEN : FencedWrite.REFUSED;
	}

	@Override
	public Optional<FencedValue<T>> get(String name) {
		List<Object> reply = this.redis.eval(READ, new String[] { key(name) });
		if (reply.isEmpty()) {
			return Optional.empty();
		}
		return Optional
			.of(new FencedValue<>(CodecCalls.decode(this.codec, (byte[]) reply.get(0)), Utf8.number(reply.get(1))));
	}

	@Override
	public String toString() {
		return "FencedValues[" + this.keys.prefix() + ']';
	}

}
