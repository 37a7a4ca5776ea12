// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.test.Concurrently;

/**
 * A thread that does something again and again and is interrupted meanwhile.
 */
final class StormThread {

	private final Thread thread;

	private volatile boolean over;

	private volatile @Nullable Throwable failure;

	StormThread(String name, Concurrently.Action action) {
		this.thread = new Thread(() -> {
			try {
				while (!this.over) {
					action.run();
				}
			}
			catch (Throwable ex) {
				this.failure = ex;
			}
		}, name);
		this.thread.setDaemon(true);
	}

	void start() {
		this.thread.start();
	}

	void interrupt() {
		this.thread.interrupt();
	}

	void stop() {
		this.over = true;
	}

	/** Fails if it is stuck or has failed. */
	void finish(Duration patience, Supplier<String> details) throws InterruptedException {
		this.thread.join(patience.toMillis());
		if (this.thread.isAlive()) {
			String stack = Stream.of(this.thread.getStackTrace())
				.map(String::valueOf)
				.collect(Collectors.joining("\n\tat "));
			throw new AssertionError(this.thread.getName() + " is stuck; " + details.get() + "\n\tat " + stack);
		}
		if (this.failure != null) {
			throw new AssertionError(this.thread.getName() + " failed; " + details.get(), this.failure);
		}
	}

}
