// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.github.rediscomponents.test.Concurrently;

import static org.awaitility.Awaitility.await;

/**
 * Threads that do things again and again and are interrupted at random moments, every
 * other time counted from the moment that one of them got what it waited for.
 */
public final class InterruptStorm {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final SplittableRandom random;

	private final String details;

	private final AtomicInteger acquired = new AtomicInteger();

	private final AtomicInteger ended = new AtomicInteger();

	private final AtomicInteger late = new AtomicInteger();

	private final List<StormThread> threads = new ArrayList<>();

	public InterruptStorm(SplittableRandom random, String details) {
		this.random = random;
		this.details = details;
	}

	/** One thread more, which goes on when it was interrupted. */
	public void add(String name, Concurrently.Action action) {
		this.threads.add(new StormThread(name, () -> {
			try {
				action.run();
			}
			catch (InterruptedException ex) {
				this.ended.incrementAndGet();
			}
			if (Thread.interrupted()) {
				this.late.incrementAndGet();
			}
		}));
	}

	/** A thread got what it waited for, where an interrupt does the most harm. */
	public void acquired() {
		this.acquired.incrementAndGet();
	}

	/** Interrupts threads so often, and ends all of them. */
	public void run(int interrupts) throws InterruptedException {
		this.threads.forEach(StormThread::start);
		for (int i = 0; i < interrupts; i++) {
			if (this.random.nextBoolean()) {
				awaitChange();
			}
			LockSupport.parkNanos(this.random.nextLong(TimeUnit.MILLISECONDS.toNanos(2)));
			this.threads.get(this.random.nextInt(this.threads.size())).interrupt();
		}
		// On a slow machine no thread may have come so far yet.
		await().atMost(PATIENCE).until(() -> this.acquired.get() > 0);
		this.threads.forEach(StormThread::stop);
		for (StormThread thread : this.threads) {
			thread.finish(PATIENCE, () -> this.details);
		}
	}

	private void awaitChange() {
		int before = this.acquired.get();
		long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20);
		while (this.acquired.get() == before && deadline - System.nanoTime() > 0) {
			Thread.onSpinWait();
		}
	}

	public int acquisitions() {
		return this.acquired.get();
	}

	/** What an interrupt did. */
	@Override
	public String toString() {
		return "ended " + this.ended + " waits and came late or were kept " + this.late + " times, " + this.acquired
				+ " acquisitions";
	}

}
