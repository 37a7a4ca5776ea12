// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

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

	/** How many follow; none if this process rests. */
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

	/**
	 * Ends the rest of this process; after an operation began and before it sends
	 * messages.
	 * @return the announcement to send before them; null if others know already that
	 * there is one to come
	 */
	@Nullable Announced awake() {
		this.lock.lock();
		try {
			boolean resting = this.dueAnnouncements == 0;
			this.dueAnnouncements = ANNOUNCEMENTS;
			return resting ? announced(true) : null;
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
	 * Returns what an announcement says now to a process that asks; null if there is
	 * nothing to say. Another one follows.
	 */
	@Nullable Announced answer() {
		this.lock.lock();
		try {
			if (this.last == 0) {
				return null;
			}
			this.dueAnnouncements = Math.max(1, this.dueAnnouncements);
			return announced(true);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns what has to be announced now: at each tick until a few times after the last
	 * change, and then that this process rests.
	 * @return null if it rests already
	 */
	@Nullable Announced takeAnnouncement() {
		this.lock.lock();
		try {
			if (this.dueAnnouncements == 0) {
				return null;
			}
			if (this.open.isEmpty()) {
				this.dueAnnouncements--;
			}
			return announced(this.dueAnnouncements > 0);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Ends all announcements.
	 * @return the last one; null if none is due, or an operation is under way
	 */
	@Nullable Announced rest() {
		this.lock.lock();
		try {
			if (this.dueAnnouncements == 0 || !this.open.isEmpty()) {
				return null;
			}
			this.dueAnnouncements = 0;
			return announced(false);
		}
		finally {
			this.lock.unlock();
		}
	}

	private Announced announced(boolean moreFollow) {
		return new Announced(this.open.isEmpty() ? this.last : this.open.first() - 1, this.last, moreFollow);
	}

	/**
	 * What an announcement says.
	 *
	 * @param settled the number up to which all operations have ended
	 * @param taken the last number that was taken
	 * @param moreFollow whether another announcement follows within the interval
	 */
	record Announced(long settled, long taken, boolean moreFollow) {
	}

}
