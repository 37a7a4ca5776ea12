// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.TestPorts;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An index against a model that sorts all entries, while lists of prefixes are built,
 * shortened, built anew and dropped.
 */
class PrefixIndexModelTests {

	private static final List<String> LETTERS = List.of("a", "b", "é", "漢", "я", "😀");

	private final PrefixIndex<String> index = PrefixIndexes
		.create(TestPorts.standalone(), new KeySpace("test"), ValueCodecs.json(), new LiveSettings<>(Map.of()))
		.get(UUID.randomUUID().toString(), String.class, PrefixIndexSettings.defaults());

	private final Map<String, Known> model = new HashMap<>();

	@ParameterizedTest
	@CsvSource({ "1,2,0,4", "2,3,1,4", "3,4,20,9", "4,5,1000,4", "5,6,9007199254740991,6" })
	void findsWhatTheModelFinds(int seed, int letters, long weights, int length) {
		Random random = new Random(seed);
		add(random, 3000, letters, weights, length);
		for (int round = 0; round < 40; round++) {
			String prefix = word(random, letters, random.nextInt(4));
			// Takes the best away again and again, which is what makes lists short.
			for (int times = random.nextInt(5); times > 0; times--) {
				List<IndexEntry<String>> best = this.index.complete(prefix, 50);
				if (random.nextBoolean()) {
					assertThat(this.index.removeAll(best.stream().map(IndexEntry::id).toList())).isEqualTo(best.size());
					best.forEach((entry) -> this.model.remove(entry.id()));
				}
				else {
					load(best.stream()
						.map((entry) -> IndexEntry.<String>of(entry.id(), entry.term(),
								(weights == 0) ? 0 : random.nextLong(weights / 2 + 1)))
						.toList());
				}
			}
			if (random.nextInt(3) == 0) {
				add(random, 100, letters, weights, length);
			}
			check(prefix, 50);
			check("", 50);
			check(LETTERS.get(0), 1 + random.nextInt(50));
		}
		for (String first : LETTERS.subList(0, letters)) {
			check(first, 50);
			LETTERS.subList(0, letters).forEach((second) -> check(first + second, 50));
		}
		this.index.removeAll(List.copyOf(this.model.keySet()));
		assertThat(this.index.size()).isZero();
		assertThat(this.index.complete("", 50)).isEmpty();
	}

	@Test
	void findsTheBestOfThousandsOfOneName() {
		load(IntStream.range(0, 2000)
			.mapToObj((i) -> IndexEntry.<String>of("branch" + i, "Starbucks", (i * 7919) % 2000))
			.toList());
		load(List.of(IndexEntry.of("x", "Starbucks Reserve", 1500)));
		for (String prefix : List.of("s", "star", "starbucks")) {
			check(prefix, 50);
		}
		check("starbucks ", 50);
		IntStream.range(0, 20).forEach((turn) -> {
			List<IndexEntry<String>> best = this.index.complete("starbucks", 50);
			this.index.removeAll(best.stream().map(IndexEntry::id).toList());
			best.forEach((entry) -> this.model.remove(entry.id()));
			check("starbucks", 50);
			check("st", 50);
		});
	}

	@Test
	void findsEveryPrefixOfAHundredThousandNames() {
		Random random = new Random(7);
		List<IndexEntry<String>> all = new ArrayList<>(100_000);
		for (int i = 0; i < 100_000; i++) {
			all.add(IndexEntry.of("id" + i, GeneratedNames.next(random), random.nextInt(1_000_000)));
		}
		load(all);
		assertThat(this.index.size()).isEqualTo(100_000);
		for (int i = 0; i < 300; i++) {
			String form = SearchForm.ofText("term", all.get(random.nextInt(all.size())).term(), 256, Accents.KEEP);
			int characters = form.codePointCount(0, form.length());
			check(form.substring(0, form.offsetByCodePoints(0, random.nextInt(characters) + 1)), 10);
		}
		check("", 50);
	}

	private void check(String prefix, int n) {
		assertThat(this.index.complete(prefix, n)).as("'%s', %s of them", prefix, n)
			.containsExactlyElementsOf(this.model.values()
				.stream()
				.filter((known) -> known.form.startsWith(prefix))
				.sorted(Known.BEST_FIRST)
				.limit(n)
				.map(Known::entry)
				.toList());
	}

	private void add(Random random, int entries, int letters, long weights, int length) {
		List<IndexEntry<String>> added = new ArrayList<>();
		for (int i = 0; i < entries; i++) {
			String term = (random.nextInt(10) == 0) ? "aaa" : word(random, letters, 1 + random.nextInt(length));
			added.add(IndexEntry.of("id" + random.nextInt(1_000_000), term,
					(weights == 0) ? 0 : random.nextLong(weights)));
		}
		load(added);
	}

	private static String word(Random random, int letters, int length) {
		StringBuilder word = new StringBuilder();
		for (int i = 0; i < length; i++) {
			word.append(LETTERS.get(random.nextInt(letters)));
		}
		return word.toString();
	}

	private void load(List<IndexEntry<String>> entries) {
		this.index.load(entries.iterator(), (done) -> {
		});
		entries.forEach((entry) -> this.model.put(entry.id(), Known.of(entry)));
	}

	/** An entry with what it is found and ordered by, computed once. */
	private record Known(IndexEntry<String> entry, String form, byte[] formBytes, byte[] idBytes) {

		static final Comparator<Known> BEST_FIRST = Comparator.<Known>comparingLong((known) -> -known.entry.weight())
			.thenComparing(Known::formBytes, Arrays::compareUnsigned)
			.thenComparing(Known::idBytes, Arrays::compareUnsigned);

		static Known of(IndexEntry<String> entry) {
			String form = SearchForm.ofText("term", entry.term(), 256, Accents.KEEP);
			return new Known(entry, form, form.getBytes(StandardCharsets.UTF_8),
					entry.id().getBytes(StandardCharsets.UTF_8));
		}

	}

}
