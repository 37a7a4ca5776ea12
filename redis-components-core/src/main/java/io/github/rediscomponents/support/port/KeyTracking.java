// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.Set;

/**
 * Hears from every master which keys with certain beginnings are changed, by whichever
 * client ({@code CLIENT TRACKING} in broadcasting mode, Redis 6 and RESP3). Has a
 * connection of its own to each master. What is lost with a connection is not repeated.
 *
 * @since 0.1.0
 */
public interface KeyTracking extends AutoCloseable {

	/**
	 * Tracks other keys from now on, on new connections. Does nothing if they are the
	 * present ones. Does not block.
	 * @param prefixes the beginnings of the keys, none the beginning of another one
	 */
	void track(Set<String> prefixes);

	/**
	 * Returns the masters that are tracked, named as {@link CommandPort#nodes} does;
	 * empty while not all are.
	 */
	Set<String> nodes();

	/**
	 * Tracks on new connections: for when changes do not arrive, or the masters are
	 * others. Does not block.
	 */
	void renew();

	/** Closes the connections. */
	@Override
	void close();

	/**
	 * Hears of changes. Called on I/O threads: must not block.
	 */
	interface Listener {

		/**
		 * A key was written, deleted, or has expired.
		 * @param key the whole key
		 */
		void changed(String key);

		/** A database was emptied. */
		void flushed();

		/** All masters are tracked from now on, perhaps again. */
		void tracked();

		/**
		 * Changes are missed from now on, until {@link #tracked()} is called again. A
		 * connection that hangs is not noticed.
		 */
		void lost();

	}

}
