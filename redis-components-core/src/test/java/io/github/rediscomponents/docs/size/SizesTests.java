// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs.size;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The {@link KeyTable} of the guide is that of a server, the page on operations has the
 * memory that it needs for each component, and lines of {@code redis.conf} that it takes.
 * Each component is filled once for both. Prints the rows with the sizes that it finds. A
 * new component has a {@link FilledRoom} and its rows, in the same order.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SizesTests {

	private static final Path ENGLISH = Path.of("../docs/operations.md");

	private static final Path CHINESE = Path.of("../docs/zh/operations.md");

	private static final Pattern ROW = Pattern.compile("`[a-z-]+:\\{[a-z:]*<");

	private static final Pattern CONFIGURATION = Pattern.compile("```conf\\n(.*?)```", Pattern.DOTALL);

	private static final Pattern GROWTH = Pattern
		.compile("`used_memory`[^|.]*?([0-9]+)[^0-9.]*`MEMORY USAGE`[^0-9.]*([0-9]+)", Pattern.DOTALL);

	private final AtomicInteger number = new AtomicInteger();

	private final FilledServer server = new FilledServer();

	private final KeyTable table = new KeyTable(this.server);

	SizesTests() throws IOException {
	}

	@AfterAll
	void stop() {
		this.server.close();
	}

	static Stream<FilledRoom> rooms() {
		return FilledRoom.all();
	}

	@Test
	void everyComponentOfTheTableIsFilled() {
		assertThat(rooms()).extracting(FilledRoom::component)
			.containsExactlyElementsOf(this.table.rows().stream().map(KeyRow::component).distinct().toList());
	}

	@Test
	void everyComponentHasARow() throws IOException {
		List<String> sized = sizes(ENGLISH).stream().map(Size::component).distinct().toList();
		assertThat(rooms().map(FilledRoom::component)).containsAll(sized);
		assertThat(sized.stream().map(SizesTests::withoutScene).distinct()).containsExactlyElementsOf(
				rooms().map(FilledRoom::component).map(SizesTests::withoutScene).distinct().toList());
	}

	/** Where a component is filled in several ways, one is enough. */
	private static String withoutScene(String component) {
		return component.replaceFirst(",.*", "");
	}

	@Test
	void thePagesHaveTheSameSizes() throws IOException {
		assertThat(sizes(CHINESE)).isEqualTo(sizes(ENGLISH));
		assertThat(growth(CHINESE)).isEqualTo(growth(ENGLISH));
	}

	@ParameterizedTest
	@MethodSource("rooms")
	void areThoseOfTheTableAndOfThePage(FilledRoom room) throws Exception {
		List<Size> rows = sizes(ENGLISH).stream().filter((size) -> size.component().equals(room.component())).toList();
		List<Size> large = rows.stream().filter((size) -> !size.large().isEmpty()).toList();
		List<Runnable> checks = new ArrayList<>();
		fill(room, rows, 100, checks);
		if (!large.isEmpty()) {
			fill(room, large, 1000, checks);
		}
		checks.forEach(Runnable::run);
	}

	private void fill(FilledRoom room, List<Size> rows, int value, List<Runnable> checks) throws Exception {
		// As long as "shop".
		String prefix = String.format(Locale.ROOT, "sz%02d", this.number.incrementAndGet());
		AtomicInteger looks = new AtomicInteger();
		room.scene().run(this.server.env(prefix, value), () -> {
			looks.incrementAndGet();
			List<String> found = this.server.keys(prefix);
			if (value == 100) {
				this.table.check(room, prefix, found);
			}
			for (Size row : rows) {
				double bytes = row.keys().stream().mapToDouble((key) -> bytes(room, key, prefix, found)).sum();
				System.out.printf(Locale.ROOT, "%s %s, values of %d: %,.0f%n", row.component(), row.keys(), value,
						bytes);
				checks.add(() -> check(row, (value == 100) ? row.small() : row.large(), bytes));
			}
		});
		assertThat(looks).hasValue(1);
	}

	private double bytes(FilledRoom room, String key, String prefix, List<String> found) {
		KeyRow row = this.table.rows()
			.stream()
			.filter((one) -> one.component().equals(room.component()) && one.key().equals("<prefix>:" + key))
			.findFirst()
			.orElseThrow(() -> new AssertionError(key + " is not in the table of keys"));
		List<String> own = found.stream().filter((one) -> row.matches(prefix, one)).toList();
		assertThat(own).as(key).isNotEmpty();
		return (double) this.server.weigh(own) / room.items().getOrDefault(row.item(), own.size());
	}

	private void check(Size row, String documented, double bytes) {
		if (this.server.isMeasured()) {
			double expected = Double.parseDouble(documented.replace(",", ""));
			assertThat(bytes).as(row.toString()).isCloseTo(expected, within(2 + expected * 0.1));
		}
	}

	@Test
	void aServerGrowsByMoreThanItsKeysWeigh() throws IOException {
		int entries = 20_000;
		try (FilledServer other = new FilledServer(); CacheClient client = other.env("grow", 100).caches()) {
			String value = other.env("grow", 100).value();
			client.cache("warm", String.class).put("up", "x");
			long before = other.memory("used_memory");
			for (int first = 0; first < entries; first += 1000) {
				client.cache("shop", String.class)
					.putAll(IntStream.range(first, first + 1000)
						.boxed()
						.collect(Collectors.toMap((i) -> "id" + i, (i) -> value)));
			}
			double grown = (double) (other.memory("used_memory") - before) / entries;
			List<String> some = other.keys("grow")
				.stream()
				.filter((key) -> key.contains("cache:{shop:"))
				.limit(1000)
				.toList();
			double weighed = (double) other.weigh(some) / some.size();
			System.out.printf(Locale.ROOT, "used_memory grew by %.0f, MEMORY USAGE is %.0f%n", grown, weighed);
			List<Integer> documented = growth(ENGLISH);
			if (other.isMeasured()) {
				assertThat(grown).isCloseTo(documented.get(0), within(documented.get(0) * 0.1));
				assertThat(weighed).isCloseTo(documented.get(1), within(documented.get(1) * 0.1));
			}
		}
	}

	private static List<Integer> growth(Path page) throws IOException {
		Matcher growth = GROWTH.matcher(Files.readString(page));
		assertThat(growth.find()).as(page.toString()).isTrue();
		return List.of(Integer.valueOf(growth.group(1)), Integer.valueOf(growth.group(2)));
	}

	@Test
	void aServerTakesTheLinesOfThePage() throws IOException {
		List<List<String>> lines = lines(ENGLISH);
		assertThat(lines).isNotEmpty().isEqualTo(lines(CHINESE));
		RedisServer.Builder builder = RedisServer.builder();
		lines.forEach((line) -> builder.setting(line.get(0), line.get(1)));
		try (RedisServer configured = builder.start()) {
			assertThat(configured.command("PING")).asString().isEqualTo("PONG");
			Map<String, String> words = Map.of("4gb", String.valueOf(4L << 30), "pubsub 64mb 16mb 60",
					"pubsub " + (64 << 20) + ' ' + (16 << 20) + " 60");
			for (List<String> line : lines) {
				List<?> reply = (List<?>) configured.command("CONFIG", "GET", line.get(0));
				assertThat(String.valueOf(reply.get(1))).as(line.get(0))
					.contains(words.getOrDefault(line.get(1), line.get(1)));
			}
		}
	}

	/** Name and value of each line. */
	private static List<List<String>> lines(Path page) throws IOException {
		return CONFIGURATION.matcher(Files.readString(page))
			.results()
			.map((block) -> block.group(1))
			.flatMap(String::lines)
			.map((line) -> line.replaceFirst("#.*", "").strip())
			.filter((line) -> !line.isEmpty())
			.map((line) -> List.of(line.split("\\s+", 2)))
			.toList();
	}

	private static List<Size> sizes(Path page) throws IOException {
		try (Stream<String> lines = Files.lines(page)) {
			return lines.filter((line) -> line.startsWith("| ") && ROW.matcher(line).find())
				.map((line) -> Stream.of(line.substring(1).split("\\|")).map(String::strip).toList())
				.map((cells) -> new Size(cells.get(0),
						Pattern.compile("`([^`]+)`")
							.matcher(cells.get(2))
							.results()
							.map(MatchResult::group)
							.map((key) -> key.replace("`", ""))
							.toList(),
						cells.get(3), cells.get(4)))
				.toList();
		}
	}

	/**
	 * A row of the page.
	 *
	 * @param component as in the table of keys
	 * @param keys without the prefix
	 * @param small bytes with values of 100 bytes, or without values
	 * @param large bytes with values of 1,000 bytes; empty where there are none
	 */
	private record Size(String component, List<String> keys, String small, String large) {
	}

}
