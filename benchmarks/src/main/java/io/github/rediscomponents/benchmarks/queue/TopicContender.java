// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

/**
 * One process, as seen by Redis, that publishes to a topic of one library and receives
 * its messages.
 */
interface TopicContender extends AutoCloseable {

	/**
	 * Publishes a message and waits for Redis to have it.
	 * @param body what
	 */
	void publish(String body);

	@Override
	void close();

}
