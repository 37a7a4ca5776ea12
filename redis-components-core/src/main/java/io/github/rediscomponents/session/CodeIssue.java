// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.time.Duration;
import java.time.Instant;

/**
 * The result of a request for a code.
 *
 * @since 1.0.0
 */
public sealed interface CodeIssue {

	/**
	 * A code that is to be sent.
	 *
	 * @param code as many digits as the settings specify
	 * @param end the time of its end, by the server's clock
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
	 * @param retryAfter the time to wait; longer than zero
	 */
	record TooSoon(Duration retryAfter) implements CodeIssue {

	}

}
