// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.cache.CacheFixture;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TestCaches.Counts;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.filter.Membership;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * A cache that asks a Bloom filter before it loads.
 */
@Tag("contract")
@StandaloneAndCluster
class CacheGuardTests extends CacheFixture {

	private BloomFilter filter;

	CacheGuardTests(RedisTopology topology) {
		super(topology);
	}

	@BeforeEach
	void guard() {
		this.filter = this.caches.filter("users");
		this.caches.tuned(TestCaches.SETTINGS.withBloomFilter("users"));
	}

	@Test
	void neitherLoadsNorStoresWhatTheFilterDoesNotHave() {
		this.filter.create();
		this.filter.add("anna");
		assertThat(this.cache.get("ben", this::load)).isNull();
		assertThat(this.cache.get("anna", this::load)).isEqualTo("v1 of anna");
		assertThat(this.cache.get("ben", this::load)).isNull();
		assertThat(this.loads).hasValue(1);
		assertThat(command(this.caches.valueKey("c", "ben"), "EXISTS", this.caches.valueKey("c", "ben")))
			.isEqualTo("0");
		assertThat(counts().of(Membership.ABSENT)).isEqualTo(2);
		assertThat(counts().of(Membership.MAYBE)).isEqualTo(1);
		assertThat(this.caches.client.get("c", "carla", String.class, this::load)).isNull();
		// As soon as it was added.
		this.filter.add("ben");
		assertThat(this.cache.get("ben", this::load)).isEqualTo("v2 of ben");
	}

	@Test
	void asksOnceForManyAndLoadsTheRestAtOnce() {
		this.filter.create();
		this.filter.addAll(List.of("anna", "ben", "dora"));
		this.cache.put("dora", "known");
		Set<String> asked = new TreeSet<>();
		assertThat(
				commands(() -> assertThat(this.cache.getAll(List.of("anna", "ben", "carla", "dora", "emma"), (keys) -> {
					asked.addAll(keys);
					Map<String, String> loaded = new LinkedHashMap<>();
					keys.forEach((key) -> loaded.put(key, "v of " + key));
					return loaded;
				})).containsExactlyEntriesOf(orderedMap("anna", "v of anna", "ben", "v of ben", "dora", "known"))))
			.containsEntry("bitfield", 1L);
		assertThat(asked).containsExactly("anna", "ben");
		assertThat(counts().of(Membership.ABSENT)).isEqualTo(2);
		assertThat(this.cache.getAll(List.of("x", "y"), (keys) -> {
			throw new IllegalStateException();
		})).isEmpty();
	}

	@Test
	void costsNothingWhereTheValueIsThere() {
		this.filter.create();
		this.cache.put("anna", "known");
		assertThat(commands(() -> assertThat(this.cache.get("anna", this::load)).isEqualTo("known"))).containsKey("get")
			.doesNotContainKeys("bitfield", "evalsha", "hgetall");
		assertThat(this.loads).hasValue(0);
		assertThat(counts().guarded).isEmpty();
	}

	@Test
	void loadsWhileTheFilterIsNotThereAndWhileItIsBuiltForTheFirstTime() throws InterruptedException {
		assertThat(this.cache.get("anna", this::load)).isEqualTo("v1 of anna");
		assertThat(this.filter.rebuild(() -> {
			assertThat(this.cache.get("ben", this::load)).isEqualTo("v2 of ben");
			return Stream.of("anna");
		}, (done) -> {
		})).isTrue();
		assertThat(counts().of(Membership.UNKNOWN)).isEqualTo(2);
		assertThat(counts().of(Membership.ABSENT)).isZero();
		this.filter.remove();
		assertThat(this.cache.get("carla", this::load)).isEqualTo("v3 of carla");
	}

	@Test
	void loadsWhenTheFilterCannotBeUsed() {
		this.filter.create();
		BloomFilter larger = BloomFilters
			.create(port(), this.caches.keys, new Background(), new LiveSettings<>(Map.of()), BloomFilterObserver.NONE)
			.get("users", BloomFilterSettings.of(2000));
		assertThat(this.cache.guardedBy(larger).get("anna", this::load)).isEqualTo("v1 of anna");
		String key = this.caches.keys.key("bloom-filter", "broken");
		command(key, "SET", key, "x");
		this.caches.tuned(TestCaches.SETTINGS.withBloomFilter("broken"));
		assertThat(this.cache.get("ben", this::load)).isEqualTo("v2 of ben");
		assertThat(this.cache.getAll(List.of("carla"), (keys) -> Map.of("carla", "x"))).hasSize(1);
		assertThat(counts().of(Membership.UNKNOWN)).isEqualTo(3);
		assertThat(counts().redisFailures.sum()).isEqualTo(2);
		this.caches.tuned(TestCaches.SETTINGS.withBloomFilter("none"));
		assertThatIllegalArgumentException().isThrownBy(() -> this.cache.get("dora", this::load))
			.withMessageContaining("none");
	}

	@Test
	void canBeTurnedOffOrGivenAnotherFilterForSingleReads() {
		this.filter.create();
		BloomFilter other = this.caches.filter("others");
		other.create();
		other.add("anna");
		assertThat(this.cache.get("anna", this::load)).isNull();
		assertThat(this.cache.guardedBy(other).get("anna", this::load)).isEqualTo("v1 of anna");
		assertThat(this.cache.guardedBy(other).get("ben", this::load)).isNull();
		assertThat(this.cache.unguarded().get("ben", this::load)).isEqualTo("v2 of ben");
		assertThat(this.cache.unguarded().getAll(List.of("x"), (keys) -> Map.of("x", "y"))).hasSize(1);
		assertThat(this.cache.get("ben", this::load)).isEqualTo("v2 of ben");
	}

	@Test
	void canHaveAFilterInTheCode() {
		this.filter.create();
		BloomFilter other = this.caches.filter("others");
		other.create();
		other.add("anna");
		CacheSpec<String, String> spec = CacheSpec.of("d", String.class, String.class).bloomFilter(other);
		TypedCache<String, String> own = this.caches.client.cache(spec);
		assertThat(own.get("anna", this::load)).isEqualTo("v1 of anna");
		assertThat(own.get("ben", this::load)).isNull();
		assertThat(this.caches.client.cache("d", String.class).get("ben", this::load)).isNull();
		assertThatIllegalArgumentException().isThrownBy(() -> this.caches.client.cache(spec.bloomFilter(this.filter)))
			.withMessageContaining("another Bloom filter");
	}

	private Counts counts() {
		return this.caches.counts;
	}

}
