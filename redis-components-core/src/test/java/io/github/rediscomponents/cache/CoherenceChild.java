// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * One process of a {@link CoherenceCampaignTests}: writes its own keys and reads all.
 */
final class CoherenceChild {

	private static final Duration INTERVAL = Duration.ofMillis(300);

	/** Two intervals, a quarter of a second for what is under way, and a slow machine. */
	private static final Duration BOUND = INTERVAL.multipliedBy(2).plusMillis(250).plusMillis(500);

	private static final int READERS = 3;

	private static final ScheduledExecutorService LATE = Executors.newSingleThreadScheduledExecutor();

	private final TypedCache<Integer, Long> cache;

	private final TestCaches caches;

	private final CoherenceTruth truth;

	private final AtomicBoolean done = new AtomicBoolean();

	private final AtomicLong reads = new AtomicLong();

	private final AtomicLong stale = new AtomicLong();

	private CoherenceChild(TestCaches caches, CoherenceTruth truth) {
		this.caches = caches;
		this.cache = caches.client.cache(CacheSpec.of("numbers", Integer.class, Long.class));
		this.truth = truth;
	}

	public static void main(String[] args) throws Exception {
		CoherenceTruth truth = new CoherenceTruth(args[2], BOUND.toNanos());
		CommandPort port = unreliable(TestPorts.open(List.of(args[0].split(",")), Duration.ofSeconds(20)));
		CacheSettings settings = CacheSettings.defaults()
			.withJitter(0)
			.withOutageTtl(Duration.ZERO)
			.withLocal(LocalCacheSettings.defaults().withEnabled(true).withTtl(Duration.ofHours(1)));
		TestCaches caches = TestCaches.on(port, args[1], settings).probeEvery(INTERVAL);
		caches.awaitUp();
		CoherenceChild child = new CoherenceChild(caches, truth);
		System.out.println("READY");
		System.in.read();
		child.run(Integer.parseInt(args[3]), Integer.parseInt(args[4]), Integer.parseInt(args[5]),
				new Random(Long.parseLong(args[6])));
		System.exit(0);
	}

	/** Loses one message in 500, and delivers one in 100 late by up to 200 ms. */
	private static CommandPort unreliable(CommandPort port) {
		return LosingPort.delivering(port, (message, delivery) -> {
			ThreadLocalRandom random = ThreadLocalRandom.current();
			if (random.nextInt(100) == 0) {
				LATE.schedule(delivery, random.nextInt(200), TimeUnit.MILLISECONDS);
			}
			else if (random.nextInt(500) > 0) {
				delivery.run();
			}
		});
	}

	private void run(int index, int processes, int writes, Random random) throws InterruptedException {
		Thread[] readers = new Thread[READERS];
		for (int i = 0; i < READERS; i++) {
			readers[i] = new Thread(this::read, "reader-" + i);
			readers[i].start();
		}
		for (int i = 0; i < writes; i++) {
			int key = random.nextInt(CoherenceTruth.KEYS / processes) * processes + index;
			long version = this.truth.write(key);
			invalidate(key);
			this.truth.invalidated(key, version);
			LockSupport.parkNanos(random.nextInt(4_000_000));
		}
		this.done.set(true);
		for (Thread reader : readers) {
			reader.join();
		}
		this.caches.client.close();
		System.out.println("DONE " + this.reads + " reads, " + this.caches.counts.localHits(Lookup.State.FRESH)
				+ " from memory, " + this.stale + " stale");
	}

	private void invalidate(int key) {
		while (true) {
			try {
				this.cache.invalidate(key);
				return;
			}
			catch (RedisComponentsException ex) {
				// It is not invalidated yet, so nothing is required.
				LockSupport.parkNanos(1_000_000);
			}
		}
	}

	private void read() {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		while (!this.done.get()) {
			int key = random.nextInt(CoherenceTruth.KEYS);
			long required = this.truth.required(key);
			long began = System.nanoTime();
			Long seen = this.cache.get(key, (id) -> this.truth.version(id));
			this.reads.incrementAndGet();
			if (seen == null || seen < required) {
				this.stale.incrementAndGet();
				System.out.println("STALE key " + key + " saw " + seen + " instead of " + required + " after "
						+ Duration.ofNanos(System.nanoTime() - began) + ", " + this.caches.client.localLevelState());
			}
			if (random.nextInt(20) == 0) {
				LockSupport.parkNanos(100_000);
			}
		}
	}

}
