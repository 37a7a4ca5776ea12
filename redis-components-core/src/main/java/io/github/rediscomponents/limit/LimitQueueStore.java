// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.OperationIds;

/**
 * A {@link LimitQueue} of bytes: the scripts, and the length that was written last.
 */
final class LimitQueueStore {

	private static final Logger logger = LoggerFactory.getLogger(LimitQueueStore.class);

	private static final String ROOM = "limit-queue";

	private static final LuaScript<List<Object>> OFFER = LuaScript.list("limit/offer", 5, LuaScript.ANY);

	private static final LuaScript<byte[]> POLL = LuaScript.bytes("limit/poll", 3, 1);

	private static final LuaScript<List<Object>> NEWEST = LuaScript.list("limit/newest", 2, 1);

	private static final LuaScript<Long> REMOVE = LuaScript.integer("limit/remove", 2, 1);

	private static final int CHUNK_ELEMENTS = 1000;

	private static final int CHUNK_BYTES = 1 << 20;

	/** Before the elements of a script. */
	private static final int HEAD = 5;

	private final OperationIds ids = new OperationIds();

	private final CommandPort redis;

	private final KeySpace keys;

	private final String name;

	private final LiveSettings<LimitQueueSettings> settings;

	private final String order;

	private final String values;

	private final String meta;

	private final String[] all;

	/**
	 * The length that this instance wrote last, null if that is not known; the present
	 * one is written if it is another.
	 */
	private volatile @Nullable Integer written;

	LimitQueueStore(CommandPort redis, KeySpace keys, String name, LiveSettings<LimitQueueSettings> settings) {
		this.redis = redis;
		this.keys = keys;
		this.name = name;
		this.settings = settings;
		this.order = keys.key(ROOM, name, "order");
		this.values = keys.key(ROOM, name, "values");
		this.meta = keys.key(ROOM, name, "meta");
		this.all = new String[] { this.order, this.values, this.meta, keys.key(ROOM, name, "windows"),
				keys.key(ROOM, name, "keys") };
		settings.onChange(List.of(redis, this.order), (old, next) -> {
			if (old.length() != next.length()) {
				resize(next);
			}
		});
	}

	String name() {
		return this.name;
	}

	LimitQueueSettings settings() {
		return this.settings.get();
	}

	/**
	 * An element with an id that finds it again when its offer is repeated: that of its
	 * value if there must be one of it only, else one of its own.
	 */
	Element element(byte[] value, @Nullable String businessKey, Dedupe dedupe) {
		return new Element((dedupe == Dedupe.VALUE) ? idOf(value) : this.ids.nextBytes(), value,
				Utf8.bytes((businessKey != null) ? businessKey : ""));
	}

	OfferResult offer(List<Element> elements, LimitQueueSettings by) {
		OfferResult result = new OfferResult(0, 0, 0, 0, 0);
		int from = 0;
		while (from < elements.size()) {
			int to = from;
			long bytes = 0;
			while (to < elements.size() && to - from < CHUNK_ELEMENTS && (to == from || bytes < CHUNK_BYTES)) {
				bytes += elements.get(to).value().length;
				to++;
			}
			List<Element> chunk = elements.subList(from, to);
			try {
				result = result.plus(offerChunk(chunk, by));
			}
			catch (RedisComponentsException ex) {
				throw BatchFailure.inPart(from, chunk.size(), elements.size() - to, ex);
			}
			from = to;
		}
		return result;
	}

	private OfferResult offerChunk(List<Element> elements, LimitQueueSettings by) {
		List<Object> reply = this.redis.eval(OFFER, this.all, arguments(elements, by));
		this.written = by.length();
		warnOfLoss(reply);
		return new OfferResult(number(reply, 0), number(reply, 1), number(reply, 2), number(reply, 3),
				number(reply, 4));
	}

	private void warnOfLoss(List<Object> reply) {
		if (number(reply, 5) > 0) {
			logger.warn("{} elements of limit queue '{}' are gone, because one of its keys was lost", number(reply, 5),
					this.name);
		}
	}

	private byte[][] arguments(List<Element> elements, LimitQueueSettings by) {
		boolean writes = !Objects.equals(this.written, by.length());
		byte[][] args = new byte[HEAD + 3 * elements.size()][];
		args[0] = Utf8.bytes(by.dedupe().name().toLowerCase(Locale.ROOT));
		args[1] = Utf8.bytes(by.length());
		args[2] = Utf8.bytes(writes ? 1 : 0);
		args[3] = Utf8.bytes(by.window().toMillis());
		args[4] = Utf8.bytes(ttl(by));
		int i = HEAD;
		for (Element element : elements) {
			args[i++] = element.id();
			args[i++] = element.value();
			args[i++] = element.businessKey();
		}
		return args;
	}

	byte @Nullable [] poll() {
		String operation = this.keys.key(ROOM, this.name, "poll:" + this.ids.nextText());
		return this.redis.eval(POLL, new String[] { this.order, this.values, operation },
				Utf8.bytes(OperationIds.millis(this.redis)));
	}

	List<byte[]> newest(int n) {
		List<Object> reply = this.redis.eval(NEWEST, new String[] { this.order, this.values }, Utf8.bytes(n));
		List<byte[]> found = new ArrayList<>(reply.size());
		reply.forEach((value) -> found.add((byte[]) value));
		return found;
	}

	boolean remove(byte[] value) {
		return this.redis.eval(REMOVE, new String[] { this.order, this.values }, value) > 0;
	}

	long size() {
		return this.redis.call((commands) -> commands.zcard(this.order));
	}

	int length() {
		byte[] stored = this.redis.<byte @Nullable []>call((commands) -> commands.hget(this.meta, "length"));
		return (stored != null) ? (int) Utf8.number(stored) : settings().length();
	}

	void clear() {
		this.redis.call((commands) -> commands.unlink(this.order, this.values, this.all[3], this.all[4]));
	}

	private void resize(LimitQueueSettings next) {
		this.written = null;
		this.redis.evalAsync(OFFER, this.all, arguments(List.of(), next)).whenComplete((reply, failure) -> {
			if (failure == null) {
				this.written = next.length();
				warnOfLoss(reply);
			}
			else {
				FailureLog.warnOnce(logger, failure,
						"The new length of limit queue '{}' takes effect with its next offer", this.name);
			}
		});
	}

	private static long ttl(LimitQueueSettings by) {
		Duration ttl = by.ttl();
		return (ttl != null) ? ttl.toMillis() : 0;
	}

	private static int number(List<Object> reply, int i) {
		return (int) Utf8.number(reply.get(i));
	}

	private static byte[] idOf(byte[] value) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(value);
			return ByteBuffer.allocate(17).put((byte) 'v').put(digest, 0, 16).array();
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	/** An element to add to the queue. */
	record Element(byte[] id, byte[] value, byte[] businessKey) {
	}

}
