// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * MurmurHash3 of Austin Appleby, the variant for 64-bit machines with 128 bits of result
 * and seed 0. Public domain; chosen because every language has it.
 *
 * @param first the first 64 bits
 * @param second the other 64 bits
 */
record Murmur3(long first, long second) {

	private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

	private static final long C1 = 0x87c37b91114253d5L;

	private static final long C2 = 0x4cf5ad432745937fL;

	static Murmur3 hash(byte[] data) {
		long h1 = 0;
		long h2 = 0;
		int whole = data.length & ~15;
		for (int at = 0; at < whole; at += 16) {
			h1 ^= mix1((long) LONG.get(data, at));
			h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
			h2 ^= mix2((long) LONG.get(data, at + 8));
			h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
		}
		h1 ^= mix1(tail(data, whole));
		h2 ^= mix2(tail(data, whole + 8));
		h1 ^= data.length;
		h2 ^= data.length;
		h1 += h2;
		h2 += h1;
		h1 = finish(h1);
		h2 = finish(h2);
		h1 += h2;
		return new Murmur3(h1, h2 + h1);
	}

	/**
	 * Up to eight bytes, as many as there are.
	 */
	private static long tail(byte[] data, int from) {
		long value = 0;
		for (int at = Math.min(data.length, from + 8) - 1; at >= from; at--) {
			value = (value << 8) | (data[at] & 0xff);
		}
		return value;
	}

	private static long mix1(long k) {
		return Long.rotateLeft(k * C1, 31) * C2;
	}

	private static long mix2(long k) {
		return Long.rotateLeft(k * C2, 33) * C1;
	}

	private static long finish(long h) {
		long value = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
		value = (value ^ (value >>> 33)) * 0xc4ceb9fe1a85ec53L;
		return value ^ (value >>> 33);
	}

}
