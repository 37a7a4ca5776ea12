// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.release;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.benchmarks.Report;
import io.github.rediscomponents.test.RedisServer;

/**
 * The operations of an earlier state of the components and of the present one, on one
 * server in one JVM, by a class loader for each. Both have short turns, the other one
 * first each time, and what is printed is the median of the ratios of neighbouring turns,
 * with their quartiles: a machine that slows down slows both.
 */
public final class EarlierState {

	private static final int WARMUP_TURNS = 12;

	private static final int TURNS = 40;

	private static final long TURN = TimeUnit.MILLISECONDS.toNanos(50);

	private static final int[] THREADS = { 1, 16 };

	private EarlierState() {
	}

	/**
	 * Measures and prints.
	 * @param earlier the folder of classes or the jar of the core of the earlier state
	 * @throws Exception if one of the two cannot be loaded, or an operation fails
	 */
	public static void print(String earlier) throws Exception {
		try (RedisServer server = RedisServer.start()) {
			Map<String, Callable<?>> before = operations(earlier, "before", server);
			Map<String, Callable<?>> after = operations("", "after", server);
			System.out.printf("%n### Beside an earlier state, in one JVM%n%n");
			System.out.println("| operation | threads | before (/s) | after (/s) | after to before | quartiles |");
			System.out.println("|---|---|---|---|---|---|");
			for (String name : after.keySet()) {
				if (before.containsKey(name)) {
					for (int threads : THREADS) {
						print(name, threads, before.get(name), after.get(name));
					}
				}
			}
		}
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Callable<?>> operations(String core, String prefix, RedisServer server)
			throws ReflectiveOperationException, MalformedURLException {
		List<URL> path = new ArrayList<>();
		for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
			boolean replaced = !core.isEmpty() && entry.contains("redis-components-core");
			path.add(new File(replaced ? core : entry).toURI().toURL());
		}
		// Open as long as its operations, which load classes until the end.
		ClassLoader loader = new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
		Thread.currentThread().setContextClassLoader(loader);
		return (Map<String, Callable<?>>) loader.loadClass(Operations.class.getName())
			.getMethod("on", String.class, String.class)
			.invoke(null, server.uri(), prefix);
	}

	private static void print(String name, int threads, Callable<?> before, Callable<?> after) throws Exception {
		Map<Callable<?>, List<Double>> measured = new LinkedHashMap<>();
		measured.put(before, new ArrayList<>());
		measured.put(after, new ArrayList<>());
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			for (int turn = -WARMUP_TURNS; turn < TURNS; turn++) {
				boolean first = turn % 2 == 0;
				for (Callable<?> one : List.of(first ? before : after, first ? after : before)) {
					double perSecond = turn(executor, threads, one);
					if (turn >= 0) {
						measured.get(one).add(perSecond);
					}
				}
			}
		}
		finally {
			executor.shutdownNow();
		}
		List<Double> ratios = new ArrayList<>();
		for (int turn = 0; turn < TURNS; turn++) {
			ratios.add(measured.get(after).get(turn) / measured.get(before).get(turn));
		}
		ratios.sort(null);
		System.out.printf(Locale.ROOT, "| %s | %d | %,.0f | %,.0f | %.2f | %.2f to %.2f |%n", name, threads,
				Report.median(measured.get(before)), Report.median(measured.get(after)), Report.median(ratios),
				ratios.get(TURNS / 4), ratios.get(TURNS - 1 - TURNS / 4));
	}

	private static double turn(ExecutorService executor, int threads, Callable<?> operation) throws Exception {
		long begin = System.nanoTime();
		List<Callable<Long>> tasks = new ArrayList<>();
		for (int thread = 0; thread < threads; thread++) {
			tasks.add(() -> {
				long calls = 0;
				while (System.nanoTime() - begin < TURN) {
					operation.call();
					calls++;
				}
				return calls;
			});
		}
		long calls = 0;
		for (Future<Long> result : executor.invokeAll(tasks)) {
			calls += result.get();
		}
		return calls / ((System.nanoTime() - begin) / 1e9);
	}

}
