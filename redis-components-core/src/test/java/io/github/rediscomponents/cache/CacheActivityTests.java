// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.local.LocalLevelTests;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What a client tells of its caches, and of one key whatever its type is.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class CacheActivityTests extends CacheFixture {

	CacheActivityTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void countsWhatEachCacheDoes() {
		assertThat(this.caches.client.activity()).containsExactly(new CacheClient.Counts("c", 0, 0, 0, 0, 0, 0, 0));
		this.cache.get("a", this::load);
		this.cache.get("a", this::load);
		this.cache.get("a", this::load);
		assertThatThrownBy(() -> this.cache.get("b", (key) -> {
			throw new IllegalStateException("no");
		})).hasMessage("no");
		this.cache.invalidate("a");
		TypedCache<String, String> other = this.caches.texts("other");
		other.get("x", (key) -> null);
		other.get("x", (key) -> null);
		List<CacheClient.Counts> all = this.caches.client.activity();
		assertThat(all).extracting(CacheClient.Counts::cache).containsExactly("c", "other");
		assertThat(all.get(0)).isEqualTo(new CacheClient.Counts("c", 0, 2, 0, 2, 2, 1, 1));
		assertThat(all.get(1)).isEqualTo(new CacheClient.Counts("other", 0, 1, 0, 1, 1, 0, 0));
	}

	@Test
	void countsADeclaredCacheHoweverManyNamesWereUsedBefore() {
		for (int i = 0; i < 1100; i++) {
			this.caches.texts("dynamic-" + i);
		}
		TypedCache<String, String> late = this.caches.texts("late");
		late.get("x", this::load);
		assertThat(this.caches.client.activity()).hasSize(1000);
		this.caches.settings.swap(this.caches.settings.get()
			.withCaches(Map.of("declared", TestCaches.SETTINGS, "late", TestCaches.SETTINGS)));
		this.caches.texts("declared").get("x", this::load);
		late.get("x", this::load);
		List<CacheClient.Counts> all = this.caches.client.activity();
		assertThat(all).hasSize(1002)
			.contains(new CacheClient.Counts("declared", 0, 0, 0, 1, 1, 0, 0))
			.contains(new CacheClient.Counts("late", 0, 1, 0, 0, 0, 0, 0));
	}

	@Test
	void looksAtAKeyWithoutReadingItsValueOrCounting() {
		this.caches.tuned(TestCaches.SETTINGS.withTtl(Duration.ofMinutes(10)).withStaleWindow(Duration.ofMinutes(5)));
		assertThat(this.caches.client.look("c", "a")).isEmpty();
		this.cache.getWithContext("a", (key, context) -> {
			context.tags("t1", "t2");
			return "value of a";
		});
		CacheClient.Entry entry = this.caches.client.look("c", "a").orElseThrow();
		assertThat(entry.stored()).isTrue();
		assertThat(entry.local() || entry.absent() || entry.cleared()).isFalse();
		assertThat(entry.tags()).isEqualTo(2);
		assertThat(entry.bytes()).isBetween(36, 200);
		assertThat(entry.fresh()).isBetween(Duration.ofMinutes(8), Duration.ofMinutes(10));
		assertThat(entry.remaining()).isBetween(Duration.ofMinutes(13), Duration.ofMinutes(15));
		assertThat(this.caches.client.activity().get(0).misses()).isEqualTo(1);
		this.cache.get("nothing", (key) -> null);
		assertThat(this.caches.client.look("c", "nothing").orElseThrow().absent()).isTrue();
	}

	@Test
	void worksForACacheWhoseTypeIsNotKnownHere() {
		this.cache.put("a", "1");
		try (TestCaches another = this.caches.alsoOn(port())) {
			assertThat(another.client.look("c", "a")).isPresent();
			another.client.invalidate("c", "a");
			assertThat(another.client.look("c", "a")).isEmpty();
			this.cache.put("b", "2");
			another.client.clear("c");
			CacheClient.Entry old = another.client.look("c", "b").orElseThrow();
			assertThat(old.cleared()).isTrue();
		}
	}

	@Test
	void tellsWhatTheLocalLevelOfThisProcessKnows() {
		this.caches.tuned(LocalLevelTests.LOCAL);
		this.caches.awaitUp();
		this.cache.get("a", this::load);
		this.cache.get("a", this::load);
		assertThat(this.caches.client.look("c", "a").orElseThrow().local()).isTrue();
		this.cache.invalidate("a");
		assertThat(this.caches.client.look("c", "a")).isEmpty();
	}

	@Test
	void refusesWhatIsNoNameAndTakesForeignContentForNothing() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.caches.client.look("a:b", "c"));
		assertThatIllegalArgumentException().isThrownBy(() -> this.caches.client.look("c", ""));
		String key = this.caches.valueKey("c", "foreign");
		command(key, "SET", key, "x");
		assertThat(this.caches.client.look("c", "foreign")).isEmpty();
	}

}
