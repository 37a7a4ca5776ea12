// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.structure;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

import org.redisson.api.RLexSortedSet;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.benchmarks.CommandCounts;
import io.github.rediscomponents.codec.ValueCodecs;

/**
 * Completion over many names of several scripts: the heaviest ten with their payloads,
 * beside the first ten by name of a lexicographical set, which has neither weights nor
 * payloads. Percentiles are those of single calls on one thread. The system property
 * {@code bench.completion.entries} sets another number than 100,000.
 */
public final class Completion {

	private static final int ENTRIES = Integer.getInteger("bench.completion.entries", 100_000);

	private static final int CALLS = 20_000;

	private static final List<List<String>> SYLLABLES = List.of(
			List.of("san ", "new ", "port ", "ber", "lon", "ham", "burg", "ton", "ville", "ford", "na", "mi", "ro",
					"ka"),
			List.of("são ", "å", "ção", "é", "über", "ström", "łó", "dź", "đà"),
			List.of("ново", "ниж", "ний ", "град", "ёл", "кин", "ово", "ск", "бург"),
			List.of("北", "京", "上", "海", "東", "新", "山", "川", "南", "州", "城", "村"));

	private Completion() {
	}

	public static void print() {
		System.out.printf(Locale.ROOT, "%n### Completion over %,d entries, 1 thread%n%n", ENTRIES);
		try (BenchRedis redis = new BenchRedis()) {
			Random random = new Random(1);
			List<String> names = new ArrayList<>(ENTRIES);
			for (int i = 0; i < ENTRIES; i++) {
				names.add(name(random));
			}
			PrefixIndex<String> index = PrefixIndexes
				.create(redis.port.withTimeout(Duration.ofSeconds(30)), redis.keys, ValueCodecs.json(),
						new LiveSettings<>(Map.of()))
				.get("names", String.class, PrefixIndexSettings.defaults());
			long before = memory(redis);
			long start = System.nanoTime();
			List<IndexEntry<String>> entries = new ArrayList<>(ENTRIES);
			for (int i = 0; i < ENTRIES; i++) {
				entries.add(new IndexEntry<>("id" + i, names.get(i), random.nextInt(1_000_000), "payload " + i));
			}
			index.load(entries.iterator(), (done) -> {
			});
			double seconds = (System.nanoTime() - start) / 1e9;
			System.out.printf(Locale.ROOT, "Loaded %,.0f a second, %d bytes an entry. Load of the machine: %.1f.%n%n",
					ENTRIES / seconds, (memory(redis) - before) / ENTRIES,
					ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
			RLexSortedSet lexical = redis.redisson().getLexSortedSet("lexical");
			for (int from = 0; from < ENTRIES; from += 1000) {
				lexical.addAll(names.subList(from, Math.min(from + 1000, ENTRIES)));
			}
			System.out.println("| candidate | prefix | p50 (us) | p99 (us) | executed in Redis, per call |");
			System.out.println("|---|---|---|---|---|");
			for (int length : new int[] { 1, 2, 3, 5, 8 }) {
				List<String> prefixes = prefixes(names, length, random);
				measure(redis, "redis-components, heaviest with payloads", length, prefixes,
						(prefix) -> index.complete(prefix, 10));
				measure(redis, "Redisson RLexSortedSet, first by name", length, prefixes,
						(prefix) -> lexical.range(prefix, true, prefix + Character.MAX_VALUE, false, 0, 10));
			}
			List<String> ids = entries.stream().map(IndexEntry::id).toList();
			measure(redis, "redis-components, another weight", 0, ids.subList(0, Math.min(CALLS, ids.size())),
					(id) -> index.setWeight(id, random.nextInt(1_000_000)));
		}
	}

	private static void measure(BenchRedis redis, String candidate, int length, List<String> arguments,
			Consumer<String> call) {
		long[] nanos = new long[CALLS];
		List<String> first = arguments.subList(0, Math.min(arguments.size(), CALLS / 10));
		first.forEach(call);
		Map<String, Long> before = redis.server.commandCalls();
		first.forEach(call);
		String commands = CommandCounts
			.text(CommandCounts.perOperation(before, redis.server.commandCalls(), first.size()));
		for (int i = 0; i < CALLS; i++) {
			long start = System.nanoTime();
			call.accept(arguments.get(i % arguments.size()));
			nanos[i] = System.nanoTime() - start;
		}
		Arrays.sort(nanos);
		System.out.printf(Locale.ROOT, "| %s | %s | %,d | %,d | %s |%n", candidate,
				(length > 0) ? length + ((length > 1) ? " characters" : " character") : "", nanos[CALLS / 2] / 1000,
				nanos[CALLS * 99 / 100] / 1000, commands);
	}

	private static List<String> prefixes(List<String> names, int length, Random random) {
		List<String> prefixes = new ArrayList<>();
		while (prefixes.size() < 1000) {
			String name = names.get(random.nextInt(names.size()));
			if (name.length() >= length) {
				prefixes.add(name.substring(0, length));
			}
		}
		return prefixes;
	}

	private static String name(Random random) {
		// Half of them Latin.
		List<String> script = SYLLABLES.get(Math.max(0, random.nextInt(6) - 2));
		StringBuilder name = new StringBuilder();
		for (int i = 2 + random.nextInt(4); i > 0; i--) {
			name.append(script.get(random.nextInt(script.size())));
		}
		return name.toString().strip();
	}

	private static long memory(BenchRedis redis) {
		String info = String.valueOf(redis.server.command("INFO", "memory"));
		return info.lines()
			.filter((line) -> line.startsWith("used_memory:"))
			.mapToLong((line) -> Long.parseLong(line.substring("used_memory:".length()).strip()))
			.findFirst()
			.orElseThrow();
	}

}
