// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.start;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.rediscomponents.benchmarks.Report;
import io.github.rediscomponents.test.RedisServer;

/**
 * What the starter adds to the start of an application that declares nothing. The
 * application without the starter does not have it on its class path.
 * <p>
 * The first start of a JVM varies by more than the starter adds, because the compilers
 * run beside the main thread. Two JVMs that follow each other therefore make a pair, the
 * other one first each time, and what is printed is the median of the differences within
 * the pairs, with their quartiles. The classes that are loaded vary little.
 */
public final class StartCost {

	private static final int PAIRS = Integer.getInteger("bench.pairs", 25);

	/** JVMs of each kind that start again and again, which costs as long as a pair. */
	private static final int WARM_PAIRS = Math.min(5, PAIRS);

	private static final int WARM_STARTS = 15;

	private static final Pattern LOADED = Pattern
		.compile("\\[class,load\\] (\\S+) source: (?!shared)\\S+\\R(?:(?!.* source: ).*bytes: (\\d+).*)?");

	private StartCost() {
	}

	public static void print() throws IOException, InterruptedException {
		try (RedisServer server = RedisServer.start()) {
			Application application = new Application(server);
			// The first pair reads the jars from the disk.
			application.pair(0, 0);
			List<Pair> cold = new ArrayList<>();
			List<Pair> warm = new ArrayList<>();
			for (int i = 0; i < PAIRS; i++) {
				cold.add(application.pair(i, 0));
			}
			for (int i = 0; i < WARM_PAIRS; i++) {
				warm.add(application.pair(i, WARM_STARTS));
			}
			System.out.printf("%n### What the starter adds to a start, nothing declared, %d pairs of JVMs%n%n", PAIRS);
			System.out.println("| median | without | with | added | quartiles of what is added |");
			System.out.println("|---|---|---|---|---|");
			row("beans", cold, Start::beans);
			row("classes loaded", cold, Start::classes);
			row("main thread, first start (ms)", cold, Start::cold);
			row("main thread, later start (ms)", warm, Start::warm);
			row("from the JVM's begin to the running application (ms)", cold, Start::wall);
			printClasses(application);
		}
	}

	private static void row(String what, List<Pair> pairs, ToDoubleFunction<Start> value) {
		List<Double> added = pairs.stream()
			.map((pair) -> value.applyAsDouble(pair.with()) - value.applyAsDouble(pair.without()))
			.sorted()
			.toList();
		System.out.printf(Locale.ROOT, "| %s | %.0f | %.0f | %.0f | %.0f to %.0f |%n", what,
				Report.median(pairs.stream().map((pair) -> value.applyAsDouble(pair.without())).toList()),
				Report.median(pairs.stream().map((pair) -> value.applyAsDouble(pair.with())).toList()),
				Report.median(added), added.get(added.size() / 4), added.get(added.size() - 1 - added.size() / 4));
	}

	private static void printClasses(Application application) throws IOException, InterruptedException {
		Map<String, long[]> added = new TreeMap<>();
		count(application, false, -1, added);
		count(application, true, 1, added);
		System.out.printf("%n### Classes that the starter adds to the first start%n%n");
		System.out.println("| of | classes | kB |");
		System.out.println("|---|---|---|");
		added.values().removeIf((sum) -> sum[0] == 0);
		added.forEach((group, sum) -> System.out.printf(Locale.ROOT, "| `%s` | %d | %.0f |%n", group, sum[0],
				sum[1] / 1024.0));
	}

	private static void count(Application application, boolean with, int sign, Map<String, long[]> added)
			throws IOException, InterruptedException {
		Path folder = Files.createTempDirectory("classes");
		// One that does not exist yet, because the JVM would keep the other beside it.
		Path log = folder.resolve("loaded.log");
		application.start(with, 0, "-Xlog:class+load=debug:file=" + log + "::filesize=0");
		Matcher loaded = LOADED.matcher(Files.readString(log));
		while (loaded.find()) {
			long[] sum = added.computeIfAbsent(group(loaded.group(1)), (group) -> new long[2]);
			sum[0] += sign;
			sum[1] += sign * ((loaded.group(2) != null) ? Long.parseLong(loaded.group(2)) : 0);
		}
		Files.delete(log);
		Files.delete(folder);
	}

	private static String group(String type) {
		if (type.contains("$$Lambda") || type.contains("LambdaForm") || type.contains("/0x")) {
			return "hidden classes";
		}
		String[] names = type.split("\\.");
		return names[0].matches("java|jdk|sun|javax|com") ? "java"
				: IntStream.range(0, Math.min(3, names.length - 1))
					.mapToObj((i) -> names[i])
					.collect(Collectors.joining("."));
	}

	/**
	 * The application, on a class path with and on one without the starter.
	 *
	 * @param server its server
	 */
	private record Application(RedisServer server) {

		Pair pair(int round, int warmStarts) throws IOException, InterruptedException {
			if (round % 2 == 0) {
				Start without = start(false, warmStarts);
				return new Pair(without, start(true, warmStarts));
			}
			Start with = start(true, warmStarts);
			return new Pair(start(false, warmStarts), with);
		}

		Start start(boolean with, int warmStarts, String... options) throws IOException, InterruptedException {
			String other = with ? "redis-components-test" : "redis-components-";
			List<String> command = new ArrayList<>();
			command.add(ProcessHandle.current().info().command().orElse("java"));
			command.addAll(List.of(options));
			command.addAll(List.of("-cp",
					Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
						.filter((entry) -> !entry.contains(other))
						.collect(Collectors.joining(File.pathSeparator)),
					"-Dspring.data.redis.url=" + this.server.uri(), "-Dlogging.level.root=warn",
					StartCostMain.class.getName(), String.valueOf(warmStarts)));
			Process jvm = new ProcessBuilder(command).redirectErrorStream(true).start();
			String out = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			if (jvm.waitFor() != 0) {
				throw new IllegalStateException("The start failed: " + out);
			}
			String numbers = out.substring(out.lastIndexOf(StartCostMain.MARK) + StartCostMain.MARK.length());
			double[] of = Arrays.stream(numbers.strip().split(" ")).mapToDouble(Double::parseDouble).toArray();
			return new Start(of[0], of[1], of[2], of[3], of[4]);
		}

	}

	/**
	 * Two JVMs that followed each other.
	 *
	 * @param without without the starter
	 * @param with with the starter
	 */
	private record Pair(Start without, Start with) {
	}

	/**
	 * The result of one JVM.
	 *
	 * @param beans number of bean definitions
	 * @param classes number of classes after the first start
	 * @param cold milliseconds of the main thread in the first start
	 * @param wall milliseconds from the begin of the JVM to the end of the first start
	 * @param warm milliseconds of the main thread in a later start, median
	 */
	private record Start(double beans, double classes, double cold, double wall, double warm) {
	}

}
