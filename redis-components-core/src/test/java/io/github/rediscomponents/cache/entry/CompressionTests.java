// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CompressionTests {

	private static final int MOST = 1 << 20;

	@Test
	void givesBackWhatItWasGiven() {
		for (int length : new int[] { 100, 8193, 100_000, MOST }) {
			byte[] bytes = words(length);
			byte[] compressed = compressed(bytes);
			assertThat(compressed.length).isLessThan(length * 9 / 10);
			assertThat(Compression.inflate(compressed, 0, compressed.length, MOST)).isEqualTo(bytes);
		}
	}

	@Test
	void readsBehindAHeader() {
		byte[] bytes = words(9000);
		byte[] compressed = compressed(bytes);
		byte[] entry = new byte[26 + compressed.length];
		System.arraycopy(compressed, 0, entry, 26, compressed.length);
		assertThat(Compression.inflate(entry, 26, entry.length, MOST)).isEqualTo(bytes);
	}

	@Test
	void leavesWhatDoesNotGetShorter() {
		byte[] random = new byte[50_000];
		new Random(1).nextBytes(random);
		assertThat(Compression.compress(random)).isNull();
		// Nine of ten bytes at random: less than a tenth is saved.
		byte[] nearly = random.clone();
		Arrays.fill(nearly, 0, nearly.length / 20, (byte) 'x');
		assertThat(Compression.compress(nearly)).isNull();
		assertThat(Compression.compress(new byte[0])).isNull();
		assertThat(Compression.compress(new byte[1])).isNull();
	}

	@Test
	void refusesEveryBeginningOfItselfAndWhatStandsBehindIt() {
		byte[] compressed = compressed(words(300));
		for (int length = 0; length < compressed.length; length++) {
			shouldRefuse(Arrays.copyOf(compressed, length));
		}
		shouldRefuse(Arrays.copyOf(compressed, compressed.length + 1));
	}

	@Test
	void noticesEveryChangedByte() {
		byte[] bytes = words(300);
		byte[] compressed = compressed(bytes);
		for (int i = 0; i < compressed.length; i++) {
			byte[] broken = compressed.clone();
			broken[i] ^= 0x20;
			try {
				// Some bits of a stream may mean the same.
				assertThat(Compression.inflate(broken, 0, broken.length, MOST)).isEqualTo(bytes);
			}
			catch (CodecException ex) {
				assertThat(ex).hasCauseInstanceOf(DataFormatException.class);
			}
		}
	}

	@Test
	void inflatesNoMoreThanIsAllowedAndNoMoreThanItWasTold() {
		byte[] bomb = stream(new byte[64 << 20]);
		assertThat(bomb.length).isLessThan(80_000);
		shouldRefuse(prefixed(64 << 20, bomb));
		shouldRefuse(prefixed(MOST, bomb));
		shouldRefuse(prefixed(Integer.MAX_VALUE, bomb));
		shouldRefuse(prefixed(-1, bomb));
		shouldRefuse(prefixed(0, bomb));
		byte[] small = stream(new byte[100]);
		shouldRefuse(prefixed(99, small));
		shouldRefuse(prefixed(101, small));
		byte[] whole = prefixed(100, small);
		assertThat(Compression.inflate(whole, 0, whole.length, 100)).isEqualTo(new byte[100]);
	}

	@Test
	void allocatesNothingForALengthThatTheBytesCannotHold() {
		byte[] claim = prefixed(Integer.MAX_VALUE - 8, stream(new byte[100]));
		// An attempt to allocate them would be an OutOfMemoryError.
		assertThatExceptionOfType(CodecException.class)
			.isThrownBy(() -> Compression.inflate(claim, 0, claim.length, Integer.MAX_VALUE));
	}

	@Test
	void asksForNoDictionary() {
		Deflater deflater = new Deflater();
		deflater.setDictionary(words(50));
		shouldRefuse(prefixed(300, stream(words(300), deflater)));
	}

	@Test
	void worksFromManyThreadsAndAfterFailures() {
		assertThat(Concurrently.run(16, () -> {
			Random random = new Random();
			for (int i = 0; i < 50; i++) {
				byte[] bytes = words(200 + random.nextInt(20_000));
				byte[] compressed = compressed(bytes);
				shouldRefuse(Arrays.copyOf(compressed, compressed.length / 2));
				assertThat(Compression.inflate(compressed, 0, compressed.length, MOST)).isEqualTo(bytes);
				byte[] noise = new byte[500];
				random.nextBytes(noise);
				assertThat(Compression.compress(noise)).isNull();
			}
			return "done";
		})).containsOnly("done");
	}

	private static void shouldRefuse(byte[] bytes) {
		assertThatExceptionOfType(CodecException.class)
			.isThrownBy(() -> Compression.inflate(bytes, 0, bytes.length, MOST));
	}

	private static byte[] compressed(byte[] bytes) {
		byte @Nullable [] compressed = Compression.compress(bytes);
		assertThat(compressed).isNotNull();
		return compressed;
	}

	private static byte[] prefixed(int length, byte[] stream) {
		return ByteBuffer.allocate(Integer.BYTES + stream.length).putInt(length).put(stream).array();
	}

	private static byte[] stream(byte[] bytes) {
		return stream(bytes, new Deflater());
	}

	private static byte[] stream(byte[] bytes, Deflater deflater) {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		byte[] buffer = new byte[8192];
		deflater.setInput(bytes);
		deflater.finish();
		while (!deflater.finished()) {
			out.write(buffer, 0, deflater.deflate(buffer));
		}
		deflater.end();
		return out.toByteArray();
	}

	static byte[] words(int length) {
		byte[] bytes = new byte[length];
		Random random = new Random(length);
		for (int i = 0; i < length; i++) {
			bytes[i] = (byte) ((i % 5 == 0) ? 'a' + random.nextInt(26) : ' ');
		}
		return bytes;
	}

}
