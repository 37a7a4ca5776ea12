// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.OwnKeysFixture;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.ThrowingCodecs;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What a {@link PrefixIndex} does wherever it is connected.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class PrefixIndexTests extends OwnKeysFixture {

	private static final List<String> PARTS = List.of("terms", "entries", "tops", "lists");

	private final String name = UUID.randomUUID().toString();

	private final PrefixIndex<Shop> index = index(PrefixIndexSettings.defaults(), Shop.class);

	PrefixIndexTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void findsTheHeaviestFirstWithTheirPayloads() {
		IndexEntry<Shop> pizza = new IndexEntry<>("7", "Pizza Roma", 10, new Shop("Via 1", 4.5));
		assertThat(this.index.put(pizza)).isTrue();
		this.index.put(IndexEntry.of("8", "pizzeria", 30));
		this.index.put(IndexEntry.of("9", "PIZZA Due", 20));
		this.index.put(IndexEntry.of("10", "Pasta", 99));
		assertThat(terms("piz", 10)).containsExactly("pizzeria", "PIZZA Due", "Pizza Roma");
		assertThat(terms("Pizza ", 10)).containsExactly("PIZZA Due", "Pizza Roma");
		assertThat(terms("", 2)).containsExactly("Pasta", "pizzeria");
		assertThat(terms("q", 2)).isEmpty();
		assertThat(this.index.complete("pizza r", 1)).containsExactly(pizza);
		assertThat(this.index.get("7")).contains(pizza);
		assertThat(this.index.get("77")).isEmpty();
		assertThat(this.index.size()).isEqualTo(4);
	}

	@Test
	void hasEqualWeightsInTheOrderOfTheirTermsAndThenOfTheirIds() {
		load(List.of(IndexEntry.of("3", "bb", 1), IndexEntry.of("2", "bb", 1), IndexEntry.of("1", "ba", 1),
				IndexEntry.of("4", "b", 1)));
		assertThat(this.index.complete("b", 10)).extracting(IndexEntry::id).containsExactly("4", "1", "2", "3");
	}

	@Test
	void replacesWeighsAndRemovesById() {
		this.index.put(new IndexEntry<>("1", "Alpha", 5, new Shop("a", 1)));
		assertThat(this.index.put(new IndexEntry<>("1", "Beta", 6, new Shop("b", 2)))).isFalse();
		assertThat(terms("a", 5)).isEmpty();
		assertThat(terms("be", 5)).containsExactly("Beta");
		assertThat(this.index.setWeight("1", 7)).isTrue();
		assertThat(this.index.setWeight("2", 7)).isFalse();
		assertThat(this.index.get("1")).contains(new IndexEntry<>("1", "Beta", 7, new Shop("b", 2)));
		assertThat(this.index.remove("1")).isTrue();
		assertThat(this.index.remove("1")).isFalse();
		assertThat(PARTS).allMatch((part) -> number("EXISTS", key(part)) == 0);
	}

	@Test
	void findsEveryPrefixOfEveryScript() {
		List<String> terms = List.of("王府井小吃街", "東京タワー", "ガイド", "김밥천국", "Пельмени Ёлки", "Γύρος", "Crème brûlée",
				"Straße", "ქართული", "مطعم", "हिन्दी", "🍕 Pizza", "İskender", "ﬁlet", "Số 1");
		for (int i = 0; i < terms.size(); i++) {
			this.index.put(IndexEntry.of("id-" + i, terms.get(i), i));
		}
		for (String term : terms) {
			for (int end = 1; end <= term.codePointCount(0, term.length()); end++) {
				String prefix = term.substring(0, term.offsetByCodePoints(0, end));
				assertThat(terms(prefix, 20)).as(prefix).contains(term);
				assertThat(terms(prefix.toUpperCase(Locale.ROOT), 20)).as(prefix).contains(term);
			}
		}
		assertThat(terms("filet", 5)).containsExactly("ﬁlet");
		assertThat(terms("creme", 5)).isEmpty();
	}

	@Test
	void leavesAccentsOutWhereTheyAreIgnoredAndRefusesAMixture() {
		PrefixIndex<Shop> bare = index(PrefixIndexSettings.defaults().withAccents(Accents.IGNORE), Shop.class);
		bare.put(IndexEntry.of("1", "Crème brûlée", 1));
		assertThat(bare.complete("creme bru", 5)).extracting(IndexEntry::term).containsExactly("Crème brûlée");
		assertThat(bare.complete("CRÈME", 5)).hasSize(1);
		assertThatIllegalStateException().isThrownBy(() -> terms("c", 1)).withMessageContaining("accents");
		assertThatIllegalStateException().isThrownBy(() -> this.index.put(IndexEntry.of("2", "x", 1)));
		bare.clear();
		assertThat(this.index.put(IndexEntry.of("2", "x", 1))).isTrue();
	}

	@Test
	void loadsWithProgressAndLoadsAgainWithoutHarm() {
		List<Long> heard = new ArrayList<>();
		Iterator<IndexEntry<Shop>> entries = IntStream.range(0, 1050)
			.mapToObj((i) -> IndexEntry.<Shop>of("id" + i, "term " + i, i))
			.iterator();
		assertThat(this.index.load(entries, heard::add)).isEqualTo(new LoadResult(1050, 0, 0));
		assertThat(heard).containsExactly(100L, 200L, 300L, 400L, 500L, 600L, 700L, 800L, 900L, 1000L, 1050L);
		LoadResult again = load(IntStream.range(0, 1060)
			.mapToObj((i) -> IndexEntry.<Shop>of("id" + i, "term " + i, (i < 30) ? i + 1 : i))
			.toList());
		assertThat(again).isEqualTo(new LoadResult(10, 30, 1020));
		assertThat(this.index.size()).isEqualTo(1060);
		assertThat(load(List.of())).isEqualTo(new LoadResult(0, 0, 0));
		assertThat(this.index.removeAll(IntStream.range(0, 2000).mapToObj((i) -> "id" + i).toList())).isEqualTo(1060);
		assertThat(PARTS).allMatch((part) -> number("EXISTS", key(part)) == 0);
	}

	@Test
	void endsALoadAtABadEntryAndKeepsWhatWasToldBefore() {
		List<Long> heard = new ArrayList<>();
		List<IndexEntry<Shop>> entries = new ArrayList<>();
		IntStream.range(0, 250).forEach((i) -> entries.add(IndexEntry.of("id" + i, "term " + i, i)));
		entries.add(IndexEntry.of("bad", " ", 1));
		assertThatIllegalArgumentException().isThrownBy(() -> this.index.load(entries.iterator(), heard::add))
			.withMessageStartingWith("term ");
		assertThat(heard).containsExactly(100L);
		assertThat(this.index.get("id99")).isPresent();
		assertThat(this.index.get("id240")).isEmpty();
	}

	@Test
	void writesNothingOnARead() {
		load(IntStream.range(0, 1000).mapToObj((i) -> IndexEntry.<Shop>of("id" + i, "term " + i, i)).toList());
		terms("t", 1);
		server().resetStats();
		terms("", 50);
		terms("term 1", 50);
		terms("term 999", 50);
		this.index.get("id1");
		assertThat(server().commandCalls().keySet()).isSubsetOf("evalsha", "hget", "hexists", "hlen", "hmget", "zcard",
				"zlexcount", "zrange", "zrangebylex", "zrank", "zscore", "ping", "client", "hello");
		assertThat(server().commandCalls()).containsEntry("evalsha", 3L);
	}

	@Test
	void skipsAndCountsPayloadsOfAnotherType() {
		PrefixIndex<Integer> numbers = index(PrefixIndexSettings.defaults(), Integer.class);
		numbers.put(new IndexEntry<>("1", "one", 1, 1));
		this.index.put(new IndexEntry<>("2", "once", 2, new Shop("x", 1)));
		assertThat(terms("on", 5)).containsExactly("once");
		assertThat(this.index.undecodable()).isEqualTo(1);
		assertThat(this.index.get("1")).isEmpty();
		assertThat(numbers.get("1").orElseThrow().payload()).isEqualTo(1);
	}

	@Test
	void leavesOutWhatItsCodecThrowsAt() {
		PrefixIndex<String> texts = PrefixIndexes
			.create(port(), this.keys, new ThrowingCodecs(), new LiveSettings<>(Map.of()))
			.get(this.name, String.class, PrefixIndexSettings.defaults());
		for (String payload : List.of("linkage", "deep", "argument", "good")) {
			texts.put(new IndexEntry<>(payload, "once", 1, payload));
		}
		assertThat(texts.complete("on", 10)).extracting(IndexEntry::id).containsExactly("good");
		assertThat(texts.get("deep")).isEmpty();
		assertThat(texts.undecodable()).isEqualTo(4);
	}

	@Test
	void losesNothingWhileManyPutWeighAndRemove() {
		Concurrently.run(8, () -> {
			String own = Thread.currentThread().getName();
			for (int i = 0; i < 150; i++) {
				this.index.put(IndexEntry.of(own + i, "same " + i % 7, i));
				this.index.setWeight(own + i, 1000 + i);
				if (i % 3 == 0) {
					this.index.remove(own + i);
				}
			}
			return true;
		});
		assertThat(this.index.size()).isEqualTo(800);
		List<IndexEntry<Shop>> best = this.index.complete("SAME", 50);
		assertThat(best).hasSize(50).extracting(IndexEntry::weight).startsWith(1149L).contains(1148L);
		assertThat(best.stream().mapToLong(IndexEntry::weight).min().orElseThrow()).isEqualTo(1140);
	}

	@Test
	void changesNothingWhereAKeyHoldsAnotherType() {
		String lists = key("lists");
		server().masterFor(lists).command("SET", lists, "text");
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> this.index.put(IndexEntry.of("1", "one", 1)))
			.withMessageContaining("WRONGTYPE");
		assertThat(number("EXISTS", key("terms")) + number("EXISTS", key("entries"))).isZero();
	}

	@Test
	void checksArgumentsBeforeAnythingIsSent() {
		server().resetStats();
		assertThatIllegalArgumentException().isThrownBy(() -> this.index.put(IndexEntry.of("", "x", 1)))
			.withMessageStartingWith("id ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.index.put(IndexEntry.of("1", "x".repeat(257), 1)))
			.withMessageStartingWith("term ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.index.put(IndexEntry.of("1", "x", -1)))
			.withMessageStartingWith("weight ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.index.setWeight("1", 1L << 53))
			.withMessageStartingWith("weight ");
		PrefixIndex<Shop> small = index(PrefixIndexSettings.defaults().withMaxPayload(5), Shop.class);
		assertThatIllegalArgumentException()
			.isThrownBy(() -> small.put(new IndexEntry<>("1", "x", 1, new Shop("long", 1))))
			.withMessageStartingWith("payload ");
		assertThatIllegalArgumentException().isThrownBy(() -> terms("x", 51)).withMessageStartingWith("n ");
		assertThatIllegalArgumentException().isThrownBy(() -> terms("\u0000", 1)).withMessageStartingWith("prefix ");
		assertThatIllegalArgumentException().isThrownBy(() -> PrefixIndexSettings.defaults().withMaxPayload(65_537))
			.withMessageStartingWith("prefix-index.max-payload ");
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval");
	}

	private LoadResult load(List<IndexEntry<Shop>> entries) {
		return this.index.load(entries.iterator(), (done) -> {
		});
	}

	private List<String> terms(String prefix, int n) {
		return this.index.complete(prefix, n).stream().map(IndexEntry::term).toList();
	}

	private String key(String part) {
		return this.keys.key("prefix-index", this.name, part);
	}

	private <P> PrefixIndex<P> index(PrefixIndexSettings settings, Class<P> payload) {
		return PrefixIndexes.create(port(), this.keys, ValueCodecs.json(), new LiveSettings<>(Map.of()))
			.get(this.name, payload, settings);
	}

	/** A payload. */
	record Shop(String address, double stars) {
	}

}
