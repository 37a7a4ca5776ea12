// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Arguments, settings and costs of a cache.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class CacheUseTests extends CacheFixture {

	CacheUseTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void refusesOneNameForTwoTypes() {
		this.caches.client.cache("shop", Shop.class);
		assertThat(this.caches.client.cache("shop", Shop.class).name()).isEqualTo("shop");
		assertThatIllegalArgumentException().isThrownBy(() -> this.caches.client.cache("shop", String.class))
			.withMessageContaining("'shop'")
			.withMessageContaining("Shop");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.caches.client.get("shop", 1, String.class, (id) -> ""));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.caches.client
				.cache(CacheSpec.of("shop", Long.class, Shop.class).settings(CacheSettings.defaults())))
			.withMessageContaining("settings");
	}

	@Test
	void refusesOneNameForOtherKeys() {
		CacheSpec<Long, String> byNumber = CacheSpec.of("n", Long.class, String.class);
		assertThat(this.caches.client.get("n", 7, String.class, (id) -> "seven")).isEqualTo("seven");
		assertThat(this.caches.client.cache(byNumber).peek(7L).value()).isEqualTo("seven");
		assertThat(this.caches.client.get("n", "7", String.class, (id) -> "")).isEqualTo("seven");
		assertThatIllegalArgumentException().isThrownBy(() -> this.caches.texts("n"))
			.withMessageContaining("'n'")
			.withMessageContaining("java.lang.Long")
			.withMessageContaining("java.lang.String");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.caches.client.cache(byNumber.keyText((key) -> "n" + key)))
			.withMessageContaining("text of its keys");
		for (int i = 0; i < 2; i++) {
			String prefix = "p" + this.caches.keys.prefix().length();
			this.caches.client.cache(CacheSpec.of("own", Long.class, String.class).keyText((key) -> prefix + key));
		}
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.caches.client.get("own", 7L, String.class, (id) -> ""))
			.withMessageContaining("text of its keys");
	}

	@Test
	void tellsNamesAndKeysApart() {
		TypedCache<String, String> a = this.caches.texts("a");
		for (String key : List.of("b:c", "b", "b{c}", "b%7Bc%7D", "}", "{}", "%", "ключ", "a b\n")) {
			a.put(key, "a/" + key);
			this.caches.texts("a.b").put(key, "a.b/" + key);
		}
		assertThat(a.peek("b{c}").value()).isEqualTo("a/b{c}");
		assertThat(a.peek("b%7Bc%7D").value()).isEqualTo("a/b%7Bc%7D");
		assertThat(a.peek("}").value()).isEqualTo("a/}");
		assertThat(this.caches.texts("a.b").peek("b:c").value()).isEqualTo("a.b/b:c");
	}

	@Test
	void usesTheKeyTextOfItsSpec() {
		TypedCache<Long, String> squares = this.caches.client
			.cache(CacheSpec.of("s", Long.class, String.class).keyText((key) -> "n" + key));
		squares.put(3L, "nine");
		String key = this.caches.valueKey("s", "n3");
		assertThat(command(key, "GET", key)).endsWith("nine");
	}

	@Test
	void takesItsSettingsFromItsSpec() {
		TypedCache<String, String> own = this.caches.client.cache(CacheSpec.of("own", String.class, String.class)
			.settings(TestCaches.SETTINGS.withTtl(Duration.ofMinutes(5))));
		own.put("k", "v");
		String key = this.caches.valueKey("own", "k");
		assertThat(Long.parseLong(command(key, "PTTL", key))).isBetween(1L, 300_000L);
	}

	@Test
	void refusesBadArgumentsBeforeAnythingIsSent() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.cache.get("", this::load))
			.withMessageContaining("key");
		assertThatIllegalArgumentException().isThrownBy(() -> this.cache.peek("x".repeat(511)))
			.withMessageContaining("key");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.caches.client.get("o", new Object(), String.class, (id) -> ""))
			.withMessageContaining("CacheSpec.keyText");
		assertThatIllegalArgumentException().isThrownBy(() -> this.caches.client.cache("a:b", String.class))
			.withMessageContaining("a:b");
		assertThat(this.cache.peek("x".repeat(510)).state()).isEqualTo(Lookup.State.MISS);
	}

	@Test
	void refusesALoaderThatAsksForItsOwnKey() {
		assertThatIllegalStateException()
			.isThrownBy(() -> this.cache.get("k", (key) -> this.cache.get(key, this::load)))
			.withMessageContaining("'c'");
		assertThatIllegalStateException()
			.isThrownBy(() -> this.cache.getAll(List.of("k"), (keys) -> Map.of("k", this.cache.get("k", this::load))));
		assertThat(this.cache.get("k", (key) -> this.cache.get("l", this::load))).isEqualTo("v1 of l");
	}

	@Test
	void spreadsExpiriesByItsJitter() {
		this.caches.tuned(TestCaches.SETTINGS.withTtl(Duration.ofSeconds(1000)).withJitter(0.5));
		Map<String, String> values = new HashMap<>();
		IntStream.range(0, 200).forEach((i) -> values.put("k" + i, "v"));
		this.cache.putAll(values);
		List<Long> ttls = values.keySet().stream().map(this::pttl).toList();
		assertThat(ttls).allSatisfy((ttl) -> assertThat(ttl).isBetween(490_000L, 1_000_000L));
		assertThat(ttls.stream().mapToLong(Long::longValue).summaryStatistics()).satisfies((spread) -> {
			assertThat(spread.getMin()).isLessThan(560_000);
			assertThat(spread.getMax()).isGreaterThan(940_000);
		});
	}

	@Test
	void usesAChangedTtlForTheNextFill() {
		this.cache.put("k", "v");
		assertThat(pttl("k")).isBetween(1_700_000L, 1_800_000L);
		this.caches.settings.swap(
				this.caches.settings.get().withCaches(Map.of("c", TestCaches.SETTINGS.withTtl(Duration.ofMinutes(7)))));
		this.cache.put("l", "v");
		assertThat(pttl("l")).isBetween(1L, 420_000L);
		assertThat(pttl("k")).isGreaterThan(1_700_000L);
	}

	@Test
	void costsWhatItsContractSays() {
		withoutMessages();
		this.cache.get("k", this::load);
		this.cache.invalidate("k");
		this.cache.clear();
		assertThat(commands(() -> this.cache.get("k", this::load))).containsEntry("evalsha", 2L)
			// One by the client and one inside the script that gives the lease.
			.containsEntry("get", 2L)
			.doesNotContainKeys("eval", "publish");
		assertThat(commands(() -> IntStream.range(0, 100).forEach((i) -> this.cache.get("k", this::load))))
			.containsOnlyKeys("get")
			.containsEntry("get", 100L);
		assertThat(commands(() -> this.cache.invalidate("k"))).containsEntry("evalsha", 1L)
			.doesNotContainKeys("get", "publish");
		assertThat(commands(() -> this.cache.put("k", "v"))).containsEntry("evalsha", 1L)
			.doesNotContainKeys("get", "publish");
		assertThat(commands(() -> this.cache.clear())).containsEntry("evalsha", 1L);
	}

	@Test
	void refusesKeysThatWouldShareAnEntry() {
		for (String key : List.of("a\ud800", "a\udc00")) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.cache.get(key, this::load))
				.withMessageStartingWith("key must be well-formed UTF-16");
			assertThatIllegalArgumentException().isThrownBy(() -> this.cache.put(key, "v"))
				.withMessageStartingWith("key ");
		}
		assertThat(this.loads).hasValue(0);
	}

}
