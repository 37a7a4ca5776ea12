// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.List;

import io.github.rediscomponents.cache.write.Transactions;

/**
 * Removals from one cache that take effect at once.
 */
interface ImmediateWrites extends Transactions.Target {

	/**
	 * Removes an entry.
	 * @return whether there was one, of any generation
	 */
	boolean invalidate(String text);

	void invalidateAll(List<String> texts);

	/**
	 * Outdates the entries that have one of the tags.
	 */
	void invalidateTags(long[] ids);

	void clear();

}
