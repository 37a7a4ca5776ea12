// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheCodec;
import io.github.rediscomponents.cache.CacheFixture;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.LoadingSettings;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.engine.CacheAccess;
import io.github.rediscomponents.cache.loader.LoadContext;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Entries with tags, which are invalidated together.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class CacheTagTests extends CacheFixture {

	private static final EntryOptions TAGGED = EntryOptions.defaults().withTags("t");

	CacheTagTests(RedisTopology topology) {
		super(topology);
	}

	private String loadTagged(String key, LoadContext<String> context) {
		context.tags("t", "of " + key);
		return load(key);
	}

	private String tagsKey() {
		return this.caches.keys.key("cache-tags", "c");
	}

	@Test
	void outdatesTheEntriesThatHaveOneOfTheTags() {
		this.cache.getWithContext("context", this::loadTagged);
		this.cache.get("options", this::load, TAGGED);
		this.cache.put("put", "v", TAGGED);
		this.cache.put("none", null, TAGGED);
		this.cache.putAll(Map.of("many", "v", "more", "v"), TAGGED.withTags("other", "t"));
		this.cache.getAllWithContext(List.of("bulk", "untagged", "absent"), (keys, context) -> {
			context.tags("bulk", "t");
			context.tags("absent", "t");
			return Map.of("bulk", "v", "untagged", "v");
		});
		this.cache.put("plain", "v");
		this.cache.put("other", "v", TAGGED.withTags("other"));
		this.caches.texts("d").put("k", "v", TAGGED);
		List<String> tagged = List.of("context", "options", "put", "none", "many", "more", "bulk", "absent");
		assertThat(tagged).allSatisfy((key) -> assertThat(this.cache.peek(key).isHit()).as(key).isTrue());
		try (CommandPort port = newPort(); TestCaches others = this.caches.alsoOn(port)) {
			assertThat(others.texts("c").peek("put").value()).isEqualTo("v");
			others.texts("c").invalidateTags("unknown", "t");
			assertThat(tagged).allSatisfy((key) -> {
				assertThat(this.cache.peek(key).isHit()).as(key).isFalse();
				assertThat(others.texts("c").peek(key).isHit()).as(key).isFalse();
			});
		}
		assertThat(List.of("untagged", "plain", "other"))
			.allSatisfy((key) -> assertThat(this.cache.peek(key).value()).isEqualTo("v"));
		assertThat(this.caches.texts("d").peek("k").value()).isEqualTo("v");
		this.cache.invalidateTags("of context", "other");
		assertThat(this.cache.peek("other").isHit()).isFalse();
	}

	@Test
	void loadsAnewWhatIsOutdatedOnEveryPath() {
		for (String key : List.of("get", "context", "all", "find", "absent")) {
			this.cache.put(key, "old", TAGGED);
		}
		this.cache.put("fresh", "v", EntryOptions.defaults().withTags("u"));
		this.cache.invalidateTags("t");
		CacheAccess<String> access = access();
		assertThat(this.cache.get("get", this::load)).isEqualTo("v1 of get");
		assertThat(this.cache.getWithContext("context", this::loadTagged)).isEqualTo("v2 of context");
		assertThat(this.cache.peek("context").value()).isEqualTo("v2 of context");
		assertThat(this.cache.getAll(List.of("get", "all", "fresh"), (keys) -> {
			assertThat(keys).containsExactly("all");
			return Map.of("all", "new");
		})).containsExactlyEntriesOf(orderedMap("get", "v1 of get", "all", "new", "fresh", "v"));
		assertThat(access.find("find").isHit()).isFalse();
		assertThat(access.remove("find")).isFalse();
		assertThat(access.putIfAbsent("absent", "put").isHit()).isFalse();
		assertThat(access.find("absent").value()).isEqualTo("put");
		assertThat(access.find("fresh").value()).isEqualTo("v");
	}

	@SuppressWarnings("unchecked")
	private CacheAccess<String> access() {
		return ((CacheAccess.Owner<String>) this.cache).access();
	}

	@Test
	void costsWhatItsContractSays() {
		withoutMessages();
		List<String> keys = IntStream.range(0, 100).mapToObj((i) -> "k" + i).toList();
		Map<String, String> values = new HashMap<>();
		keys.forEach((key) -> values.put(key, "v"));
		// Each node knows the scripts then.
		this.cache.putAll(values, TAGGED);
		this.cache.getAllWithContext(IntStream.range(0, 100).mapToObj((i) -> "warm" + i).toList(),
				(missing, context) -> Map.of());
		this.cache.invalidateTags("x");
		this.cache.peek("k1");
		assertThat(commands(() -> this.cache.get("k1", this::load))).containsEntry("get", 1L)
			.containsEntry("evalsha", 1L);
		assertThat(commands(() -> assertThat(this.cache.getAll(keys, (missing) -> Map.of())).hasSize(100)))
			.containsEntry("get", 100L)
			.containsEntry("evalsha", 1L);
		assertThat(commands(() -> this.cache.get("plain", this::load))).containsEntry("evalsha", 2L);
		assertThat(commands(() -> this.cache.get("plain", this::load))).containsOnlyKeys("get")
			.containsEntry("get", 1L);
		assertThat(commands(() -> this.cache.getWithContext("new", this::loadTagged))).containsEntry("evalsha", 3L);
		assertThat(commands(() -> this.cache.put("new", "v", TAGGED))).containsEntry("evalsha", 2L);
		assertThat(commands(() -> this.cache.putAll(values, TAGGED))).containsEntry("evalsha", 101L);
		String[] tags = IntStream.range(0, 1000).mapToObj((i) -> "tag " + i).toArray(String[]::new);
		assertThat(commands(() -> this.cache.invalidateTags(tags))).containsEntry("evalsha", 1L)
			.containsEntry("publish", 1L);
		assertThat(commands(() -> this.cache.getAllWithContext(List.of("a", "b"), (missing, context) -> {
			context.tags("a", "t");
			return Map.of("a", "v", "b", "v");
		}))).containsEntry("evalsha", 5L);
		this.cache.invalidateTags("t");
		assertThat(this.loads).hasValue(2);
	}

	@Test
	void rejectsTagsThatAreNotAllowedBeforeAnythingIsSent() {
		String[] many = IntStream.range(0, 17).mapToObj((i) -> "t" + i).toArray(String[]::new);
		String[] most = IntStream.range(0, 1001).mapToObj((i) -> "t" + i).toArray(String[]::new);
		assertThat(commands(() -> {
			assertThatIllegalArgumentException().isThrownBy(() -> TAGGED.withTags(many))
				.withMessage("tags must not be more than 16, were 17");
			for (String bad : new String[] { "", "x".repeat(1025), "a\ud800" }) {
				assertThatIllegalArgumentException().isThrownBy(() -> TAGGED.withTags("t", bad))
					.withMessageStartingWith("tag must");
				assertThatIllegalArgumentException().isThrownBy(() -> this.cache.invalidateTags("t", bad))
					.withMessageStartingWith("tag must");
			}
			assertThatIllegalArgumentException().isThrownBy(() -> TAGGED.withTags((String) null));
			assertThatIllegalArgumentException().isThrownBy(() -> this.cache.invalidateTags())
				.withMessage("tags must not be empty");
			assertThatIllegalArgumentException().isThrownBy(() -> this.cache.invalidateTags(most))
				.withMessage("tags must not be more than 1000, were 1001");
		})).doesNotContainKeys("evalsha", "eval");
		assertThat(TAGGED.withTags("a", "a").tags()).containsExactly("a");
		assertThatIllegalArgumentException().isThrownBy(() -> this.cache.getWithContext("k", (key, context) -> {
			context.tags("t");
			context.tags(Arrays.copyOf(many, 16));
			return "v";
		})).withMessageContaining("16");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.cache.getAllWithContext(List.of("k"), (keys, context) -> {
				context.tags("l", "t");
				return Map.of("k", "v");
			}))
			.withMessageStartingWith("key must be one of those that are loaded");
		assertThat(this.cache.peek("k").isHit()).isFalse();
		String longest = "\ud83d\ude00".repeat(512);
		this.cache.put("k", "v", TAGGED.withTags(longest));
		assertThat(this.cache.peek("k").isHit()).isTrue();
		this.cache.invalidateTags(longest);
		assertThat(this.cache.peek("k").isHit()).isFalse();
	}

	@Test
	void storesTagsInEveryForm() {
		for (CacheCodec codec : CacheCodec.values()) {
			if (codec == CacheCodec.BYTES) {
				continue;
			}
			this.caches.tuned(TestCaches.SETTINGS.withCodec(codec).withCompressAbove(100));
			String name = "form-" + codec;
			for (String value : List.of("small", "large".repeat(1000))) {
				TypedCache<String, String> texts = this.caches.texts(name);
				texts.put("k", value, TAGGED.withTags("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m",
						"n", "o", "p"));
				assertThat(texts.peek("k").value()).isEqualTo(value);
				texts.invalidateTags("p");
				assertThat(texts.peek("k").isHit()).isFalse();
			}
		}
	}

	@Test
	void givesNoOlderValueOfWhatIsOutdated() {
		CacheSettings kept = TestCaches.SETTINGS.withTtl(Duration.ofMillis(1))
			.withStaleWindow(Duration.ofHours(1))
			.withLoading(LoadingSettings.defaults().withFailSafe(Duration.ofHours(2)));
		this.caches.tuned(kept);
		this.cache.putAll(Map.of("a", "old", "b", "old", "c", "old"), TAGGED);
		await().until(() -> this.cache.peek("a").state() == Lookup.State.STALE);
		assertThat(this.cache.peek("b").value()).isEqualTo("old");
		this.cache.invalidateTags("t");
		assertThat(this.cache.peek("a").isHit()).isFalse();
		assertThatExceptionOfType(IllegalCallerException.class).isThrownBy(() -> this.cache.get("a", (key) -> {
			throw new IllegalCallerException();
		}));
		assertThatExceptionOfType(IllegalCallerException.class)
			.isThrownBy(() -> this.cache.getAll(List.of("b", "c"), (keys) -> {
				throw new IllegalCallerException();
			}));
		assertThat(this.cache.getWithContext("a", (key, context) -> {
			assertThat(context.staleValue()).isNull();
			return "new";
		})).isEqualTo("new");
	}

	@Test
	void givesTheOlderValueOfWhatIsCurrent() {
		CacheSettings kept = TestCaches.SETTINGS.withTtl(Duration.ofMillis(1))
			.withLoading(LoadingSettings.defaults().withFailSafe(Duration.ofHours(2)));
		this.caches.tuned(kept);
		this.cache.putAll(Map.of("a", "old", "b", "old"), TAGGED);
		await().until(() -> !this.cache.peek("a").isHit() && !this.cache.peek("b").isHit());
		assertThat(this.cache.get("a", (key) -> {
			throw new IllegalCallerException();
		})).isEqualTo("old");
		assertThat(this.cache.getAll(List.of("a", "b"), (keys) -> {
			throw new IllegalCallerException();
		})).containsEntry("a", "old").containsEntry("b", "old");
	}

	@Test
	void keepsTheTagsOfAnUnmodifiedValue() {
		CacheSettings windowed = TestCaches.SETTINGS.withTtl(Duration.ofMillis(1)).withStaleWindow(Duration.ofHours(1));
		this.caches.tuned(windowed);
		this.cache.put("k", "v", TAGGED);
		await().until(() -> this.cache.peek("k").state() == Lookup.State.STALE);
		this.caches.tuned(windowed.withTtl(Duration.ofHours(1)));
		this.cache.getWithContext("k", (key, context) -> context.notModified());
		await().until(() -> this.cache.peek("k").state() == Lookup.State.FRESH);
		this.cache.invalidateTags("t");
		assertThat(this.cache.peek("k").isHit()).isFalse();
	}

	@Test
	void losingTheTagsOutdatesWhatHasSomeOnce() {
		try (CommandPort port = newPort(); TestCaches others = this.caches.alsoOn(port)) {
			TypedCache<String, String> other = others.texts("c");
			this.cache.put("plain", "v");
			this.cache.put("outdated", "v", TAGGED);
			this.cache.put("k", "v", TAGGED.withTags("u"));
			this.cache.invalidateTags("t");
			for (String[] loss : new String[][] { { "DEL", tagsKey() }, { "SET", tagsKey(), "x" },
					{ "ZADD", tagsKey(), "inf", "last" }, { "ZREM", tagsKey(), "base" }, { "ZREM", tagsKey(), "last" },
					{ "ZADD", tagsKey(), "-5", "last" } }) {
				assertThat(other.getWithContext("k", this::loadTagged)).isNotNull();
				assertThat(this.cache.peek("k").isHit()).isTrue();
				command(tagsKey(), loss);
				assertThat(this.cache.peek("k").isHit()).as(loss[0]).isFalse();
				assertThat(other.peek("outdated").isHit()).isFalse();
				int before = this.loads.get();
				other.getWithContext("k", this::loadTagged);
				this.cache.getWithContext("k", this::loadTagged);
				assertThat(this.loads).hasValue(before + 1);
				command(tagsKey(), loss);
				other.invalidateTags("t");
				assertThat(this.cache.peek("k").isHit()).isFalse();
				assertThat(this.cache.peek("plain").isHit()).isTrue();
			}
		}
	}

	@Test
	void revivesNothingWhenTheTagsFallBack() {
		this.cache.put("old", "v", TAGGED);
		String before = command(tagsKey(), "ZSCORE", tagsKey(), "last");
		this.cache.invalidateTags("t");
		this.cache.put("new", "v", TAGGED);
		// As after a failover to a replica that had not heard of the invalidation.
		command(tagsKey(), "DEL", tagsKey());
		command(tagsKey(), "ZADD", tagsKey(), before, "last", before, "base");
		assertThat(this.cache.peek("old").isHit()).isFalse();
		// The first process that knows better, and reads the numbers, raises them.
		this.cache.put("newer", "v", TAGGED);
		assertThat(this.cache.peek("newer").isHit()).isTrue();
		try (CommandPort port = newPort(); TestCaches fresh = this.caches.alsoOn(port)) {
			assertThat(fresh.texts("c").peek("old").isHit()).isFalse();
		}
	}

	@Test
	void aClockThatGoesBackChangesNothing() {
		// Where the clock of the server was a long time ahead.
		this.cache.put("k", "v", TAGGED);
		String ahead = "4000000000000000";
		command(tagsKey(), "ZADD", tagsKey(), ahead, "last", ahead, "base");
		for (int i = 0; i < 3; i++) {
			this.cache.put("k", "v", TAGGED);
			assertThat(this.cache.peek("k").isHit()).isTrue();
			this.cache.invalidateTags("t");
			assertThat(this.cache.peek("k").isHit()).isFalse();
		}
		this.cache.put("k", "v", TAGGED);
		command(tagsKey(), "DEL", tagsKey());
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(Long.parseLong(command(tagsKey(), "ZSCORE", tagsKey(), "last"))).isEqualTo(4000000000000004L);
	}

	@Test
	void forgetsTheOldestTagsBeyondTheMostAndNothingMore() {
		this.cache.put("old", "v", TAGGED);
		this.cache.invalidateTags("x");
		String last = command(tagsKey(), "ZSCORE", tagsKey(), "last");
		this.cache.put("new", "v", TAGGED);
		server().masterFor(tagsKey())
			.command("EVAL",
					"for i = 1, 100000 do redis.call('ZADD', KEYS[1], ARGV[1] + i, i) end redis.call('ZADD', KEYS[1], ARGV[1] + 100000, 'last')",
					"1", tagsKey(), last);
		assertThat(command(tagsKey(), "ZCARD", tagsKey())).isEqualTo("100003");
		this.cache.put("newest", "v", TAGGED);
		assertThat(this.cache.peek("old").isHit() && this.cache.peek("new").isHit()).isTrue();
		this.cache.invalidateTags("y");
		assertThat(command(tagsKey(), "ZCARD", tagsKey())).isEqualTo("100002");
		assertThat(this.cache.peek("newest").isHit()).isTrue();
		// Before the first of those that are forgotten, and after it.
		assertThat(this.cache.peek("old").isHit()).isFalse();
	}

	@Test
	void doesWhatTheLoaderOfManySays() {
		Set<String> keys = new LinkedHashSet<>(List.of("a", "b", "c"));
		assertThat(this.cache.getAllWithContext(keys, (missing, context) -> {
			missing.forEach((key) -> context.tags(key, "t", "of " + key));
			context.tags("a", "more");
			return Map.of("a", "A", "b", "B");
		})).containsExactlyInAnyOrderEntriesOf(Map.of("a", "A", "b", "B"));
		this.cache.invalidateTags("more", "of c");
		assertThat(this.cache.getAllWithContext(keys, (missing, context) -> {
			assertThat(missing).containsExactly("a", "c");
			return Map.of("a", "again");
		})).containsEntry("a", "again").containsEntry("b", "B");
		assertThat(this.cache.getAllWithContext(Collections.emptySet(), (missing, context) -> Map.of())).isEmpty();
	}

}
