// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Utf8;

/**
 * The positions of the bits of an element. Computed from the settings when a filter is
 * built, and from then on read from Redis, so that another version of this class computes
 * the same.
 *
 * @param capacity number of elements of a full filter
 * @param errorRate fraction of wrong answers of a full filter
 * @param engine the implementation of the bits
 * @param slices number of keys that the elements are spread over
 * @param bits the number of bits of a slice
 * @param hashes how many of them an element sets
 */
record Layout(long capacity, double errorRate, BloomEngine engine, int slices, int bits, int hashes) {

	/** The first eight bytes of a slice hold its epoch. */
	static final int HEADER_BITS = 64;

	/** A whole slice, and what Redis adds to a string, fits in 8 MB. */
	static final int MAX_BITS = (1 << 26) - 8192 - HEADER_BITS;

	private static final int MIN_BITS = 1024;

	private static final Pattern TEXT = Pattern
		.compile("1 murmur3 (bitmap|module) capacity=(\\d+) error-rate=(\\S+) slices=(\\d+) bits=(\\d+) hashes=(\\d+)");

	/**
	 * Returns the layout of a new filter. The number of bits is the least with which
	 * {@code k} hashes reach the error rate at capacity; {@code k} is the whole number
	 * next to the best one, log2(1 / error rate).
	 */
	static Layout of(BloomFilterSettings settings) {
		// Growing filters of the server do the same.
		double rate = (settings.engine() == BloomEngine.MODULE) ? settings.errorRate() / 2 : settings.errorRate();
		int hashes = Math.max(1, (int) Math.round(-Math.log(rate) / Math.log(2)));
		double needed = -hashes * (double) settings.capacity() / Math.log1p(-Math.pow(rate, 1.0 / hashes));
		int slices = (int) Math.ceil(needed / MAX_BITS);
		int bits = (int) Math.max(MIN_BITS, Math.ceil(needed / slices));
		return new Layout(settings.capacity(), settings.errorRate(), settings.engine(), slices, (bits + 7) & ~7,
				hashes);
	}

	/**
	 * Parses a result of {@link #toString()}.
	 * @return null if it was written by a version that does it in another way
	 */
	static @Nullable Layout parse(String text) {
		Matcher matcher = TEXT.matcher(text);
		if (!matcher.matches()) {
			return null;
		}
		return new Layout(Long.parseLong(matcher.group(2)), Double.parseDouble(matcher.group(3)),
				BloomEngine.valueOf(matcher.group(1).toUpperCase(Locale.ROOT)), Integer.parseInt(matcher.group(4)),
				Integer.parseInt(matcher.group(5)), Integer.parseInt(matcher.group(6)));
	}

	/**
	 * Returns the place of an element: the slice by the upper bits of the first half of
	 * its hash, the bits by enhanced double hashing (Dillinger and Manolios, 2004).
	 */
	Place place(String element) {
		Murmur3 hash = Murmur3.hash(Utf8.bytes(element));
		int slice = (int) Math.multiplyHigh(hash.first() >>> 1, (long) this.slices << 1);
		int[] offsets = new int[this.hashes];
		long x = hash.first();
		long y = hash.second();
		for (int i = 0; i < this.hashes; i++) {
			offsets[i] = (int) Long.remainderUnsigned(x, this.bits);
			x += y;
			y += i + 1;
		}
		return new Place(slice, offsets);
	}

	/**
	 * Returns how many elements set so many bits of a slice.
	 */
	double elements(long bitsSet) {
		double free = 1 - Math.min(bitsSet, this.bits - 0.5) / this.bits;
		return -Math.log(free) * this.bits / this.hashes;
	}

	@Override
	public String toString() {
		return "1 murmur3 " + this.engine.name().toLowerCase(Locale.ROOT) + " capacity=" + this.capacity
				+ " error-rate=" + this.errorRate + " slices=" + this.slices + " bits=" + this.bits + " hashes="
				+ this.hashes;
	}

	/**
	 * The place of an element.
	 *
	 * @param slice the index of the slice
	 * @param offsets which bits of it, not counting the header
	 */
	record Place(int slice, int[] offsets) {

	}

}
