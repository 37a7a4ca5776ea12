// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

/**
 * Receives the outcomes of the round trips of lists, indexes, counters, bitmaps, places,
 * likes and rankings, for logs and meters. Called on the thread that waited, and for what
 * goes out in a flush on an I/O thread: must be quick, must not block and should not
 * throw (exceptions are logged and dropped).
 *
 * @since 1.0.0
 */
@FunctionalInterface
public interface OperationObserver {

	/** Ignores every outcome. */
	OperationObserver NONE = (component, operation, outcome, nanos) -> {
	};

	/**
	 * An operation has ended. One that the component had to send twice, such as for
	 * another day, ends twice.
	 * @param component which one, as its properties are called, such as {@code geo}
	 * @param operation the script that was run, such as {@code page}, or {@code command}
	 * for a plain command; one of a few
	 * @param outcome how it ended
	 * @param nanos from sending to the reply, or until no reply was waited for any more
	 */
	void ended(String component, String operation, Outcome outcome, long nanos);

	/** How an operation ended. */
	enum Outcome {

		/** Redis answered. */
		ANSWERED,

		/** Redis refused it, as when a key holds another type. */
		REFUSED,

		/** No usable answer came in time. */
		UNAVAILABLE,

		/** Anything else. */
		FAILED

	}

}
