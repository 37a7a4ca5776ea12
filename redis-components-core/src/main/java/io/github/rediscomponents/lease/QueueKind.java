// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import io.github.rediscomponents.support.Utf8;

/**
 * The kinds of resources that one family of scripts grants in turn: a fair lock is a
 * single permit, a read-write lock has as many permits as there can be readers and a
 * writer takes them all, the permits of a semaphore are specified by the caller.
 *
 * @since 1.0.0
 */
public enum QueueKind {

	FAIR("fair", 1),

	READ_WRITE("rw", QueueTerms.MOST),

	SEMAPHORE("sem", 0);

	private final byte[] code;

	private final int permits;

	QueueKind(String code, int permits) {
		this.code = Utf8.bytes(code);
		this.permits = permits;
	}

	/**
	 * Returns the code of the kind in Redis.
	 * @return the value of the field {@code k}
	 */
	byte[] code() {
		return this.code;
	}

	/**
	 * Number of permits.
	 * @return 0 if each call specifies it
	 */
	public int permits() {
		return this.permits;
	}

}
