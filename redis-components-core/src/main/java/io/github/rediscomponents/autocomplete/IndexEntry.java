// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import org.jspecify.annotations.Nullable;

/**
 * An entry that is found by the beginning of its term.
 *
 * @param id identifies the entry, 1 to 200 characters
 * @param term the text to find the entry by, 1 to 256 characters; several entries may
 * share a term
 * @param weight the rank of the entry, 0 to 2^53 - 1: the heaviest entries are returned
 * first
 * @param payload additional data to display; null for none
 * @param <P> the type of the payload
 * @since 1.0.0
 */
public record IndexEntry<P>(String id, String term, long weight, @Nullable P payload) {

	/**
	 * Returns an entry without a payload.
	 * @param id identifies the entry
	 * @param term the text to find the entry by
	 * @param weight the rank of the entry
	 * @param <P> the type of the payload of others
	 * @return the entry
	 */
	public static <P> IndexEntry<P> of(String id, String term, long weight) {
		return new IndexEntry<>(id, term, weight, null);
	}

}
