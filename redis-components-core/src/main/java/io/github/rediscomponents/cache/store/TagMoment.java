// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import io.github.rediscomponents.cache.entry.Tagged;

/**
 * The number of the newest invalidation of tags before a load, once it is read.
 */
public final class TagMoment {

	private volatile long number = Tagged.UNKNOWN;

	public long number() {
		return this.number;
	}

	public boolean isRead() {
		return this.number != Tagged.UNKNOWN;
	}

	public void read(long changed) {
		this.number = changed;
	}

}
