// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheObserver.LeaseEvent;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What is not stored for a while after an invalidation.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class CacheFenceTests extends CacheFixture {

	private static final Duration LONG = Duration.ofMinutes(5);

	CacheFenceTests(RedisTopology topology) {
		super(topology);
	}

	@BeforeEach
	void fence() {
		fence(LONG);
	}

	private void fence(Duration fence) {
		this.caches.tuned(TestCaches.SETTINGS.withWriting(WritingSettings.defaults().withFence(fence)));
	}

	private String lease(String command, String... args) {
		String key = this.caches.leaseKey("c", "k");
		String[] all = new String[args.length + 2];
		all[0] = command;
		all[1] = key;
		System.arraycopy(args, 0, all, 2, args.length);
		return command(key, all);
	}

	@Test
	void nothingThatIsLoadedAfterAnInvalidationIsStored() {
		this.cache.put("k", "v0");
		this.cache.invalidate("k");
		for (int i = 1; i <= 3; i++) {
			assertThat(this.cache.get("k", this::load)).isEqualTo("v" + i + " of k");
			assertThat(this.cache.peek("k").isHit()).isFalse();
		}
		try (TestCaches other = this.caches.alsoOn(port())) {
			assertThat(other.texts("c").get("k", this::load)).isEqualTo("v4 of k");
		}
		assertThat(this.caches.counts.of(LeaseEvent.FENCED)).isEqualTo(3);
		assertThat(this.caches.counts.of(LeaseEvent.ACQUIRED)).isZero();
		assertThat(Long.parseLong(lease("PTTL"))).isBetween(LONG.toMillis() - 60_000, LONG.toMillis());
		assertThat(this.cache.get("l", this::load)).isEqualTo(this.cache.get("l", this::load));
	}

	@Test
	void aBulkLoadStoresTheOthers() {
		this.cache.invalidateAll(List.of("a", "b"));
		Map<String, String> all = this.cache.getAll(List.of("a", "b", "c"), (keys) -> {
			assertThat(keys).isEqualTo(Set.of("a", "b", "c"));
			return orderedMap("a", "A", "b", "B", "c", "C");
		});
		assertThat(all).containsExactly(Map.entry("a", "A"), Map.entry("b", "B"), Map.entry("c", "C"));
		assertThat(this.cache.peek("a").isHit()).isFalse();
		assertThat(this.cache.peek("b").isHit()).isFalse();
		assertThat(this.cache.peek("c").value()).isEqualTo("C");
	}

	@Test
	void isOverAfterItsTimeOrWithAPutOrWhenItWasEvicted() {
		fence(Duration.ofMillis(300));
		this.cache.invalidate("k");
		await().until(() -> {
			this.cache.get("k", this::load);
			return this.cache.peek("k").isHit();
		});
		fence(LONG);
		this.cache.invalidate("k");
		this.cache.put("k", "put");
		assertThat(this.cache.get("k", this::load)).isEqualTo("put");
		this.cache.invalidate("k");
		lease("DEL");
		String stored = this.cache.get("k", this::load);
		assertThat(this.cache.peek("k").value()).isEqualTo(stored);
	}

	@Test
	void aLongerOneStays() {
		this.cache.invalidate("k");
		String until = lease("HGET", "f");
		fence(Duration.ZERO);
		this.cache.invalidate("k");
		fence(Duration.ofSeconds(1));
		this.cache.invalidate("k");
		assertThat(lease("HGET", "f")).isEqualTo(until);
		assertThat(Long.parseLong(lease("PTTL"))).isGreaterThan(LONG.toMillis() - 60_000);
		fence(Duration.ofMinutes(10));
		this.cache.invalidate("k");
		assertThat(Long.parseLong(lease("HGET", "f"))).isGreaterThan(Long.parseLong(until));
	}

	@Test
	void leavesNothingBehindWithoutIt() {
		fence(Duration.ZERO);
		this.cache.invalidate("k");
		assertThat(lease("EXISTS")).isEqualTo("0");
	}

	@Test
	void outlastsTheLeaseOfAProcessThatDoesNotKnowIt() {
		this.cache.invalidate("k");
		// As the scripts of a release without fences do.
		lease("HSET", "t", "old");
		lease("PEXPIRE", "60000");
		this.cache.get("k", this::load);
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(this.caches.counts.of(LeaseEvent.FENCED)).isEqualTo(1);
	}

	@Test
	void whatIsNoTimeIsNone() {
		for (String broken : List.of("", "x", "nan", "-inf", "inf", "0x7fffffffffffffff", "1e308")) {
			this.cache.invalidate("k");
			lease("DEL");
			lease("HSET", "f", broken);
			// Without an expiry, which a fence always has.
			fence(Duration.ZERO);
			String stored = this.cache.get("k", this::load);
			assertThat(this.cache.peek("k").value()).as(broken).isEqualTo(stored);
			lease("HSET", "f", broken);
			this.cache.invalidate("k");
			assertThat(lease("EXISTS")).as(broken).isEqualTo("0");
			fence(LONG);
		}
		lease("DEL");
		lease("SET", "foreign");
		this.cache.invalidate("k");
		assertThat(lease("TYPE")).isEqualTo("hash");
	}

	@Test
	void aRefreshInTheBackgroundEndsWithoutALoad() {
		this.cache.invalidate("k");
		CacheSettings windowed = this.caches.settings.get()
			.common()
			.withTtl(Duration.ofMillis(1))
			.withStaleWindow(Duration.ofMinutes(1));
		String until = lease("HGET", "f");
		this.caches.tuned(windowed);
		this.cache.put("k", "put");
		lease("HSET", "f", until);
		lease("PEXPIRE", "60000");
		await().until(() -> this.cache.peek("k").state() == Lookup.State.STALE);
		await().until(() -> {
			assertThat(this.cache.get("k", this::load)).isEqualTo("put");
			return this.caches.counts.of(LeaseEvent.FENCED) > 0;
		});
		assertThat(this.loads).hasValue(0);
	}

}
