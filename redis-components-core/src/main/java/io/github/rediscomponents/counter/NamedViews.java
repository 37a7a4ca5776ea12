// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * What this process counted of one name and Redis does not have: views by page, and the
 * batches made of them. One thread at a time makes and removes batches.
 */
final class NamedViews {

	private static final long MINUTE = TimeUnit.MINUTES.toMillis(1);

	private final String name;

	private final PageCells cells;

	private final Deque<ViewBatch> batches = new ArrayDeque<>();

	private final AtomicInteger batchedPages;

	/** Written by one thread at a time. */
	private volatile long counted;

	private long last;

	private long minute;

	/**
	 * Creates the views of a name.
	 * @param name the name
	 * @param cells its pages
	 * @param batchedPages counts the pages in the batches of all names
	 */
	NamedViews(String name, PageCells cells, AtomicInteger batchedPages) {
		this.name = name;
		this.cells = cells;
		this.batchedPages = batchedPages;
	}

	String name() {
		return this.name;
	}

	PageCells cells() {
		return this.cells;
	}

	/** Returns how many views are not known to be counted. */
	long waiting() {
		long known = this.counted;
		return this.cells.recorded() - known;
	}

	/**
	 * Makes a batch of what was counted since the last one. While an older batch is on
	 * its way, only at the end of a minute, so that an outage of an hour leaves sixty.
	 * @param now by the server's clock
	 * @param maxPages how many pages the batches of all names may have together; views
	 * beyond it wait in memory, and count in the minute of a later batch
	 */
	void seal(long now, int maxPages) {
		long present = now / MINUTE;
		if (this.batches.isEmpty()) {
			make(now);
		}
		else if (present > this.minute && this.batchedPages.get() < maxPages) {
			makeAll((this.minute + 1) * MINUTE - 1);
		}
		this.minute = present;
	}

	/** Makes batches of all that was counted. */
	void makeAll(long at) {
		this.minute = at / MINUTE;
		boolean full = true;
		while (full) {
			full = make(at);
		}
	}

	/** Returns whether there is more. */
	private boolean make(long at) {
		ViewBatch.Builder batch = new ViewBatch.Builder();
		this.cells.drainTo(batch);
		if (!batch.isEmpty()) {
			this.last++;
			ViewBatch built = batch.build(this.last, at);
			this.batches.add(built);
			this.batchedPages.addAndGet(built.pages());
		}
		return batch.isFull();
	}

	@Nullable ViewBatch first() {
		return this.batches.peek();
	}

	/** The first batch is counted. */
	void remove() {
		ViewBatch removed = this.batches.remove();
		this.counted += removed.views();
		this.batchedPages.addAndGet(-removed.pages());
	}

	/** The first batch belongs to another time. */
	void moveFirst(long at) {
		this.batches.addFirst(this.batches.remove().movedTo(at));
	}

}
