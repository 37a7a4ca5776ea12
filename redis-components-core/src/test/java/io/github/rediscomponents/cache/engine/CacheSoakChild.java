// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.bus.CoherenceTruth;
import io.github.rediscomponents.support.TestPorts;

import static org.awaitility.Awaitility.await;

/**
 * One process of {@link CacheSoakCampaignTests}. It works after {@code GO}, rests after
 * {@code QUIET}, and says after {@code CHECK} what is in it.
 */
final class CacheSoakChild {

	static final Duration LEASE = Duration.ofSeconds(2);

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final int WRITERS = 2;

	private static final int READERS = 4;

	/**
	 * Each thread waits for one call, each cache rebuilds so many values at a time, and
	 * loads that were cut off go on.
	 */
	static final int MAX_WORKERS = WRITERS + READERS + 3 * CacheSoakUse.MAX_REBUILDS + CacheSoakUse.MAX_LOADS;

	private final TestCaches caches;

	private final CacheSoakUse use;

	private final List<Worker> workers = new ArrayList<>();

	private final AtomicLong operations = new AtomicLong();

	private final AtomicLong failures = new AtomicLong();

	private volatile boolean working;

	private CacheSoakChild(TestCaches caches, CoherenceTruth truth, int index, int processes, long seed) {
		this.caches = caches;
		this.use = new CacheSoakUse(caches, truth);
		for (int i = 0; i < WRITERS + READERS; i++) {
			Random random = new Random(seed * 100 + i);
			int owner = i;
			Runnable turn = (i < WRITERS) ? () -> this.use.write(random, index * WRITERS + owner, processes * WRITERS)
					: () -> this.use.read(random);
			this.workers.add(new Worker("soak-" + i, turn));
		}
		Random random = new Random(seed);
		this.workers.add(new Worker("interrupts", () -> {
			pause(random.nextInt(40));
			this.workers.get(random.nextInt(WRITERS + READERS)).interrupt();
		}));
	}

	public static void main(String[] args) throws Exception {
		TestCaches caches = TestCaches.on(TestPorts.open(args[0], Duration.ofSeconds(20)), args[1],
				CacheSoakUse.SETTINGS);
		CacheSoakChild child = new CacheSoakChild(caches, CoherenceTruth.open(Path.of(args[2]), 0),
				Integer.parseInt(args[3]), Integer.parseInt(args[4]), Long.parseLong(args[5]));
		caches.probeEvery(Duration.ofMillis(300));
		caches.awaitUp();
		child.workers.forEach(Thread::start);
		System.out.println("READY");
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		int round = 0;
		for (String line = input.readLine(); line != null; line = input.readLine()) {
			switch (line) {
				case "GO" -> child.work(true);
				case "QUIET" -> System.out.println("QUIET " + round + " " + child.rest());
				case "CHECK" -> System.out.println("CHECK " + round++ + " " + child.check());
				default -> throw new IllegalArgumentException(line);
			}
		}
		System.exit(0);
	}

	private void work(boolean wanted) {
		synchronized (this.workers) {
			this.working = wanted;
			this.workers.notifyAll();
		}
	}

	/** Ends what is under way, and waits until what failed is repeated. */
	private String rest() {
		work(false);
		await().atMost(PATIENCE).until(() -> this.workers.stream().allMatch((worker) -> worker.resting));
		await().atMost(PATIENCE).until(() -> this.caches.client.queuedInvalidations().count() == 0);
		await().atMost(PATIENCE).until(() -> this.caches.client.localLevelState() == LocalLevelState.UP);
		await().pollDelay(this.use.stalenessBound()).until(() -> true);
		return "ok";
	}

	private CacheSoakReport check() {
		long[] stale = new long[1];
		long before = localHits();
		// Hits of local levels are told with the next probe.
		await().atMost(PATIENCE).until(() -> {
			stale[0] += this.use.stale();
			return localHits() > before;
		});
		CacheSoakReport report = CacheSoakReport.ofThisProcess();
		// Values that were due are still loaded in the background.
		for (int i = 0; i < 120 && !report.isIdle(); i++) {
			pause(500);
			report = CacheSoakReport.ofThisProcess();
		}
		return report.with("queued", this.caches.client.queuedInvalidations().count())
			.with("failures", this.failures.get())
			.with("loads", this.use.loads())
			.with("operations", this.operations.get())
			.with("local", localHits() - before)
			.with("stale", stale[0]);
	}

	private long localHits() {
		return this.caches.counts.localHits(Lookup.State.FRESH);
	}

	/** Lets time pass between operations; nothing is awaited. */
	static void pause(long millis) {
		try {
			Thread.sleep(millis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private final class Worker extends Thread {

		private final Runnable turn;

		volatile boolean resting;

		Worker(String name, Runnable turn) {
			super(name);
			setDaemon(true);
			this.turn = turn;
		}

		@Override
		public void run() {
			while (true) {
				awaitWork();
				try {
					this.turn.run();
				}
				catch (RuntimeException ex) {
					// The faults cause it; what it leaves behind is what is looked at.
					CacheSoakChild.this.failures.incrementAndGet();
				}
				CacheSoakChild.this.operations.incrementAndGet();
				interrupted();
			}
		}

		private void awaitWork() {
			synchronized (CacheSoakChild.this.workers) {
				while (!CacheSoakChild.this.working) {
					this.resting = true;
					try {
						CacheSoakChild.this.workers.wait();
					}
					catch (InterruptedException ex) {
						// The last one of the round.
						interrupted();
					}
				}
				this.resting = false;
			}
		}

	}

}
