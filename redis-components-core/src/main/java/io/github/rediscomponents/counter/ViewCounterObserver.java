// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

/**
 * Receives what a {@link ViewCounter} sends, for logs and meters. Called on the thread
 * that sends, once for each batch: should not block and should not throw (exceptions are
 * logged and dropped).
 *
 * @since 1.0.0
 */
public interface ViewCounterObserver {

	/** Ignores everything. */
	ViewCounterObserver NONE = new ViewCounterObserver() {
	};

	/**
	 * Redis has counted a batch.
	 * @param name the group of pages
	 * @param views how many views it has
	 */
	default void counted(String name, long views) {
	}

	/**
	 * Views were counted for their name only, because too many pages waited in this
	 * process or too many are listed in Redis.
	 * @param name the group of pages
	 * @param views how many views
	 */
	default void unlisted(String name, long views) {
	}

	/**
	 * Views were lost, because the counter was closed while Redis did not take them.
	 * @param name the group of pages
	 * @param views how many views
	 */
	default void lost(String name, long views) {
	}

	/**
	 * The views that wait in this process, once for each interval in which something was
	 * sent.
	 * @param views how many views of all names
	 */
	default void pending(long views) {
	}

}
