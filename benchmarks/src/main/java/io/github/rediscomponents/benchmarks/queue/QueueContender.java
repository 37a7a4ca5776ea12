// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.List;
import java.util.OptionalLong;

/**
 * One process, as seen by Redis, that sends to a queue of one library and works on what
 * is in it.
 */
interface QueueContender extends AutoCloseable {

	/** How many handlers run at once, where the library has a setting for it. */
	int HANDLERS = 8;

	/**
	 * Sends a message.
	 * @param body what to send; Redis has it when this returns
	 */
	void send(String body);

	/**
	 * Sends messages in the fastest way that the library has for several.
	 * @param bodies what to send; Redis has them when this returns
	 */
	void sendAll(List<String> bodies);

	/** How many messages were given up and kept; empty if the library keeps none. */
	default OptionalLong deadLetters() {
		return OptionalLong.empty();
	}

	@Override
	void close();

	/** Works on a message; may throw. */
	@FunctionalInterface
	interface Handler {

		void handle(String body);

	}

}
