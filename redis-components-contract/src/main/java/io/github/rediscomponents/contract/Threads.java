// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs the same work on several threads that begin together.
 */
final class Threads {

	private Threads() {
	}

	static void run(int threads, Runnable work) {
		CyclicBarrier start = new CyclicBarrier(threads);
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			List<Future<?>> running = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				running.add(executor.submit(() -> {
					start.await();
					work.run();
					return null;
				}));
			}
			for (Future<?> one : running) {
				one.get();
			}
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof AssertionError failure) {
				throw failure;
			}
			throw new AssertionError("A thread failed", ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new AssertionError("Interrupted", ex);
		}
		finally {
			executor.shutdownNow();
		}
	}

}
