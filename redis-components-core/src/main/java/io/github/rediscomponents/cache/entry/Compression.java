// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.codec.CodecException;

/**
 * Compressed bytes: the original length (4, big endian), then a zlib stream (RFC 1950),
 * whose checksum tells a broken one.
 */
final class Compression {

	private static final int LENGTH = Integer.BYTES;

	/** No zlib stream inflates to more than this times its length. */
	private static final long MOST_RATIO = 1032;

	private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

	private static final Pool<Deflater> DEFLATERS = new Pool<>(() -> new Deflater(Deflater.BEST_SPEED), Deflater::reset,
			Deflater::end);

	private static final Pool<Inflater> INFLATERS = new Pool<>(Inflater::new, Inflater::reset, Inflater::end);

	private Compression() {
	}

	/**
	 * Compresses bytes.
	 * @return null if that saves less than a tenth
	 */
	static byte @Nullable [] compress(byte[] bytes) {
		byte[] compressed = new byte[bytes.length - bytes.length / 10];
		if (compressed.length <= LENGTH) {
			return null;
		}
		INT.set(compressed, 0, bytes.length);
		Deflater deflater = DEFLATERS.take();
		deflater.setInput(bytes);
		deflater.finish();
		int length = LENGTH + deflater.deflate(compressed, LENGTH, compressed.length - LENGTH);
		boolean complete = deflater.finished();
		DEFLATERS.give(deflater);
		return complete ? Arrays.copyOf(compressed, length) : null;
	}

	/**
	 * Returns the original length as the bytes say it, at most as many as they can hold.
	 */
	static int length(byte[] bytes, int from, int to) {
		int length = to - from - LENGTH;
		return (length > 0) ? (int) Math.max(0, Math.min((int) INT.get(bytes, from), MOST_RATIO * length)) : 0;
	}

	/**
	 * Inflates what {@link #compress} made. Allocates no more than is allowed, and no
	 * more than the bytes can hold, whatever they say.
	 * @param from where it begins
	 * @param to where it ends
	 * @param most how long the result may be
	 * @throws CodecException if it is broken, or longer
	 */
	static byte[] inflate(byte[] bytes, int from, int to, int most) {
		int length = to - from - LENGTH;
		int original = (length > 0) ? (int) INT.get(bytes, from) : 0;
		if (original <= 0 || original > most || original > MOST_RATIO * length) {
			throw unreadable(new DataFormatException("length"));
		}
		byte[] plain = new byte[original];
		Inflater inflater = INFLATERS.take();
		try {
			inflater.setInput(bytes, from + LENGTH, length);
			int inflated = inflater.inflate(plain);
			// The end of the stream, with its checksum, may not be read yet.
			if (inflated == original && !inflater.finished()) {
				inflated += inflater.inflate(new byte[1]);
			}
			if (inflated != original || !inflater.finished() || inflater.getRemaining() != 0) {
				throw new DataFormatException("length");
			}
			return plain;
		}
		catch (DataFormatException ex) {
			throw unreadable(ex);
		}
		finally {
			INFLATERS.give(inflater);
		}
	}

	private static CodecException unreadable(DataFormatException reason) {
		return new CodecException("Not compressed by a cache", reason);
	}

	/**
	 * Keeps a few of what is costly to make and has memory outside of the heap.
	 *
	 * @param <T> what is kept
	 */
	private static final class Pool<T> {

		private final ArrayBlockingQueue<T> idle = new ArrayBlockingQueue<>(
				Math.min(16, Runtime.getRuntime().availableProcessors()));

		private final Supplier<T> maker;

		private final Consumer<T> reset;

		private final Consumer<T> end;

		Pool(Supplier<T> maker, Consumer<T> reset, Consumer<T> end) {
			this.maker = maker;
			this.reset = reset;
			this.end = end;
		}

		T take() {
			T known = this.idle.poll();
			return (known != null) ? known : this.maker.get();
		}

		void give(T one) {
			this.reset.accept(one);
			if (!this.idle.offer(one)) {
				this.end.accept(one);
			}
		}

	}

}
