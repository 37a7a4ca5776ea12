// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.TopologyFixture;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

/**
 * Filters of their own for each test, and looks at what Redis holds of them.
 */
abstract class BloomFilterFixture extends TopologyFixture {

	static final BloomFilterSettings SETTINGS = BloomFilterSettings.of(10_000).withSettle(Duration.ZERO);

	private static final Background BACKGROUND = new Background();

	final String prefix = "t" + UUID.randomUUID();

	final List<String> heard = new CopyOnWriteArrayList<>();

	BloomFilterFixture(RedisTopology topology) {
		super(topology);
	}

	/** The filter of another process of the same application. */
	BloomFilter filter(BloomFilterSettings settings) {
		return filter(port(), settings);
	}

	BloomFilter filter(CommandPort redis, BloomFilterSettings settings) {
		return BloomFilters
			.create(redis, new KeySpace(this.prefix), BACKGROUND, new LiveSettings<>(Map.of()), new Ears(this.heard))
			.get("users", settings);
	}

	static BloomFilterSettings large() {
		return BloomFilterSettings.of(20_000_000).withErrorRate(0.001).withSettle(Duration.ZERO);
	}

	static List<String> elements(String name, int from, int to) {
		return IntStream.range(from, to).mapToObj((i) -> name + i).toList();
	}

	static boolean rebuild(BloomFilter filter, List<String> elements) {
		try {
			return filter.rebuild(elements::stream, (done) -> {
			});
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	static boolean rebuild(BloomFilter filter, Runnable meanwhile, List<String> elements) {
		try {
			return filter.rebuild(() -> {
				meanwhile.run();
				return elements.stream();
			}, (done) -> {
			});
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	String raw(String command, String key, String... args) {
		List<String> words = new ArrayList<>(List.of(command, key));
		words.addAll(List.of(args));
		return String.valueOf(server().masterFor(key).command(words.toArray(String[]::new)));
	}

	long memory(String key) {
		return Long.parseLong(String.valueOf(server().masterFor(key).command("MEMORY", "USAGE", key)));
	}

	String filterKey() {
		return this.prefix + ":bloom-filter:{users}";
	}

	List<String> sliceKeys() {
		return keys().filter((key) -> key.contains(":bloom-slice:")).toList();
	}

	List<String> sliceKeys(int slice) {
		return sliceKeys().stream().filter((key) -> key.contains("{users:" + slice + "}")).toList();
	}

	Stream<String> keys() {
		return server().nodes()
			.stream()
			.flatMap((node) -> ((List<?>) node.command("KEYS", this.prefix + ":*")).stream())
			.map(String::valueOf)
			.distinct()
			.sorted();
	}

	/**
	 * Writes down what it hears, but for the ordinary.
	 *
	 * @param heard where
	 */
	record Ears(List<String> heard) implements BloomFilterObserver {

		@Override
		public void saturated(String filter, double fill) {
			this.heard.add(filter + " is too full");
		}

		@Override
		public void rebuilt(String filter, long elements, boolean succeeded) {
			this.heard.add(filter + " read " + elements + (succeeded ? "" : " in vain"));
		}

	}

}
