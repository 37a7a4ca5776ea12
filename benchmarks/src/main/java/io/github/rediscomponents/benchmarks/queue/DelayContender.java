// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.List;
import java.util.Map;

/**
 * One process, as seen by Redis, that schedules with one library and works on what is
 * due.
 */
interface DelayContender extends AutoCloseable {

	/**
	 * Schedules a message.
	 * @param body what
	 * @param millis from now
	 */
	void schedule(String body, long millis);

	/**
	 * Schedules messages in the fastest way that the library has for several.
	 * @param bodies what
	 * @param dueMillis when, by the clock
	 */
	void scheduleAll(List<String> bodies, long dueMillis);

	/** The sorted set in which they wait. */
	String waitingKey();

	/**
	 * How many scripts that move what is due were executed.
	 * @param calls INFO commandstats
	 * @return the number so far
	 */
	long promotions(Map<String, Long> calls);

	@Override
	void close();

}
