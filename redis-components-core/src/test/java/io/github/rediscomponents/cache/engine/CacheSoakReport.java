// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.management.JMException;
import javax.management.ObjectName;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is in a process of {@link CacheSoakCampaignTests} when nothing happens.
 *
 * @param values by name
 */
record CacheSoakReport(Map<String, Long> values) {

	/**
	 * Three times what buffers, new connections and the statistics of the JVM made of the
	 * heap in trials.
	 */
	private static final long HEAP_NOISE_BYTES = 1_000_000;

	/** Four times what was seen: instances of this library's classes. */
	private static final long OBJECT_NOISE = 200;

	private static final String OURS = "io.github.rediscomponents.";

	private static final String THREAD = "thread:";

	private static final String TYPE = "class:";

	/** What a type must have of the heap to be in the report. */
	private static final long LARGE_BYTES = 100_000;

	/**
	 * The serial collector compacts the whole heap in each fourth full collection. The
	 * others leave gaps, which the histogram counts as arrays of int.
	 */
	private static final int COLLECTIONS = 4;

	/**
	 * Looks at this process, after full collections of garbage.
	 */
	static CacheSoakReport ofThisProcess() {
		Map<String, long[]> live = Stream.generate(CacheSoakReport::live)
			.limit(COLLECTIONS)
			.min(Comparator.comparingLong(CacheSoakReport::bytes))
			.orElseThrow();
		Map<String, Long> values = new LinkedHashMap<>();
		values.put("heap", bytes(live));
		values.put("objects",
				live.entrySet()
					.stream()
					.filter((entry) -> entry.getKey().startsWith(OURS))
					.mapToLong((entry) -> entry.getValue()[0])
					.sum());
		values.put("flights", count(live, "flight.Flight"));
		values.put("extensions", count(live, "load.LeaseExtension"));
		Map<String, Long> threads = Thread.getAllStackTraces()
			.keySet()
			.stream()
			.collect(Collectors.groupingBy((thread) -> thread.getName().replaceAll("[^a-zA-Z]+", "_"), TreeMap::new,
					Collectors.counting()));
		values.put("threads", threads.values().stream().mapToLong(Long::longValue).sum());
		threads.forEach((name, count) -> values.put(THREAD + name, count));
		live.forEach((type, counts) -> {
			if (counts[1] >= LARGE_BYTES) {
				values.put(TYPE + type, counts[1]);
			}
		});
		return new CacheSoakReport(values);
	}

	private static long bytes(Map<String, long[]> live) {
		return live.values().stream().mapToLong((counts) -> counts[1]).sum();
	}

	private static long count(Map<String, long[]> live, String type) {
		String name = OURS + "cache." + type;
		try {
			Class.forName(name);
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
		long[] counts = live.get(name);
		return (counts != null) ? counts[0] : 0;
	}

	/** Instances and bytes by class. */
	private static Map<String, long[]> live() {
		try {
			String histogram = (String) ManagementFactory.getPlatformMBeanServer()
				.invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
						new Object[] { new String[0] }, new String[] { String[].class.getName() });
			Map<String, long[]> live = new LinkedHashMap<>();
			histogram.lines().map((line) -> line.trim().split("\\s+")).forEach((cells) -> {
				if (cells[0].matches("\\d+:")) {
					live.merge(cells[3], new long[] { Long.parseLong(cells[1]), Long.parseLong(cells[2]) },
							(a, b) -> new long[] { a[0] + b[0], a[1] + b[1] });
				}
			});
			return live;
		}
		catch (JMException ex) {
			throw new IllegalStateException(ex);
		}
	}

	CacheSoakReport with(String name, long value) {
		Map<String, Long> all = new LinkedHashMap<>();
		all.put(name, value);
		all.putAll(this.values);
		return new CacheSoakReport(all);
	}

	static CacheSoakReport parse(String line) {
		Map<String, Long> values = new LinkedHashMap<>();
		Arrays.stream(line.split(" "))
			.map((cell) -> cell.split("="))
			.forEach((cell) -> values.put(cell[0], Long.parseLong(cell[1])));
		return new CacheSoakReport(values);
	}

	private long get(String name) {
		return this.values.get(name);
	}

	boolean isIdle() {
		return get("flights") == 0 && get("extensions") == 0;
	}

	void checkNothingIsLeft() {
		assertThat(get("stale")).as("outdated values").isZero();
		assertThat(get("flights")).as("flights").isZero();
		assertThat(get("extensions")).as("extensions of leases").isZero();
		assertThat(get("queued")).as("queued invalidations").isZero();
		assertThat(get("local")).as("hits of local levels in the check").isPositive();
	}

	/**
	 * Compares two moments at which every row is in memory.
	 * @param before the first of them
	 * @param maxWorkers how many workers can have been busy at a time
	 */
	void checkGrowthSince(CacheSoakReport before, int maxWorkers) {
		assertThat(get("heap") - before.get("heap")).as(() -> "growth of the heap: " + growthSince(before))
			.isLessThan(HEAP_NOISE_BYTES);
		assertThat(get("objects") - before.get("objects")).as("growth of the objects").isLessThan(OBJECT_NOISE);
		int lazy = Math.max(2, Runtime.getRuntime().availableProcessors());
		this.values.forEach((name, count) -> {
			if (name.startsWith(THREAD)) {
				long known = before.values.getOrDefault(name, 0L);
				long most = name.contains("worker") ? maxWorkers : name.contains("lettuce") ? lazy : known;
				assertThat(count).as(name).isLessThanOrEqualTo(most);
			}
		});
	}

	/** Bytes by class. */
	private Map<String, Long> growthSince(CacheSoakReport before) {
		Map<String, Long> growth = new TreeMap<>();
		this.values.forEach((name, bytes) -> {
			if (name.startsWith(TYPE)) {
				growth.put(name, bytes - before.values.getOrDefault(name, 0L));
			}
		});
		return growth;
	}

	/** In the form that {@link #parse} reads. */
	@Override
	public String toString() {
		return this.values.entrySet()
			.stream()
			.map((entry) -> entry.getKey() + "=" + entry.getValue())
			.collect(Collectors.joining(" "));
	}

}
