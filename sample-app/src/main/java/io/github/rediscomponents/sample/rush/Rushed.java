// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.util.List;

import io.github.rediscomponents.sample.crowd.Kept;
import org.jspecify.annotations.Nullable;

/**
 * A rush as it is seen.
 *
 * @param id its id
 * @param phase where it is
 * @param buyers number of buyers
 * @param stock number of pieces
 * @param instances number of instances that it goes to
 * @param began when the first buyer asked, in milliseconds since 1970; 0 before
 * @param took milliseconds from then to the last answer
 * @param accepted number of accepted orders
 * @param refused number of clear refusals
 * @param unclear number of answers that were neither or did not arrive
 * @param loggedIn number of logins that were lost and made again
 * @param stored number of orders in the database
 * @param median half of the answers took at most so many milliseconds
 * @param most 99 % took at most so many
 * @param slowest the slowest
 * @param curve the numbers over time
 * @param promises what became of the promises, empty before the end
 * @param problem why the rush could not be made, absent if it could
 */
record Rushed(String id, Phase phase, int buyers, int stock, int instances, long began, long took, int accepted,
		int refused, int unclear, int loggedIn, long stored, double median, double most, double slowest,
		Curve.Lines curve, List<Line> promises, @Nullable String problem) {

	/** Where a rush is. */
	enum Phase {

		/** The sale and the logins are made. */
		PREPARING,

		/** The buyers ask. */
		BUYING,

		/** Accepted orders are stored. */
		SETTLING,

		/** The sale is retired, and the logins are ended. */
		CLEANING,

		/** It is over. */
		DONE,

		/** It is over, and its sale or logins are left. */
		NOT_CLEANED,

		/** It could not be made. */
		FAILED;

		/** Returns whether another rush can begin. */
		boolean isEnd() {
			return this == DONE || this == NOT_CLEANED || this == FAILED;
		}

	}

	/**
	 * What became of a promise.
	 *
	 * @param promise the promise
	 * @param kept whether it was kept
	 * @param sentence the promise as a sentence
	 * @param numbers the numbers as a sentence
	 * @param seen the numbers
	 */
	record Line(String promise, boolean kept, String sentence, String numbers, List<Long> seen) {

		static Line of(Kept kept) {
			return new Line(kept.promise().name(), kept.kept(), kept.promise().sentence(), kept.numbers(), kept.seen());
		}

	}

}
