package io.github.rediscomponents.session;

import java.time.Duration;
import java.time.Instant;

/**
 * What came of asking for a code.
 */
public sealed interface CodeIssue {

	/**
	 * A code that is to be sent.
	 *
	 * @param code as many digits as the settings say
	 * @param end when it ends, by the server's clock
	 */
	record Issued(String code, Instant end) implements CodeIssue {

		/** Without the code. */
		@Override
		public String toString() {
			return "Issued[end=" + this.end + "]";
		}

	}

	/**
	 * The last code was issued too short a time ago.
	 *
	 * @param retryAfter how long to wait; longer than zero
	 */
	record TooSoon(Duration retryAfter) implements CodeIssue {

	}

}
