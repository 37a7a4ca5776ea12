package io.github.rediscomponents.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.LiveSettings;

/**
 * Completion over many names of several scripts: the heaviest ten with their payloads,
 * beside the first ten by name of a plain sorted set, which has neither weights nor
 * payloads. Prints what loading took. The short form has 100,000 entries; the long one is
 * asked for by {@code -p entries=1000000}.
 */
@State(Scope.Benchmark)
public class PrefixIndexBenchmark {

	private static final String PLAIN = "bench:plain";

	private static final List<List<String>> SYLLABLES = List.of(
			List.of("san ", "new ", "port ", "ber", "lon", "ham", "burg", "ton", "ville", "ford", "na", "mi", "ro",
					"ka"),
			List.of("São ", "Å", "ção", "é", "über", "ström", "Łó", "dź", "Đà"),
			List.of("Ново", "Ниж", "ний ", "град", "Ёл", "кин", "ово", "ск", "бург"),
			List.of("北", "京", "上", "海", "東", "新", "山", "川", "南", "州", "城", "村"));

	@Param("100000")
	public int entries;

	private final Random random = new Random(1);

	private final List<String> prefixes = new ArrayList<>();

	private BenchRedis redis;

	private RedisCommands<String, String> plain;

	private PrefixIndex<String> index;

	private int next;

	@Setup
	public void load() {
		this.redis = new BenchRedis();
		this.index = PrefixIndexes
			.create(this.redis.port.withTimeout(Duration.ofSeconds(30)), this.redis.keys, ValueCodecs.json(),
					new LiveSettings<>(Map.of()))
			.index("names", String.class, PrefixIndexSettings::defaults);
		RedisClient client = this.redis.client;
		this.plain = client.connect().sync();
		long start = System.nanoTime();
		Iterator<IndexEntry<String>> names = IntStream.range(0, this.entries).mapToObj(this::entry).iterator();
		this.index.load(names, (done) -> {
			if (done % 100_000 == 0) {
				System.out.printf(Locale.ROOT, "%,d loaded, %,.0f a second%n", done,
						done * 1e9 / (System.nanoTime() - start));
			}
		});
	}

	private IndexEntry<String> entry(int number) {
		List<String> script = SYLLABLES.get(Math.max(0, this.random.nextInt(6) - 2));
		StringBuilder name = new StringBuilder();
		for (int i = 2 + this.random.nextInt(4); i > 0; i--) {
			name.append(script.get(this.random.nextInt(script.size())));
		}
		String term = name.toString();
		if (number % 100 == 0) {
			this.prefixes.add(term.substring(0, 1 + this.random.nextInt(Math.min(6, term.length()))));
		}
		this.plain.zadd(PLAIN, 0, term.toLowerCase(Locale.ROOT));
		return new IndexEntry<>("id" + number, term, this.random.nextInt(1_000_000), "payload " + number);
	}

	@TearDown
	public void stop() {
		this.redis.close();
	}

	private String prefix() {
		this.next = (this.next + 1) % this.prefixes.size();
		return this.prefixes.get(this.next);
	}

	@Benchmark
	public List<IndexEntry<String>> complete_redisComponents() {
		return this.index.complete(prefix(), 10);
	}

	@Benchmark
	public List<String> complete_plainByNameWithoutWeights() {
		String prefix = prefix().toLowerCase(Locale.ROOT);
		return this.plain.zrangebylex(PLAIN,
				Range.from(Range.Boundary.including(prefix), Range.Boundary.excluding(prefix + Character.MAX_VALUE)),
				Limit.create(0, 10));
	}

	@Benchmark
	public boolean weigh_redisComponents() {
		return this.index.weigh("id" + this.random.nextInt(this.entries), this.random.nextInt(1_000_000));
	}

}
