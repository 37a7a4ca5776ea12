// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Blocking reads of streams, on a connection of their own that is opened with the first
 * and reconnects by itself (on a cluster one to the node that is read from, and the one
 * that every Lettuce cluster connection keeps). One read at a time.
 *
 * @since 1.0.0
 */
public interface StreamReads extends AutoCloseable {

	/**
	 * Reads entries that no consumer of the group has received yet
	 * ({@code XREADGROUP ... >}). May wait for it for a while if there is nothing: two
	 * seconds, on a cluster half a second, because a read is not woken there.
	 * @param group the group of consumers
	 * @param consumer the name of this one
	 * @param count how many entries of each stream at most
	 * @param streams their keys, all in one slot
	 * @param marks further keys of the slot, not empty. The server counts those that
	 * exist once the read is over: the command follows the read on its connection,
	 * without a round trip of its own
	 * @param waits whether it waits
	 * @return the entries, none if the time passed or after {@link #wake()}; fails as
	 * {@link CommandPort#evalAsync} does. Entries of a lost reply are pending
	 */
	CompletionStage<StreamReply> read(String group, String consumer, int count, List<String> streams,
			List<String> marks, boolean waits);

	/**
	 * Ends the waiting of the present read soon, without a loss. Does nothing if there is
	 * none, or on a cluster.
	 */
	void wake();

	@Override
	void close();

}
