// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.util.Locale;

import io.github.rediscomponents.sample.crowd.Kept;

/**
 * The outcome of an invariant.
 *
 * @param state whether it held
 * @param invariant what has to hold
 * @param numbers what was seen
 */
public record Finding(State state, String invariant, String numbers) {

	static Finding of(boolean held, String invariant, String numbers, Object... arguments) {
		return new Finding(held ? State.HELD : State.BROKEN, invariant, format(numbers, arguments));
	}

	static Finding of(Kept kept) {
		return of(kept.kept(), kept.promise().sentence(), "%s", kept.numbers());
	}

	static Finding notChecked(String invariant, String reason) {
		return new Finding(State.NOT_CHECKED, invariant, reason);
	}

	private static String format(String text, Object... arguments) {
		return String.format(Locale.ROOT, text, arguments);
	}

	@Override
	public String toString() {
		return switch (this.state) {
			case HELD -> "held: ";
			case BROKEN -> "BROKEN: ";
			case NOT_CHECKED -> "not checked: ";
		} + this.invariant + " (" + this.numbers + ")";
	}

	/** Whether an invariant held. */
	public enum State {

		/** It held. */
		HELD,

		/** It did not hold. */
		BROKEN,

		/** It could not be checked. */
		NOT_CHECKED

	}

}
