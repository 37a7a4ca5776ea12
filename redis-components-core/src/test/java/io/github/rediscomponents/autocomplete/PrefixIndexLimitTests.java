// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What an index costs at most, however long and alike its terms are, and what becomes of
 * it when one of its keys is lost.
 */
class PrefixIndexLimitTests {

	private static final String CHINESE = "北京市朝阳区建国路八十八号现代城";

	private final RedisServer server = RedisServer.start();

	private final CommandPort port = TestPorts.open(this.server.uri());

	private final PrefixIndex<String> index = PrefixIndexes
		.create(this.port, new KeySpace("test"), ValueCodecs.json(), new LiveSettings<>(Map.of()))
		.get("shops", String.class, PrefixIndexSettings.defaults());

	@AfterEach
	void close() {
		this.port.close();
		this.server.close();
	}

	static Stream<Arguments> alike() {
		Random random = new Random(36);
		return Stream.of(terms("ascii", 1000, (i) -> "a".repeat(60) + i),
				terms("chinese", 1000, (i) -> CHINESE.repeat(15) + i),
				terms("expanding", 1000, (i) -> "\uFDFA".repeat(13) + i), terms("chain", 250, (i) -> "a".repeat(i + 1)),
				terms("wide", 5000, (i) -> Character.toString(0x4e00 + random.nextInt(5000))),
				terms("buildings", 3000,
						(i) -> "Am Alten Güterbahnhof " + i % 10 + ", Gebäude " + (char) ('A' + i % 10)
								+ ", 53113 Bonn, Etage " + i % 37 + ", Wohnung " + i),
				terms("urls", 3000, (i) -> "https://www.example.com/catalogue/" + List.of("shoes", "shirts").get(i % 2)
						+ "/2026/" + i % 12 + "/product-" + i + "?utm_source=newsletter"));
	}

	private static Arguments terms(String what, int number, IntFunction<String> term) {
		return Arguments.of(what, IntStream.range(0, number).mapToObj(term).toList());
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("alike")
	void boundsTheWorkOfAScriptAndTheMemoryOfAnEntry(String what, List<String> terms) {
		this.server.command("CONFIG", "SET", "slowlog-log-slower-than", "500");
		this.server.command("CONFIG", "SET", "slowlog-max-len", "10000");
		long most = 0;
		List<IndexEntry<String>> entries = entries(terms);
		Calls before = calls();
		for (IndexEntry<String> entry : entries) {
			this.index.put(entry);
			Calls after = calls();
			most = Math.max(most, (after.all - before.all) / Math.max(1, after.scripts - before.scripts));
			before = after;
		}
		long bytes = Stream.of("terms", "entries", "tops", "lists")
			.map((part) -> this.server.command("MEMORY", "USAGE", key(part), "SAMPLES", "0"))
			.mapToLong((reply) -> (reply != null) ? Long.parseLong(String.valueOf(reply)) : 0)
			.sum();
		List<Long> slow = ((List<?>) this.server.command("SLOWLOG", "GET", "10000")).stream()
			.map((entry) -> Long.parseLong(String.valueOf(((List<?>) entry).get(2))))
			.sorted(Comparator.reverseOrder())
			.limit(5)
			.toList();
		System.out
			.println(what + ": " + most + " commands, " + bytes / terms.size() + " bytes an entry, slowest us " + slow);
		checkAll(entries);
		assertThat(most).isLessThan(1500);
		assertThat(bytes / terms.size()).isLessThan(what.equals("chinese") ? 2600L : 1300L);
	}

	@ParameterizedTest
	@ValueSource(strings = { "terms", "entries", "tops", "lists" })
	void answersRightOrIsEmptyWhenOneKeyWasLost(String part) {
		List<IndexEntry<String>> entries = entries(
				IntStream.range(0, 3000).mapToObj((i) -> "street " + i % 7 + " house " + i).toList());
		this.index.load(entries.iterator(), (done) -> {
		});
		checkAll(entries);
		for (int round = 0; round < 3; round++) {
			this.server.command("DEL", key(part));
			if (round == 1) {
				// Whoever changes something comes first.
				this.index.put(entries.get(0));
				this.index.remove("id1");
				this.index.put(entries.get(1));
			}
			if (part.equals("entries")) {
				List<IndexEntry<String>> left = (round == 1) ? entries.subList(0, 2) : List.of();
				assertThat(this.index.size()).isEqualTo(left.size());
				assertThat(this.index.complete("", 50)).containsExactlyInAnyOrderElementsOf(left);
				this.index.load(entries.iterator(), (done) -> {
				});
			}
			assertThat(this.index.size()).isEqualTo(3000);
			checkAll(entries);
		}
	}

	@Test
	void takesOverAnIndexOfAnEarlierRelease() {
		List<IndexEntry<String>> entries = entries(
				IntStream.range(0, 3000).mapToObj((i) -> "street " + i % 7 + " house " + i).toList());
		this.index.load(entries.iterator(), (done) -> {
		});
		this.server.command("HSET", key("entries"), "", "KEEP");
		this.server.command("DEL", key("lists"), key("tops"));
		this.server.command("HSET", key("lists"), "street", "0001" + "x");
		this.server.command("ZADD", key("tops"), "0", "street");
		checkAll(entries);
	}

	@Test
	void refusesATermWhoseFormIsTooLong() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.index.put(IndexEntry.of("1", "\uFDFA".repeat(15), 1)))
			.withMessageContaining("search form");
		assertThat(this.index.complete("\uFDFA".repeat(256), 5)).isEmpty();
	}

	/** Over the connection that is open: a look after each entry costs no further one. */
	private Calls calls() {
		long all = 0;
		long scripts = 0;
		for (String line : this.port.call((commands) -> commands.info("commandstats")).split("\r\n")) {
			int from = line.indexOf("calls=") + "calls=".length();
			if (line.startsWith("cmdstat_")) {
				long calls = Long.parseLong(line, from, line.indexOf(',', from), 10);
				all += calls;
				scripts = line.startsWith("cmdstat_evalsha:") ? calls : scripts;
			}
		}
		return new Calls(all, scripts);
	}

	private void checkAll(List<IndexEntry<String>> entries) {
		List<IndexEntry<String>> sorted = entries.stream()
			.sorted(Comparator.comparingLong((entry) -> -entry.weight()))
			.toList();
		Map<String, String> forms = new java.util.HashMap<>();
		entries.forEach((entry) -> forms.put(entry.id(), form(entry.term())));
		String sample = form(entries.get(entries.size() / 2).term());
		List<String> prefixes = new ArrayList<>(List.of("", "x", sample));
		for (int at = 1; at < sample.length(); at += 1 + sample.length() / 40) {
			prefixes.add(sample.substring(0, at));
		}
		for (String prefix : prefixes) {
			assertThat(this.index.complete(prefix, 50)).as(prefix)
				.extracting(IndexEntry::weight)
				.containsExactlyElementsOf(sorted.stream()
					.filter((entry) -> forms.getOrDefault(entry.id(), "").startsWith(prefix))
					.limit(50)
					.map(IndexEntry::weight)
					.toList());
		}
	}

	private static String form(String term) {
		return SearchForm.ofText("term", term, 256, Accents.KEEP);
	}

	private static List<IndexEntry<String>> entries(List<String> terms) {
		return IntStream.range(0, terms.size())
			.mapToObj((i) -> IndexEntry.<String>of("id" + i, terms.get(i), (i * 7919L) % 10_007))
			.toList();
	}

	private static String key(String part) {
		return new KeySpace("test").key("prefix-index", "shops", part);
	}

	/**
	 * What a server has executed.
	 *
	 * @param all commands, those of scripts among them
	 * @param scripts of them
	 */
	private record Calls(long all, long scripts) {
	}

}
