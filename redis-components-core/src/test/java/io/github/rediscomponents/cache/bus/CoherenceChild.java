// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.Invalidation;
import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.LosingPort;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.server.RedisConnector;

import static org.awaitility.Awaitility.await;

/**
 * One process of a {@link CoherenceRun}: writes its own keys and reads all.
 */
public final class CoherenceChild {

	/** How often a cluster's clients look at its topology. */
	static final Duration REFRESH = Duration.ofMillis(500);

	private static final Duration INTERVAL = Duration.ofMillis(300);

	private static final Duration TIMEOUT = Duration.ofSeconds(20);

	private static final int READERS = 3;

	/** The writes of the short form. */
	private static final int FEW = 1000;

	private static final ScheduledExecutorService LATE = Executors.newSingleThreadScheduledExecutor();

	private final TypedCache<Integer, Long> cache;

	private final TestCaches caches;

	/** The number of the run. */
	private final String run;

	/** Of readers, after one read of {@link #restsAfter}. */
	private final long restNanos;

	private final int restsAfter;

	private final CoherenceTruth truth;

	private final AtomicBoolean done = new AtomicBoolean();

	private final AtomicLong reads = new AtomicLong();

	private final AtomicLong stale = new AtomicLong();

	/**
	 * In the short form readers rest for longer: what is outdated stays so for long
	 * enough to be read many times by each of them.
	 */
	private CoherenceChild(TestCaches caches, CoherenceTruth truth, boolean async, String run, int writes) {
		this.run = run;
		this.restNanos = (writes > FEW) ? 100_000 : 1_000_000;
		this.restsAfter = (writes > FEW) ? 20 : 4;
		this.caches = caches;
		TypedCache<Integer, Long> known = caches.client.cache(CacheSpec.of("numbers", Integer.class, Long.class));
		this.cache = async ? new JoinedCache<>(known) : known;
		this.truth = truth;
	}

	/** Two intervals, a quarter of a second for what is under way, and a slow machine. */
	static Duration bound(Duration refresh) {
		return INTERVAL.multipliedBy(2).plusMillis(250).plusMillis(500).plus(refresh);
	}

	/** Each line is a run, which leaves nothing behind for the next. */
	public static void main(String[] none) throws Exception {
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String line = input.readLine(); line != null; line = input.readLine()) {
			run(input, line.split("\t"));
		}
	}

	private static void run(BufferedReader input, String[] args) throws Exception {
		CoherenceTruth truth = CoherenceTruth.open(Path.of(args[2]), Long.parseLong(args[7]));
		Deque<Runnable> closing = new ArrayDeque<>();
		CommandPort port = unreliable(open(List.of(args[0].split(" ")), closing));
		CacheSettings settings = CacheSettings.defaults()
			.withJitter(0)
			.withOutageTtl(Duration.ZERO)
			.withLocal(LocalCacheSettings.defaults()
				.withInvalidation(Invalidation.valueOf(args[8]))
				.withEnabled(true)
				.withTtl(Duration.ofHours(1)));
		TestCaches caches = TestCaches.on(port, args[1], settings).probeEvery(INTERVAL);
		caches.awaitUp();
		CoherenceChild child = new CoherenceChild(caches, truth, Boolean.parseBoolean(args[9]), args[10],
				Integer.parseInt(args[5]));
		child.print("READY", "");
		input.readLine();
		child.run(input, Integer.parseInt(args[3]), Integer.parseInt(args[4]), Integer.parseInt(args[5]),
				new Random(Long.parseLong(args[6])));
		closing.forEach(Runnable::run);
	}

	private static CommandPort open(List<String> uris, Deque<Runnable> closing) {
		if (uris.size() == 1) {
			CommandPort port = TestPorts.open(uris.get(0), TIMEOUT);
			closing.push(port::close);
			return port;
		}
		RedisClusterClient client = clusterClient(uris);
		closing.push(client::shutdown);
		Background background = new Background();
		closing.push(background::close);
		CommandPort port = CommandPort.open(RedisConnector.of(() -> client), background, TIMEOUT);
		closing.push(port::close);
		return port;
	}

	private void print(String word, String rest) {
		System.out.println(word + ' ' + this.run + ' ' + rest);
	}

	public static RedisClusterClient clusterClient(List<String> uris) {
		RedisClusterClient client = RedisClusterClient.create(uris.stream().map(RedisURI::create).toList());
		client.setOptions(ClusterClientOptions.builder()
			.topologyRefreshOptions(ClusterTopologyRefreshOptions.builder().enablePeriodicRefresh(REFRESH).build())
			.build());
		return client;
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

	private void run(BufferedReader input, int index, int processes, int writes, Random random) throws Exception {
		Thread[] readers = new Thread[READERS];
		for (int i = 0; i < READERS; i++) {
			readers[i] = new Thread(this::read, "reader-" + i);
			readers[i].start();
		}
		int lost = 0;
		for (int i = 0; i < writes; i++) {
			int key = random.nextInt(CoherenceTruth.KEYS / processes) * processes + index;
			long version = this.truth.write(key);
			long began = System.nanoTime();
			invalidate(key);
			lost += this.truth.invalidated(key, version, began) ? 1 : 0;
			LockSupport.parkNanos(random.nextInt(4_000_000));
		}
		print("WRITTEN", lost + " may be lost");
		// Reads go on until the last fault is over.
		input.readLine();
		// While all write, or this process gets over a fault, little is in memory.
		long before = localHits();
		await().atMost(Duration.ofMinutes(1)).until(() -> localHits() - before >= CoherenceTruth.KEYS);
		this.done.set(true);
		for (Thread reader : readers) {
			reader.join();
		}
		this.caches.client.close();
		print("DONE", this.reads + " reads, " + localHits() + " from memory, " + this.stale + " stale, " + lost
				+ " may be lost");
	}

	private long localHits() {
		return this.caches.counts.localHits(Lookup.State.FRESH);
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
				print("STALE", LocalTime.now() + " key " + key + " saw " + seen + " instead of " + required + " after "
						+ Duration.ofNanos(System.nanoTime() - began) + ", " + this.caches.client.localLevelState());
			}
			if (random.nextInt(this.restsAfter) == 0) {
				LockSupport.parkNanos(this.restNanos);
			}
		}
	}

}
