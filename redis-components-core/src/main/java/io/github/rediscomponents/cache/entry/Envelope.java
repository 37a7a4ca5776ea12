// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Type;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntSupplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.codec.CodecCalls;
import io.github.rediscomponents.codec.ValueCodec;

/**
 * The bytes of one entry: version (1), flags (1), when it becomes stale in ms of the
 * server's clock (8, written by the script), how long its load took in ms (4), generation
 * of its cache (8), fingerprint of its type's shape and of its form (4), payload. Big
 * endian. With tags, their number (1) and ids (8 each) stand before the payload, and
 * their moment (8) after it, where the script that stores does not compare it.
 *
 * <p>
 * The flags are: absent (1), window (2), compressed (4), own time to live (8), codec (the
 * upper half). The first release knew the first two, and looked at no other ones. So
 * compressed and codec change the fingerprint too: the first release takes such an entry
 * for one of another release, as this one takes an entry with a flag that it does not
 * know. Tags change the codec's flag, to one that no earlier release has, and the
 * fingerprint.
 *
 * @param <V> the type of the values
 * @since 1.0.0
 */
public final class Envelope<V> {

	public static final int HEADER = 26;

	static final byte VERSION = 1;

	static final int ABSENT = 1;

	static final int WINDOW = 2;

	/** Whether the time to live is not that of the settings. */
	static final int OWN_TTL = 8;

	static final int COMPRESSED = 4;

	/** Changes the codec's flag of what has tags. */
	static final int TAGGED = 0x20;

	/** Changes the fingerprint of what has tags. */
	static final int TAGGED_MARK = 0x74616773;

	static final int STALE_AT = 2;

	/** Changes the fingerprint of what is compressed. */
	static final int COMPRESSED_MARK = 0x7a6c6962;

	private static final int LOAD_MILLIS = 10;

	private static final int GENERATION = 14;

	private static final int FINGERPRINT = 22;

	private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

	private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

	private static final byte[] NOTHING = {};

	private final EntryForms<V> forms;

	private final IntSupplier maxValueBytes;

	private final int shape;

	/**
	 * The envelope of one cache.
	 * @param type the type of the values
	 * @param forms how values become bytes
	 * @param maxValueBytes how many bytes an encoded value may have
	 */
	public Envelope(Type type, EntryForms<V> forms, IntSupplier maxValueBytes) {
		this.forms = forms;
		this.maxValueBytes = maxValueBytes;
		this.shape = Shape.fingerprint(type);
	}

	/**
	 * Encodes a value.
	 * @param value null if there is none
	 */
	public Payload encode(@Nullable V value) {
		if (value == null) {
			return new Payload(ABSENT, this.shape, NOTHING);
		}
		EntryForm<V> form = this.forms.now();
		return new Payload(form.code(), this.shape ^ form.mark(), form.encode(value));
	}

	/**
	 * Returns whether these bytes were written by this class for values of this type, in
	 * the present form.
	 */
	public boolean isOurs(byte[] entry) {
		return isEntry(entry) && isReadable(entry);
	}

	/**
	 * Returns whether these bytes were written by this class for values of another type,
	 * of this type in another shape, or by another codec.
	 */
	public boolean isOthers(byte[] entry) {
		return isEntry(entry) && !isReadable(entry);
	}

	/**
	 * Returns whether these bytes are an entry of any cache.
	 */
	public static boolean isEntry(byte[] entry) {
		return entry.length >= HEADER && entry[0] == VERSION
				&& (!isTagged(entry) || payloadAt(entry) <= payloadEnd(entry));
	}

	/**
	 * Returns whether an entry has tags, whatever its form is.
	 */
	public static boolean isTagged(byte[] entry) {
		int codec = entry[1] & 0xf0;
		return codec == TAGGED || codec == (EntryForm.CBOR ^ TAGGED) || codec == (EntryForm.NAMED ^ TAGGED);
	}

	/**
	 * Returns the tags of an entry that has some.
	 */
	public static Tagged tags(byte[] entry) {
		long[] ids = new long[entry[HEADER] & 0xff];
		for (int i = 0; i < ids.length; i++) {
			ids[i] = (long) LONG.get(entry, HEADER + 1 + Long.BYTES * i);
		}
		return new Tagged(ids, (long) LONG.get(entry, payloadEnd(entry)));
	}

	private static int payloadAt(byte[] entry) {
		if (!isTagged(entry)) {
			return HEADER;
		}
		return (entry.length > HEADER) ? HEADER + 1 + Long.BYTES * (entry[HEADER] & 0xff) : Integer.MAX_VALUE;
	}

	private static int payloadEnd(byte[] entry) {
		return isTagged(entry) ? entry.length - Long.BYTES : entry.length;
	}

	private boolean isReadable(byte[] entry) {
		return isAbsent(entry) ? fits(entry, 0, this.shape) : isReadable(entry, this.forms.now());
	}

	private boolean isReadable(byte[] entry, EntryForm<V> form) {
		return fits(entry, form.code(), this.shape ^ form.mark() ^ (isCompressed(entry) ? COMPRESSED_MARK : 0));
	}

	private static boolean fits(byte[] entry, int plainCode, int plainFingerprint) {
		int code = plainCode;
		int expected = plainFingerprint;
		if (isTagged(entry)) {
			code ^= TAGGED;
			expected ^= TAGGED_MARK;
		}
		return (entry[1] & 0xff & ~(ABSENT | WINDOW | COMPRESSED | OWN_TTL)) == code
				&& (int) INT.get(entry, FINGERPRINT) == expected;
	}

	private static boolean isCompressed(byte[] entry) {
		return (entry[1] & COMPRESSED) != 0;
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
	 * Returns how many bytes an entry has when it is not compressed.
	 */
	public static int plainLength(byte[] entry) {
		int from = payloadAt(entry);
		return isCompressed(entry) ? from + Compression.length(entry, from, payloadEnd(entry)) : entry.length;
	}

	/**
	 * Tells one entry from another of the same key.
	 */
	public static byte[] header(byte[] entry) {
		return Arrays.copyOf(entry, Math.min(entry.length, HEADER));
	}

	/**
	 * Returns the value of an entry that was {@linkplain #isOurs ours} and is not absent.
	 * Throws a CodecException if the payload cannot be decoded.
	 * @return null if another codec is configured since
	 */
	public @Nullable V value(byte[] entry) {
		EntryForm<V> form = this.forms.now();
		if (!isReadable(entry, form)) {
			return null;
		}
		ValueCodec<V> codec = form.codec();
		int from = payloadAt(entry);
		int to = payloadEnd(entry);
		if (isCompressed(entry)) {
			byte[] plain = Compression.inflate(entry, from, to, this.maxValueBytes.getAsInt());
			return CodecCalls.decode(codec, plain);
		}
		return CodecCalls.decode(codec, entry, from, to - from);
	}

}
