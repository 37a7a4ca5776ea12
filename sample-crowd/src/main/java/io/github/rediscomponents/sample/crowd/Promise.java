// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.crowd;

import java.util.Arrays;
import java.util.Locale;

/**
 * What a flash sale promises.
 *
 * @since 1.0.0
 */
public enum Promise {

	/** Nobody waits for an answer in vain. */
	ANSWERED("every buyer heard a clear yes or no", "%d of %d"),

	/** The number of accepted orders. */
	ACCEPTED("as many orders are accepted as there are pieces or buyers", "%d accepted, %d expected, %d in doubt"),

	/** No user has several orders, and no id is given twice. */
	ONE_EACH("one order per user, with an id of its own", "%d ids, %d different, %d users with several"),

	/** What was accepted is in the database. */
	STORED("every accepted order is stored", "%d of %d"),

	/** The orders in the database. */
	OWNED("the buyers own as many orders as were to be had", "%d of %d"),

	/** What is in the database was told. */
	TOLD("nobody has an order without having been told", "%d orders, %d more of buyers whose answer was lost"),

	/** What is left. */
	STOCK("the stock is what was not sold", "%d of %d left"),

	/** What is left in the database and in Redis. */
	AGREED("Redis and the database agree", "%d and %d left, %d and %d buyers"),

	/** The lowest stock that was seen. */
	NOT_NEGATIVE("no look found a negative stock", "the lowest of %d looks is %d");

	private final String sentence;

	private final String numbers;

	Promise(String sentence, String numbers) {
		this.sentence = sentence;
		this.numbers = numbers;
	}

	/** The promise as a sentence. */
	public String sentence() {
		return this.sentence;
	}

	/**
	 * The numbers that show whether it was kept, as a sentence.
	 * @param seen the numbers
	 * @return the sentence
	 */
	public String numbers(Long... seen) {
		return String.format(Locale.ROOT, this.numbers, (Object[]) seen);
	}

	/**
	 * Says what became of this promise.
	 * @param kept whether it was kept
	 * @param seen the numbers that show it
	 * @return the outcome
	 */
	public Kept kept(boolean kept, long... seen) {
		return new Kept(this, kept, Arrays.stream(seen).boxed().toList());
	}

}
