// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.LongStream;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;

/**
 * Checks tags and turns them into the numbers that entries, scripts and messages carry:
 * the first 8 bytes of SHA-256. Two tags with one id are invalidated together.
 *
 * @since 1.0.0
 */
public final class TagIds {

	/** Of one entry. */
	public static final int MOST = 16;

	/** Of one invalidation. */
	public static final int MOST_INVALIDATED = 1000;

	public static final int MAX_LENGTH = 1024;

	public static final long[] NONE = {};

	private TagIds() {
	}

	/**
	 * Checks the tags of one entry.
	 * @throws IllegalArgumentException if there are too many, or one is malformed
	 */
	public static List<String> check(String... tags) {
		return check(MOST, tags);
	}

	/**
	 * Checks tags that are invalidated.
	 * @throws IllegalArgumentException if there are none or too many, or one is malformed
	 */
	public static List<String> checkInvalidated(String... tags) {
		Checks.isTrue(Checks.notNull("tags", tags).length > 0, "tags must not be empty");
		return check(MOST_INVALIDATED, tags);
	}

	private static List<String> check(int most, String... tags) {
		for (String tag : Checks.notNull("tags", tags)) {
			Checks.hasLength("tag", tag, MAX_LENGTH);
		}
		List<String> distinct = Arrays.stream(tags).distinct().toList();
		checkNumber(distinct.size(), most);
		return distinct;
	}

	private static void checkNumber(int number, int most) {
		Checks.isTrue(number <= most, "tags must not be more than " + most + ", were " + number);
	}

	/**
	 * Returns the ids of tags that were checked.
	 */
	public static long[] of(Collection<String> tags) {
		return tags.isEmpty() ? NONE : tags.stream().mapToLong(TagIds::id).sorted().distinct().toArray();
	}

	/**
	 * Returns the ids of both.
	 * @throws IllegalArgumentException if these are too many for one entry
	 */
	public static long[] union(long[] some, long[] others) {
		if (some.length == 0 || others.length == 0) {
			return (some.length == 0) ? others : some;
		}
		long[] all = LongStream.concat(Arrays.stream(some), Arrays.stream(others)).sorted().distinct().toArray();
		checkNumber(all.length, MOST);
		return all;
	}

	private static long id(String tag) {
		try {
			return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(Utf8.bytes(tag))).getLong();
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	/**
	 * Returns an id as a member of a Redis set.
	 */
	public static byte[] bytes(long id) {
		return ByteBuffer.allocate(Long.BYTES).putLong(id).array();
	}

	/**
	 * Returns ids as text.
	 */
	public static String text(long[] ids) {
		StringBuilder text = new StringBuilder();
		for (long id : ids) {
			text.append(Long.toHexString(id)).append('.');
		}
		return text.toString();
	}

	/**
	 * Reads what {@link #text} wrote.
	 * @throws NumberFormatException if it is something else
	 */
	public static long[] parse(String text) {
		return Arrays.stream(text.split("\\.")).mapToLong((id) -> Long.parseUnsignedLong(id, 16)).toArray();
	}

}
