// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.github.rediscomponents.benchmarks.Waits;
import io.github.rediscomponents.test.RedisServer;

/**
 * One thread reads 20 keys, which are in Redis and not in memory, again and again after
 * Redis was killed or stopped.
 */
final class CacheAway {

	private static final int KEYS = 20;

	private static final int SECONDS = Integer.getInteger("bench.seconds", 8);

	private static final long PAUSE_NANOS = 1_000_000;

	private CacheAway() {
	}

	static void print() throws InterruptedException {
		print("Redis is killed", RedisServer::kill);
		print("Redis is stopped and says nothing", RedisServer::pause);
	}

	private static void print(String title, Consumer<RedisServer> fault) throws InterruptedException {
		System.out.printf("%n### %s: one thread reads %d keys for %d s%n%n", title, KEYS, SECONDS);
		System.out.println("| candidate | first call (ms) | p50 (ms) | p99 (ms) | longest (ms) | calls | failed | "
				+ "loads | p99 as long as redis-components |");
		System.out.println("|---|---|---|---|---|---|---|---|---|");
		Outcome ours = null;
		for (CacheLibrary library : CacheLibrary.onRedis()) {
			Outcome outcome = run(library, fault);
			ours = (ours != null) ? ours : outcome;
			System.out.printf(Locale.ROOT, "| %s | %,.1f | %,.3f | %,.3f | %,.0f | %,d | %,d | %,d | %s |%n",
					library.label(), outcome.first, outcome.waits.p50(), outcome.waits.p99(), outcome.waits.longest(),
					outcome.waits.count(), outcome.failed, outcome.loads, (outcome != ours)
							? String.format(Locale.ROOT, "%,.1f x", outcome.waits.p99() / ours.waits.p99()) : "");
		}
	}

	private static Outcome run(CacheLibrary library, Consumer<RedisServer> fault) throws InterruptedException {
		RedisServer server = RedisServer.start();
		try (CachePeer writer = library.openPatient(server.uri())) {
			CachePeer reader = library.open(server.uri());
			for (int i = 0; i < KEYS; i++) {
				writer.put("k" + i, "cached");
			}
			fault.accept(server);
			Calls calls = new Calls(reader);
			Thread thread = new Thread(calls, "reader");
			thread.setDaemon(true);
			thread.start();
			TimeUnit.SECONDS.sleep(SECONDS);
			Outcome outcome = calls.end();
			if (server.isRunning()) {
				server.resume();
			}
			reader.close();
			return outcome;
		}
		finally {
			server.close();
		}
	}

	private record Outcome(double first, Waits waits, int failed, int loads) {

	}

	private static final class Calls implements Runnable {

		private final CachePeer cache;

		private final List<Long> nanos = new ArrayList<>();

		private final AtomicInteger failed = new AtomicInteger();

		private final AtomicInteger loads = new AtomicInteger();

		private long began;

		private boolean ended;

		Calls(CachePeer cache) {
			this.cache = cache;
		}

		@Override
		public void run() {
			for (int i = 0; begin(); i++) {
				try {
					this.cache.get("k" + i % KEYS, (key) -> "loaded " + this.loads.incrementAndGet());
				}
				catch (RuntimeException ex) {
					this.failed.incrementAndGet();
				}
				done();
				LockSupport.parkNanos(PAUSE_NANOS);
			}
		}

		private synchronized boolean begin() {
			this.began = System.nanoTime();
			return !this.ended;
		}

		private synchronized void done() {
			if (!this.ended) {
				this.nanos.add(System.nanoTime() - this.began);
				this.began = 0;
			}
		}

		/** A call that still waits counts with the time until now, as failed. */
		synchronized Outcome end() {
			this.ended = true;
			if (this.began != 0) {
				this.nanos.add(System.nanoTime() - this.began);
				this.failed.incrementAndGet();
			}
			return new Outcome(this.nanos.get(0) / 1e6,
					Waits.of(this.nanos.stream().mapToLong(Long::longValue).toArray()), this.failed.get(),
					this.loads.get());
		}

	}

}
