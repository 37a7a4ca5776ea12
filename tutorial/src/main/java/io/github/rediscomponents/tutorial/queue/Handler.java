// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.queue;

/**
 * Stores an order in the database.
 */
@FunctionalInterface
public interface Handler {

	/**
	 * Stores an order.
	 */
	void handle(String order);

}
