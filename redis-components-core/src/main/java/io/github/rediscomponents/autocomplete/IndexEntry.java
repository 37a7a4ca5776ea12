// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import org.jspecify.annotations.Nullable;

/**
 * Something that is found by the beginning of its term.
 *
 * @param id what tells it apart, 1 to 200 characters
 * @param term by which it is found, 1 to 256 characters; several entries may have one
 * @param weight how much it matters, 0 to 2^53 - 1: the heaviest are found first
 * @param payload what else is to be shown; null for nothing
 * @param <P> the type of the payload
 * @since 0.1.0
 */
public record IndexEntry<P>(String id, String term, long weight, @Nullable P payload) {

	/**
	 * An entry without a payload.
	 * @param id what tells it apart
	 * @param term by which it is found
	 * @param weight how much it matters
	 * @param <P> the type of the payload of others
	 * @return the entry
	 */
	public static <P> IndexEntry<P> of(String id, String term, long weight) {
		return new IndexEntry<>(id, term, weight, null);
	}

}
