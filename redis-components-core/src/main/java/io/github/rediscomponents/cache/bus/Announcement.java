// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import io.github.rediscomponents.cache.entry.TagIds;

/**
 * An operation whose messages are numbered, if there are local levels that have to hear
 * them.
 *
 * @since 1.0.0
 */
public final class Announcement implements AutoCloseable {

	static final Announcement NONE = new Announcement(new OwnNumbers(), "", 0);

	private final OwnNumbers numbers;

	private final String process;

	private final long first;

	/**
	 * Creates the announcement of an operation.
	 * @param numbers those of this process
	 * @param process identifies it
	 * @param first number of the operation; 0 if there are none
	 */
	Announcement(OwnNumbers numbers, String process, long first) {
		this.numbers = numbers;
		this.process = process;
		this.first = first;
	}

	/**
	 * The meaning of a key has changed.
	 * @param index of the message, from 0
	 * @return the message, empty without local levels
	 */
	public byte[] voided(String cache, String text, int index) {
		return (this.first != 0)
				? Frames.numbered(Frames.NUMBERED_VOIDED, this.process, this.first + index, cache, text) : new byte[0];
	}

	/**
	 * A generation began.
	 * @return the message, to which its number is appended
	 */
	public byte[] cleared(String cache) {
		return (this.first != 0) ? Frames.numbered(Frames.NUMBERED_CLEARED, this.process, this.first, cache, "")
				: Frames.of(Frames.CLEARED, cache, "");
	}

	/**
	 * Tags are invalidated.
	 * @return the message, to which the number of that is appended
	 */
	public byte[] untagged(String cache, long[] ids) {
		return Frames.tags((this.first != 0) ? voided(cache, "", 0) : Frames.of(Frames.VOIDED, cache, ""),
				TagIds.text(ids) + ',');
	}

	/** The operation has ended, in whatever way. */
	@Override
	public void close() {
		if (this.first != 0) {
			this.numbers.end(this.first);
		}
	}

}
