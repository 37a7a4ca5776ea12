// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.rediscomponents.benchmarks.CommandCounts;
import io.github.rediscomponents.benchmarks.Report;
import io.github.rediscomponents.benchmarks.Trips;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

/**
 * 1000 keys at once, of which 200 are not cached.
 */
final class CacheBulk {

	private static final int KEYS = 1000;

	private static final int MISSING = 200;

	private static final int CALLS = 10;

	private CacheBulk() {
	}

	static void print(int rounds) {
		System.out.printf("%n### getAll of %d keys, %d of them missing%n%n", KEYS, MISSING);
		System.out.println("| candidate | calls of the loader | round trips | p50 (ms) | "
				+ "as long as redis-components | executed in Redis |");
		System.out.println("|---|---|---|---|---|---|");
		List<Candidate> all = new ArrayList<>();
		for (CacheLibrary library : CacheLibrary.onRedis()) {
			if (library != CacheLibrary.REDIS_COMPONENTS) {
				all.add(new Candidate(library));
			}
		}
		try {
			all.forEach(Candidate::count);
			for (int round = 0; round < rounds; round++) {
				for (int i = 0; i < all.size(); i++) {
					all.get((round + i) % all.size()).measure();
				}
			}
			all.forEach((candidate) -> candidate.print(all.get(0)));
		}
		finally {
			all.forEach(Candidate::close);
		}
	}

	private static final class Candidate implements AutoCloseable {

		private final CacheLibrary library;

		private final RedisServer server = RedisServer.start();

		private final RedisProxy proxy = RedisProxy.to(this.server);

		private final CachePeer writer;

		/** Has nothing of what the other one puts in memory. */
		private final CachePeer reader;

		private final AtomicInteger loads = new AtomicInteger();

		private final List<Double> medians = new ArrayList<>();

		private int calls;

		private String commands = "";

		private long trips;

		private int loadsOfOne;

		Candidate(CacheLibrary library) {
			this.library = library;
			this.writer = library.openPatient(this.server.uri());
			this.reader = library.openPatient(this.proxy.uri());
		}

		/**
		 * A new prefix each time, so that the same keys are missing and none is in
		 * memory.
		 */
		private UnaryOperator<String> prepare() {
			int call = this.calls++;
			UnaryOperator<String> name = (key) -> call + ":" + key;
			IntStream.range(MISSING, KEYS).forEach((i) -> this.writer.put(name.apply("k" + i), "cached"));
			return name;
		}

		private void getAll(UnaryOperator<String> name) {
			Set<String> keys = IntStream.range(0, KEYS)
				.mapToObj((i) -> name.apply("k" + i))
				.collect(Collectors.toCollection(LinkedHashSet::new));
			Map<String, String> all = this.reader.getAll(keys, this::load);
			if (all.size() != KEYS) {
				throw new IllegalStateException(this.library + " returned " + all.size());
			}
		}

		private Map<String, String> load(Set<String> missing) {
			this.loads.incrementAndGet();
			Map<String, String> loaded = new LinkedHashMap<>();
			missing.forEach((key) -> loaded.put(key, "loaded"));
			return loaded;
		}

		void count() {
			getAll(prepare());
			UnaryOperator<String> name = prepare();
			settle();
			this.loads.set(0);
			Map<String, Long> before = this.server.commandCalls();
			getAll(name);
			settle();
			this.loadsOfOne = this.loads.get();
			Map<String, Double> executed = new TreeMap<>(
					CommandCounts.perOperation(before, this.server.commandCalls(), 1));
			executed.keySet().removeAll(Set.of("config|resetstat", "command"));
			this.commands = CommandCounts.text(executed);
			this.trips = this.reader.readsOneByOne()
					? Math.round(executed.values().stream().mapToDouble(Double::doubleValue).sum()) : trips();
		}

		/** Some do not wait for what they write. */
		private static void settle() {
			LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
		}

		private long trips() {
			List<UnaryOperator<String>> names = IntStream.range(0, Trips.CALLS).mapToObj((i) -> prepare()).toList();
			AtomicInteger next = new AtomicInteger();
			return Trips.of(this.proxy, () -> getAll(names.get(next.getAndIncrement())));
		}

		void measure() {
			List<Double> millis = new ArrayList<>();
			for (int i = 0; i < CALLS; i++) {
				UnaryOperator<String> name = prepare();
				long began = System.nanoTime();
				getAll(name);
				millis.add((System.nanoTime() - began) / 1e6);
			}
			this.medians.add(Report.median(millis));
		}

		void print(Candidate ours) {
			List<Double> ratios = new ArrayList<>();
			for (int round = 0; round < this.medians.size(); round++) {
				ratios.add(this.medians.get(round) / ours.medians.get(round));
			}
			System.out.printf(Locale.ROOT, "| %s | %d | %d | %,.1f | %s | %s |%n", this.library.label(),
					this.loadsOfOne, this.trips, Report.median(this.medians),
					(this != ours) ? String.format(Locale.ROOT, "%.2f x", Report.median(ratios)) : "", this.commands);
		}

		@Override
		public void close() {
			this.reader.close();
			this.writer.close();
			this.proxy.close();
			this.server.close();
		}

	}

}
