// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;

/**
 * The messages that a group of consumers has not acknowledged, at one moment.
 *
 * @param name the group
 * @param lag messages that were never delivered to it; with a server before 7.0, and
 * while the server reports no number, counted up to 10,000
 * @param pending messages that its consumers have, or that wait for another attempt
 * @param consumers consumers registered in the server
 * @param idle time since the last command of one of them; zero if there is none
 * @param oldest how long ago the oldest message came in that it has not acknowledged;
 * zero if there is none
 * @since 1.0.0
 */
public record GroupStats(String name, long lag, long pending, int consumers, Duration idle, Duration oldest) {

	/**
	 * Returns whether the group keeps messages without a consumer.
	 * @param after how long it must have had no consumer, and a message
	 * @return true if it seems to be forgotten
	 */
	public boolean isForgotten(Duration after) {
		return this.oldest.compareTo(after) >= 0 && (this.consumers == 0 || this.idle.compareTo(after) >= 0);
	}

}
