// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.server;

/**
 * Returns the observer of one server for an observer of all.
 *
 * @since 1.0.0
 */
@FunctionalInterface
public interface ServerObservers {

	/**
	 * Returns the observer of a server.
	 * @param server the name of the server
	 * @param type the interface of the observer
	 * @param observer the bean
	 * @param <O> the interface of the observer
	 * @return the observer that the components of the server notify; the same one at each
	 * call
	 */
	<O> O of(String server, Class<O> type, O observer);

}
