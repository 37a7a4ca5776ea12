// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

/**
 * The result of offering elements. {@code added + moved + refused} is the number of
 * offered elements.
 *
 * @param added number of elements that are new in the queue
 * @param moved how many were there already and moved to the front ({@link Dedupe#VALUE})
 * @param refused how many were refused because their business key was let in within the
 * window ({@link Dedupe#KEY})
 * @param trimmed how many of the oldest left the queue to keep its length; with a batch
 * longer than the queue some of these were just added
 * @param size how many elements the queue had afterwards, never more than its length
 * @since 1.0.0
 */
public record OfferResult(int added, int moved, int refused, int trimmed, long size) {

	/**
	 * Whether nothing was refused.
	 * @return false if at least one business key was refused
	 */
	public boolean accepted() {
		return this.refused == 0;
	}

	OfferResult plus(OfferResult later) {
		return new OfferResult(this.added + later.added, this.moved + later.moved, this.refused + later.refused,
				this.trimmed + later.trimmed, later.size);
	}

}
