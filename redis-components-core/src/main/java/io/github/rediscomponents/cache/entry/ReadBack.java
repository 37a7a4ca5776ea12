// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.codec.CodecCalls;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Thrown;

/**
 * Reads back the first value of each class that a cache stores, because a value that
 * cannot be read is loaded each time, and one that comes back as something else fails far
 * from the reason.
 *
 * @param <V> the type of the values
 * @since 1.0.0
 */
public final class ReadBack<V> {

	private static final Logger logger = LoggerFactory.getLogger(ReadBack.class);

	/** How many classes are looked at. */
	private static final int MOST = 32;

	private static final int MOST_CAUSES = 100;

	private final String name;

	private final ValueCodec<V> codec;

	private final Set<Class<?>> checked = ConcurrentHashMap.newKeySet();

	public ReadBack(String name, ValueCodec<V> codec) {
		this.name = name;
		this.codec = codec;
	}

	/**
	 * Warns if a value cannot be read back, or comes back as something else.
	 * @param value what is stored
	 * @param payload its bytes
	 */
	public void check(V value, byte[] payload) {
		Class<?> type = value.getClass();
		if (this.checked.contains(type) || this.checked.size() >= MOST || !this.checked.add(type)) {
			return;
		}
		V read;
		try {
			read = CodecCalls.decode(this.codec, payload);
		}
		catch (RuntimeException ex) {
			logger.warn("Cache '{}' cannot read back its values of {}, because of {}, so each read loads;"
					+ " give it a type that can be read, or a codec", this.name, type.getName(), reason(ex));
			FailureLog.debug(logger, ex, "Cache '{}' cannot read back what it stores", this.name);
			return;
		}
		String difference = known(value, read);
		if (difference != null) {
			logger.warn("Cache '{}' reads its values of {} back as something else: {};"
					+ " give it the type itself, or a codec", this.name, type.getName(), difference);
		}
	}

	/**
	 * Returns what an exception comes from. Its message may quote the value, which is no
	 * matter for a log.
	 */
	public static String reason(Throwable failure) {
		Throwable reason = failure;
		for (int i = 0; i < MOST_CAUSES; i++) {
			Throwable cause = Thrown.cause(reason);
			if (cause == null) {
				break;
			}
			reason = cause;
		}
		return reason.getClass().getName();
	}

	private static @Nullable String known(Object stored, Object read) {
		try {
			return RoundTrip.difference(stored, read);
		}
		catch (RuntimeException | StackOverflowError ex) {
			// What cannot be looked at is stored all the same.
			FailureLog.debug(logger, ex, "What was read back cannot be compared");
			return null;
		}
	}

}
