// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.codec.ValueCodec;

/**
 * The bytes of one entry: version (1), flags (1), when it becomes stale in ms of the
 * server's clock (8, written by the script), how long its load took in ms (4), generation
 * of its cache (8), fingerprint of its type's shape (4), payload. Big endian.
 *
 * @param <V> the type of the values
 * @since 0.1.0
 */
public final class Envelope<V> {

	public static final int HEADER = 26;

	private static final byte VERSION = 1;

	private static final int ABSENT = 1;

	private static final int WINDOW = 2;

	private static final int OWN_TTL = 64;

	private static final int STALE_AT = 2;

	private static final int LOAD_MILLIS = 10;

	private static final int GENERATION = 14;

	private static final int FINGERPRINT = 22;

	private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

	private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

	private final ValueCodec<V> codec;

	private final ReadBack<V> readBack;

	private final int fingerprint;

	public Envelope(String name, Type type, ValueCodec<V> codec) {
		this.codec = codec;
		this.readBack = new ReadBack<>(name, codec);
		this.fingerprint = Shape.fingerprint(type);
	}

	/**
	 * Returns what stands before the time at which an entry becomes stale.
	 */
	public static byte[] before(boolean absent, boolean window) {
		return before(absent, window, false);
	}

	/**
	 * Returns the same.
	 * @param ownTtl whether the time to live is not that of the settings
	 */
	public static byte[] before(boolean absent, boolean window, boolean ownTtl) {
		return new byte[] { VERSION, (byte) ((absent ? ABSENT : 0) | (window ? WINDOW : 0) | (ownTtl ? OWN_TTL : 0)) };
	}

	/**
	 * Returns what stands after it.
	 */
	public byte[] after(@Nullable V value, long loadMillis, long generation) {
		byte[] payload = (value != null) ? this.codec.encode(value) : new byte[0];
		if (value != null) {
			this.readBack.check(value, payload);
		}
		return ByteBuffer.allocate(HEADER - STALE_AT - Long.BYTES + payload.length)
			.putInt((int) Math.min(loadMillis, Integer.MAX_VALUE))
			.putLong(generation)
			.putInt(this.fingerprint)
			.put(payload)
			.array();
	}

	/**
	 * Returns whether these bytes were written by this class for values of this type.
	 */
	public boolean isOurs(byte[] entry) {
		return entry.length >= HEADER && entry[0] == VERSION && (int) INT.get(entry, FINGERPRINT) == this.fingerprint;
	}

	/**
	 * Returns whether these bytes were written by this class for values of another type,
	 * or of this type in another shape.
	 */
	public boolean isOthers(byte[] entry) {
		return entry.length >= HEADER && entry[0] == VERSION && (int) INT.get(entry, FINGERPRINT) != this.fingerprint;
	}

	public static long generation(byte[] entry) {
		return (long) LONG.get(entry, GENERATION);
	}

	public static boolean isAbsent(byte[] entry) {
		return (entry[1] & ABSENT) != 0;
	}

	/**
	 * Returns whether the entry lives on for a while after it became stale; only then the
	 * clock is needed.
	 */
	public static boolean hasWindow(byte[] entry) {
		return (entry[1] & WINDOW) != 0;
	}

	/**
	 * Returns whether the entry's time to live is not that of the cache's settings.
	 */
	public static boolean hasOwnTtl(byte[] entry) {
		return (entry[1] & OWN_TTL) != 0;
	}

	/**
	 * Returns how long the load of the value took; 0 if it was put.
	 */
	public static int loadMillis(byte[] entry) {
		return (int) INT.get(entry, LOAD_MILLIS);
	}

	public static long staleAt(byte[] entry) {
		return (long) LONG.get(entry, STALE_AT);
	}

	/**
	 * Tells one entry from another of the same key.
	 */
	public static byte[] header(byte[] entry) {
		return Arrays.copyOf(entry, Math.min(entry.length, HEADER));
	}

	/**
	 * Returns the value of an entry that is {@linkplain #isOurs ours} and not absent.
	 * Throws whatever the codec throws if the payload cannot be decoded.
	 */
	public V value(byte[] entry) {
		return this.codec.decode(entry, HEADER, entry.length - HEADER);
	}

}
