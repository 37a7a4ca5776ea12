// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.test.RedisServer;

/**
 * Breaks something again and again until closed.
 */
public final class Trouble implements AutoCloseable {

	private final AtomicBoolean over = new AtomicBoolean();

	private final CompletableFuture<Void> ended;

	private Trouble(IntConsumer blow, Executor worker) {
		this.ended = CompletableFuture.runAsync(() -> {
			for (int i = 0; !this.over.get(); i++) {
				blow.accept(i);
			}
		}, worker);
	}

	/**
	 * Begins with the first of many blows.
	 * @param blow breaks something, given the number of blows before
	 * @param worker runs all of them
	 */
	public static Trouble of(IntConsumer blow, Executor worker) {
		return new Trouble(blow, worker);
	}

	/**
	 * Pauses a server, breaks its connections and makes it forget its scripts.
	 * @param rest the time to connect again, without which nothing would ever be
	 * executed; it grows with the blows, so that a machine for which it is short gets on
	 */
	public static Trouble at(RedisServer server, Duration rest, Executor worker) {
		return of((i) -> {
			LockSupport.parkNanos(rest.toNanos() * (40 + i) / 40);
			switch (i % 4) {
				case 0 -> server.command("CLIENT", "PAUSE", "60");
				case 1 -> server.command("CLIENT", "KILL", "TYPE", "normal");
				case 2 -> server.command("SCRIPT", "FLUSH");
				default -> server.command("CLIENT", "KILL", "TYPE", "pubsub");
			}
		}, worker);
	}

	/** Repeats a call, which a connection that breaks fails with nothing held. */
	public static <T> T outlasting(Callable<T> call) throws Exception {
		while (true) {
			try {
				return call.call();
			}
			catch (RedisUnavailableException ex) {
				Thread.onSpinWait();
			}
		}
	}

	@Override
	public void close() {
		this.over.set(true);
		this.ended.orTimeout(30, TimeUnit.SECONDS).join();
	}

}
