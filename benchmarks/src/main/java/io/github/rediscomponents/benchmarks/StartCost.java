// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import io.github.rediscomponents.test.RedisServer;

/**
 * What the starter adds to the start of an application that declares nothing: beans, and
 * processor time of the main thread, in a first start and in later ones of the same JVM.
 * The application without the starter does not have it on its class path.
 */
final class StartCost {

	private static final int STARTS = Integer.getInteger("bench.starts", 7);

	private StartCost() {
	}

	static void print() throws IOException, InterruptedException {
		List<Sample> without = new ArrayList<>();
		List<Sample> with = new ArrayList<>();
		try (RedisServer server = RedisServer.start()) {
			for (int i = 0; i < STARTS; i++) {
				without.add(start(server, (entry) -> !entry.contains("redis-components-")));
				with.add(start(server, (entry) -> !entry.contains("redis-components-test")));
			}
		}
		System.out.printf("%n### What the starter adds to a start, nothing declared, %d JVMs each%n%n", STARTS);
		System.out.println("| | without | with | added |");
		System.out.println("|---|---|---|---|");
		row("beans", without, with, Sample::beans);
		row("main thread, first start (ms, median)", without, with, Sample::cold);
		row("main thread, later start (ms, median)", without, with, Sample::warm);
	}

	private static void row(String what, List<Sample> without, List<Sample> with, ToDoubleFunction<Sample> value) {
		double before = median(without, value);
		double after = median(with, value);
		System.out.printf(Locale.ROOT, "| %s | %.0f | %.0f | %.0f |%n", what, before, after, after - before);
	}

	private static double median(List<Sample> samples, ToDoubleFunction<Sample> value) {
		return Report.median(samples.stream().mapToDouble(value).boxed().toList());
	}

	private static Sample start(RedisServer server, Predicate<String> entries)
			throws IOException, InterruptedException {
		String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter(entries)
			.collect(Collectors.joining(File.pathSeparator));
		Process jvm = new ProcessBuilder(ProcessHandle.current().info().command().orElse("java"), "-cp", classPath,
				"-Dspring.data.redis.url=" + server.uri(), "-Dlogging.level.root=warn", StartCostMain.class.getName())
			.redirectErrorStream(true)
			.start();
		String out = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		if (jvm.waitFor() != 0) {
			throw new IllegalStateException("The start failed: " + out);
		}
		String[] numbers = out.substring(out.lastIndexOf(StartCostMain.MARK) + StartCostMain.MARK.length())
			.strip()
			.split(" ");
		return new Sample(Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]),
				Double.parseDouble(numbers[2]));
	}

	/**
	 * The result of one JVM.
	 *
	 * @param beans number of bean definitions
	 * @param cold milliseconds of the first start
	 * @param warm milliseconds of a later start, median
	 */
	private record Sample(double beans, double cold, double warm) {
	}

}
