// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

/**
 * The result of the use of a code.
 *
 * @param outcome whether it was right
 * @param attemptsLeft the number of attempts left after a wrong one; 0 otherwise
 * @since 1.0.0
 */
public record CodeUse(Outcome outcome, int attemptsLeft) {

	/**
	 * Returns whether it was right, and is used up now.
	 * @return true for one caller per code
	 */
	public boolean accepted() {
		return this.outcome == Outcome.RIGHT;
	}

	/** The outcomes. */
	public enum Outcome {

		/** The right one; it is used up now. */
		RIGHT,

		/** A wrong one; with no attempt left, the right one is void as well. */
		WRONG,

		/** None is waited for: never issued, used up, void or too old. */
		NONE

	}

}
