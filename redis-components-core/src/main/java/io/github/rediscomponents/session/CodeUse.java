package io.github.rediscomponents.session;

/**
 * What came of a code that was typed in.
 *
 * @param outcome whether it was right
 * @param attemptsLeft how many attempts are left after a wrong one; 0 otherwise
 */
public record CodeUse(Outcome outcome, int attemptsLeft) {

	/**
	 * Whether it was right, and is used up now.
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
