// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.start;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.rediscomponents.test.RedisServer;

/**
 * What an application pays at its start for a starter on its class path. Each start has a
 * JVM of its own, because what is loaded once costs nothing the second time.
 */
public final class StartUp {

	private static final int STARTS = Integer.getInteger("bench.starts", 5);

	private StartUp() {
	}

	public static void print() throws IOException, InterruptedException {
		Map<StartUpMain.Starter, List<Double>> millis = new LinkedHashMap<>();
		try (RedisServer server = RedisServer.start()) {
			List<StartUpMain.Starter> order = new ArrayList<>(Arrays.asList(StartUpMain.Starter.values()));
			order.forEach((starter) -> millis.put(starter, new ArrayList<>()));
			for (int i = 0; i < STARTS; i++) {
				Collections.rotate(order, 1);
				for (StartUpMain.Starter starter : order) {
					millis.get(starter).add(start(starter, server));
				}
			}
		}
		double without = median(millis.get(StartUpMain.Starter.SPRING_DATA_REDIS));
		System.out.printf("%n### Start of an application context, a JVM each%n%n");
		System.out.println("| on the class path | context (ms, median) | added (ms) |");
		System.out.println("|---|---|---|");
		millis.forEach((starter, all) -> System.out.printf(Locale.ROOT, "| %s | %.0f | %.0f |%n",
				starter.name().toLowerCase(Locale.ROOT).replace('_', ' '), median(all), median(all) - without));
	}

	private static double start(StartUpMain.Starter starter, RedisServer server)
			throws IOException, InterruptedException {
		Process jvm = new ProcessBuilder(ProcessHandle.current().info().command().orElse("java"), "-cp",
				System.getProperty("java.class.path"), "-Dspring.data.redis.url=" + server.uri(),
				StartUpMain.class.getName(), starter.name())
			.redirectErrorStream(true)
			.start();
		String out = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		if (jvm.waitFor() != 0) {
			throw new IllegalStateException("The start with " + starter + " failed: " + out);
		}
		return Double.parseDouble(out.substring(out.lastIndexOf(StartUpMain.MARK) + StartUpMain.MARK.length()).strip());
	}

	private static double median(List<Double> of) {
		return of.stream().sorted().skip(of.size() / 2).findFirst().orElseThrow();
	}

}
