// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.Checks;

/**
 * Takes ids from one block while the next one is on its way.
 *
 * <p>
 * Ids increase because a block is replaced only when it is used up or closed, which is
 * for ever, by one that was requested with a floor above every earlier grant, and at most
 * one request is under way.
 */
final class BlockSequence implements IdSequence {

	/** Intended lifetime of a block; a quarter of the maximum age if that is shorter. */
	private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	/** A short burst must not reserve for a long one. */
	private static final int GROWTH = 4;

	private static final int MAX_IDS = 1 << 20;

	private final String key;

	private final BlockSource source;

	private final Lock swapping = new ReentrantLock();

	private volatile Block current = new Block(0, 0);

	/** The next block or the request for it; guarded by {@link #swapping}. */
	private @Nullable CompletableFuture<Block> next;

	/** The greatest id that was granted to this process, -1 for none. */
	private volatile long granted = -1;

	BlockSequence(String key, BlockSource source) {
		this.key = key;
		this.source = source;
	}

	@Override
	public long nextId() {
		Block block = this.current;
		long offset = block.taken.getAndIncrement();
		if (offset < block.size) {
			if (offset == block.half) {
				request(block, 1);
			}
			return block.first + offset;
		}
		return nextIds(1)[0];
	}

	@Override
	public long[] nextIds(int n) {
		Checks.between("n", n, 1, MAX_IDS);
		long[] ids = new long[n];
		int filled = 0;
		long deadline = System.nanoTime() + this.source.patienceNanos();
		while (true) {
			Block block = this.current;
			int missing = n - filled;
			long offset = block.taken.getAndAdd(missing);
			int got = (int) Math.max(0, Math.min(missing, block.size - offset));
			for (int i = 0; i < got; i++) {
				ids[filled++] = block.first + offset + i;
			}
			if (offset <= block.half && block.half < offset + got) {
				request(block, 1);
			}
			if (filled == n) {
				return ids;
			}
			long now = System.nanoTime();
			if (got > 0) {
				deadline = now + this.source.patienceNanos();
			}
			else if (now - deadline > 0) {
				throw new RedisUnavailableException("Redis granted no ids for '" + this.key + "' that could be used",
						Outcome.NOT_EXECUTED, null);
			}
			replace(block, n - filled);
		}
	}

	@Override
	public String key() {
		return this.key;
	}

	/** Waits for the block that comes after one that is used up or closed. */
	private void replace(Block old, int wanted) {
		CompletableFuture<Block> request = request(old, wanted);
		if (request == null) {
			return;
		}
		Block granted = await(request);
		this.swapping.lock();
		try {
			if (this.current == old && this.next == request) {
				old.close();
				granted.installed(System.nanoTime());
				this.current = granted;
				this.next = null;
			}
		}
		finally {
			this.swapping.unlock();
		}
	}

	/**
	 * Requests the block after this one unless it was requested before.
	 * @return completes with the block; null if this block was replaced meanwhile
	 */
	private @Nullable CompletableFuture<Block> request(Block block, int wanted) {
		CompletableFuture<Block> request = new CompletableFuture<>();
		this.swapping.lock();
		try {
			if (this.current != block || this.next != null) {
				return (this.current == block) ? this.next : null;
			}
			this.next = request;
		}
		finally {
			this.swapping.unlock();
		}
		this.source.grant(size(block, wanted), this.granted).whenComplete((granted, failure) -> {
			if (failure == null) {
				this.granted = granted.last();
				request.complete(granted);
				return;
			}
			forget(request);
			request.completeExceptionally(failure);
		});
		return request;
	}

	private void forget(CompletableFuture<Block> failed) {
		this.swapping.lock();
		try {
			if (this.next == failed) {
				this.next = null;
			}
		}
		finally {
			this.swapping.unlock();
		}
	}

	private int size(Block block, int wanted) {
		IdSettings settings = this.source.settings();
		long window = Math.min(WINDOW_NANOS, settings.maxAge().toNanos() / 4);
		double used = block.usedPer(window, System.nanoTime());
		long size = (long) Math.min(used, (double) block.size * GROWTH);
		return (int) Math.max(settings.minBlock(), Math.min(settings.maxBlock(), Math.max(size, wanted)));
	}

	private Block await(CompletableFuture<Block> request) {
		if (!request.isDone()) {
			this.source.checkMayWait();
		}
		try {
			return request.join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof RedisUnavailableException unavailable) {
				// A new one, because that one has the stack of the first caller.
				throw new RedisUnavailableException(
						"No ids for '" + this.key + "': " + String.valueOf(unavailable.getMessage()),
						Outcome.NOT_EXECUTED, unavailable);
			}
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : ex;
		}
	}

}
