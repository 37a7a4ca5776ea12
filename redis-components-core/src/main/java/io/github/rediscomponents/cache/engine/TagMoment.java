// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import io.github.rediscomponents.cache.entry.Tagged;

/**
 * The number of the newest invalidation of tags before a load, once it is read.
 */
final class TagMoment {

	private volatile long number = Tagged.UNKNOWN;

	long number() {
		return this.number;
	}

	boolean isRead() {
		return this.number != Tagged.UNKNOWN;
	}

	void read(long changed) {
		this.number = changed;
	}

}
