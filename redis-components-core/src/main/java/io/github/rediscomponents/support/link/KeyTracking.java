// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.link;

import java.util.Set;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.support.port.CommandPort;

/**
 * Hears from every master which keys with certain beginnings are changed, by whichever
 * client ({@code CLIENT TRACKING} in broadcasting mode; needs RESP3). Has a connection of
 * its own to each master. What is lost with a connection is not repeated.
 *
 * @since 1.0.0
 */
public interface KeyTracking extends AutoCloseable {

	/**
	 * Sets which keys are tracked. Others than the present ones are tracked on the
	 * present connections; those that are left out end with them, and with the last of
	 * them the connections end. Does not block.
	 * @param prefixes the beginnings of the keys, none the beginning of another one
	 */
	void track(Set<String> prefixes);

	/**
	 * Returns the masters that are tracked, named as {@link CommandPort#nodes} does;
	 * empty while not all are.
	 */
	Set<String> nodes();

	/**
	 * Reads from each tracked master which masters there are. If they are others, all are
	 * tracked on new connections. One CLUSTER NODES to each master of a cluster, nothing
	 * otherwise.
	 * @return completes with whether the tracked masters are all that there are;
	 * exceptionally if that could not be read
	 */
	CompletionStage<Boolean> check();

	/**
	 * Tracks on new connections. Does not block.
	 * @param reason why
	 */
	void renew(String reason);

	/** Closes the connections. */
	@Override
	void close();

	/**
	 * Hears of changes. Called on I/O threads: must not block.
	 */
	interface Listener {

		/**
		 * A key was written, deleted, or has expired.
		 * @param node the master that says so
		 * @param key the whole key
		 */
		void changed(String node, String key);

		/** A database was emptied. */
		void flushed();

		/**
		 * Keys are tracked on all masters from now on.
		 * @param prefixes those that were not before
		 */
		void tracked(Set<String> prefixes);

		/**
		 * All changes are missed from now on, until {@link #tracked} is called again.
		 * Called once more for each attempt that fails. A connection that hangs is not
		 * noticed.
		 * @param reason why
		 */
		void lost(String reason);

	}

}
