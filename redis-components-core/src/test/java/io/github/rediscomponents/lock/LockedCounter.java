// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A number without a guard of its own, which stays exact only where one thread at a time
 * holds the lock.
 */
public final class LockedCounter {

	private final List<Long> tokens = new ArrayList<>();

	private int value;

	private LockedCounter() {
	}

	/**
	 * Counts with two threads of each process at once, and asserts that every step counts
	 * and that tokens rise.
	 * @param processes the lock as each process sees it
	 * @param times how often each thread counts
	 */
	public static void assertExact(List<NamedLock> processes, int times, Acquisition acquisition) {
		LockedCounter counter = new LockedCounter();
		List<Callable<List<Boolean>>> threads = new ArrayList<>();
		for (NamedLock lock : processes) {
			Callable<List<Boolean>> thread = () -> Concurrently.repeat(times,
					() -> counter.raise(acquisition.acquire(lock)));
			threads.add(thread);
			threads.add(thread);
		}
		Concurrently.run(threads);
		int steps = threads.size() * times;
		assertThat(counter.value).isEqualTo(steps);
		assertThat(counter.tokens).hasSize(steps).isSorted().doesNotHaveDuplicates();
	}

	private boolean raise(Lease acquired) {
		try (Lease lease = acquired) {
			int seen = this.value;
			Thread.yield();
			this.value = seen + 1;
			lease.checkValid();
			return this.tokens.add(lease.token());
		}
	}

	/** How the lock is acquired. */
	public interface Acquisition {

		Lease acquire(NamedLock lock) throws Exception;

	}

}
