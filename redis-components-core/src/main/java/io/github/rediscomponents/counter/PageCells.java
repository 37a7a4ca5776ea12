// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

import io.github.rediscomponents.support.Checks;
import org.jspecify.annotations.Nullable;

/**
 * The views of the pages of one name in this process. Any number of threads add; one at a
 * time drains.
 *
 * <p>
 * A number only grows, and the draining thread remembers how much of it is taken, so that
 * no view is lost or taken twice. A page that was not viewed for some rounds is retired:
 * its number leaves the map. A thread that adds to it afterwards sees that, and queues it
 * once more.
 */
final class PageCells {

	static final int MAX_PAGE = 512;

	private static final int IDLE_ROUNDS = 10;

	private final Map<String, Cell> cells = new ConcurrentHashMap<>();

	private final LongAdder recorded = new LongAdder();

	private final Queue<Cell> late = new ConcurrentLinkedQueue<>();

	private final Cell unlisted = new Cell("");

	private final AtomicInteger pages;

	private final IntSupplier maxPages;

	private Iterator<Cell> cursor = Collections.emptyIterator();

	/**
	 * Creates cells.
	 * @param pages counts the pages of all names
	 * @param maxPages how many there may be
	 */
	PageCells(AtomicInteger pages, IntSupplier maxPages) {
		this.pages = pages;
		this.maxPages = maxPages;
	}

	void add(String page, long views) {
		Cell cell = this.cells.get(page);
		if (cell == null) {
			cell = create(page);
		}
		this.recorded.add(views);
		cell.views.add(views);
		if (cell.retired) {
			this.late.add(cell);
		}
	}

	/** Returns the cell of a page, or that of the pages beyond the bound. */
	private Cell create(String page) {
		Checks.hasLength("page", page, MAX_PAGE);
		if (this.pages.incrementAndGet() > this.maxPages.getAsInt()) {
			this.pages.decrementAndGet();
			return this.unlisted;
		}
		Cell created = new Cell(page);
		Cell known = this.cells.putIfAbsent(page, created);
		if (known == null) {
			return created;
		}
		this.pages.decrementAndGet();
		return known;
	}

	/**
	 * Returns how many views were added since the beginning, those included that are
	 * being added.
	 */
	long recorded() {
		return this.recorded.sum();
	}

	/**
	 * Takes what was added. Continues behind the page at which the last call stopped.
	 * @param batch takes the pages until it is full
	 */
	void drainTo(ViewBatch.Builder batch) {
		batch.unlisted(this.unlisted.take());
		Cell added = this.late.poll();
		while (added != null) {
			batch.add(added.page, added.take());
			added = batch.isFull() ? null : this.late.poll();
		}
		for (int i = this.cells.size(); i > 0 && !batch.isFull(); i--) {
			Cell cell = next();
			if (cell == null) {
				return;
			}
			visit(cell, batch);
		}
	}

	private @Nullable Cell next() {
		if (!this.cursor.hasNext()) {
			this.cursor = this.cells.values().iterator();
		}
		return this.cursor.hasNext() ? this.cursor.next() : null;
	}

	private void visit(Cell cell, ViewBatch.Builder batch) {
		long taken = cell.take();
		cell.idle = (taken > 0) ? 0 : cell.idle + 1;
		if (cell.idle >= IDLE_ROUNDS && this.cells.remove(cell.page, cell)) {
			this.pages.decrementAndGet();
			cell.retired = true;
			taken = cell.take();
		}
		batch.add(cell.page, taken);
	}

	private static final class Cell {

		private final String page;

		private final LongAdder views = new LongAdder();

		/** Of the draining thread. */
		private long taken;

		private volatile boolean retired;

		private int idle;

		Cell(String page) {
			this.page = page;
		}

		long take() {
			long untaken = this.views.sum() - this.taken;
			this.taken += untaken;
			return untaken;
		}

	}

}
