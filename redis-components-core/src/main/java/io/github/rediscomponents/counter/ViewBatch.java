// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.support.Utf8;

/**
 * Views that one script adds.
 *
 * @param number counts the batches of a process and name from 1
 * @param at when it was made, in milliseconds of the server's clock
 * @param pairs pages and their views in turns
 * @param unlisted views of other pages
 * @param views how many views it has
 */
record ViewBatch(long number, long at, List<byte[]> pairs, long unlisted, long views) {

	static ViewBatch of(long at, String page, long views) {
		return new ViewBatch(1, at, List.of(Utf8.bytes(page), Utf8.bytes(views)), 0, views);
	}

	/** Returns the same views at another time. */
	ViewBatch movedTo(long other) {
		return new ViewBatch(this.number, other, this.pairs, this.unlisted, this.views);
	}

	int pages() {
		return this.pairs.size() / 2;
	}

	/** Collects the views of a batch. */
	static final class Builder {

		private final List<byte[]> pairs = new ArrayList<>();

		private long unlisted;

		private long views;

		void add(String page, long added) {
			if (added > 0) {
				this.pairs.add(Utf8.bytes(page));
				this.pairs.add(Utf8.bytes(added));
				this.views += added;
			}
		}

		void unlisted(long added) {
			this.unlisted += added;
			this.views += added;
		}

		boolean isFull() {
			return this.pairs.size() >= 2 * ViewCounter.MAX_BATCH;
		}

		boolean isEmpty() {
			return this.views == 0;
		}

		ViewBatch build(long number, long at) {
			return new ViewBatch(number, at, this.pairs, this.unlisted, this.views);
		}

	}

}
