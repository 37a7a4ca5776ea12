// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The numbers of the messages that this process has published. Every message that others
 * must not miss gets one; a number whose command has ended, in whatever way, is settled.
 */
final class OwnNumbers {

	/** Announced more than once: an announcement can be lost with what it announces. */
	private static final int ANNOUNCEMENTS = 2;

	private final ReentrantLock lock = new ReentrantLock();

	/** The first number of each operation that has not ended. */
	private final TreeSet<Long> open = new TreeSet<>();

	private long last;

	private int dueAnnouncements;

	/**
	 * Takes numbers for the messages of one operation.
	 * @return the first of them, which identifies the operation
	 */
	long begin(int messages) {
		this.lock.lock();
		try {
			long first = this.last + 1;
			this.last += messages;
			this.open.add(first);
			return first;
		}
		finally {
			this.lock.unlock();
		}
	}

	void end(long first) {
		this.lock.lock();
		try {
			this.open.remove(first);
			this.dueAnnouncements = ANNOUNCEMENTS;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns the number up to which all are settled.
	 */
	long settled() {
		this.lock.lock();
		try {
			return this.open.isEmpty() ? this.last : this.open.first() - 1;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns whether the numbers have to be announced now; a few times after each
	 * change.
	 */
	boolean takeAnnouncement() {
		this.lock.lock();
		try {
			if (this.dueAnnouncements == 0) {
				return false;
			}
			this.dueAnnouncements--;
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

}
