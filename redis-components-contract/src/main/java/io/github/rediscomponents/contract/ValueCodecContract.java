// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.contract;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

/**
 * What the components expect of a {@link ValueCodec}. A test class of the application
 * extends this one, and its codec passes if all inherited tests pass.
 *
 * <pre>{@code
 * class OrderCodecTests extends ValueCodecContract<Order> {
 *
 *     protected ValueCodec<Order> codec() {
 *         return new OrderCodec();
 *     }
 *
 *     protected List<Order> values() {
 *         return List.of(new Order(1, "tea"), new Order(Long.MAX_VALUE, ""));
 *     }
 *
 * }
 * }</pre>
 *
 * @param <T> the type of the values
 * @since 1.0.0
 */
public abstract class ValueCodecContract<T> {

	private static final int THREADS = 8;

	private static final int ROUNDS = 200;

	/**
	 * Returns the codec.
	 * @return the codec to test, at each call a usable one
	 */
	protected abstract ValueCodec<T> codec();

	/**
	 * Returns examples of values: usual ones, and those at the limits of the type.
	 * @return at least one value
	 */
	protected abstract List<T> values();

	/**
	 * Returns whether two values are the same for the application.
	 * @param one a value
	 * @param other another value
	 * @return by default whether they are equal, arrays by their elements
	 */
	protected boolean areEqual(T one, T other) {
		return Objects.deepEquals(one, other);
	}

	/** A value that was written is read as an equal one. */
	@Test
	void readsWhatItWrote() {
		for (T value : examples()) {
			assertSame(value, codec().decode(codec().encode(value)));
		}
	}

	/** The components keep values behind a header, and read them in place. */
	@Test
	void readsAPartOfAnArray() {
		for (T value : examples()) {
			byte[] encoded = codec().encode(value);
			byte[] around = new byte[encoded.length + 7];
			Arrays.fill(around, (byte) 0xff);
			System.arraycopy(encoded, 0, around, 3, encoded.length);
			assertSame(value, codec().decode(around, 3, encoded.length));
		}
	}

	/** One array may be read by several callers. */
	@Test
	void doesNotChangeWhatItReads() {
		for (T value : examples()) {
			byte[] encoded = codec().encode(value);
			byte[] copy = encoded.clone();
			codec().decode(encoded);
			assertArrayEquals(copy, encoded, () -> "The codec changed the bytes of " + value);
			codec().decode(encoded, 0, encoded.length);
			assertArrayEquals(copy, encoded, () -> "The codec changed the bytes of " + value);
		}
	}

	/**
	 * Bytes of an older or newer version, of another program, or cut off: the components
	 * treat a {@link CodecException} as a value that cannot be read, and any other
	 * exception as a defect.
	 */
	@Test
	void refusesWhatItCannotReadWithACodecException() {
		Random random = new Random(1);
		for (T value : examples()) {
			byte[] encoded = codec().encode(value);
			for (int length = 0; length < Math.min(encoded.length, ROUNDS); length++) {
				decodeOrRefuse(Arrays.copyOf(encoded, length));
			}
			for (int round = 0; round < ROUNDS && encoded.length > 0; round++) {
				byte[] damaged = encoded.clone();
				damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
				decodeOrRefuse(damaged);
			}
			decodeOrRefuse(Arrays.copyOf(encoded, 2 * encoded.length + 1));
		}
	}

	/** The name is kept beside the values, and decides whether this codec reads them. */
	@Test
	void hasAFormatThatStays() {
		String format = codec().format();
		assertFalse(format.isBlank(), "The name of the format is blank");
		assertEquals(format, codec().format(), "The name of the format changes");
	}

	/** One codec is used by all threads. */
	@Test
	void isSafeForThreads() {
		ValueCodec<T> shared = codec();
		List<T> values = examples();
		Threads.run(THREADS, () -> {
			for (int round = 0; round < ROUNDS; round++) {
				T value = values.get(round % values.size());
				assertSame(value, shared.decode(shared.encode(value)));
			}
		});
	}

	private List<T> examples() {
		List<T> values = values();
		assertFalse(values.isEmpty(), "There is no value to test with");
		return values;
	}

	private void assertSame(T expected, T read) {
		assertTrue(areEqual(expected, read), () -> "Read " + read + " instead of " + expected);
	}

	private void decodeOrRefuse(byte[] bytes) {
		try {
			// A damaged value may still be one.
			codec().decode(bytes);
		}
		catch (CodecException ex) {
			// As it should.
		}
		catch (Exception | StackOverflowError ex) {
			fail("A CodecException is expected for bytes that cannot be read, not " + ex.getClass().getName(), ex);
		}
	}

}
