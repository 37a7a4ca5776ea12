// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheObserver.Change;
import io.github.rediscomponents.cache.CacheObserver.LeaseEvent;
import io.github.rediscomponents.cache.CacheObserver.Level;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.CacheObserver.OutboxEvent;
import io.github.rediscomponents.cache.CacheObserver.StaleReason;
import io.github.rediscomponents.filter.Membership;

import static org.assertj.core.api.Assertions.assertThat;

class MicrometerCacheObserverTests {

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final CacheObserver metrics = new MicrometerCacheObserver(this.registry);

	@Test
	void countsWhatItHearsByCacheAndKind() {
		this.metrics.lookup("shop", Lookup.State.FRESH);
		this.metrics.lookup("shop", Lookup.State.FRESH);
		this.metrics.lookup("shop", Lookup.State.MISS);
		this.metrics.lookup("user", Lookup.State.FRESH);
		this.metrics.localHits("shop", Lookup.State.FRESH, 7);
		this.metrics.localHits("shop", Lookup.State.NULL, 1);
		this.metrics.lease("shop", LeaseEvent.REFUSED);
		this.metrics.load("shop", TimeUnit.MILLISECONDS.toNanos(3), true);
		this.metrics.load("shop", TimeUnit.MILLISECONDS.toNanos(5), false);
		this.metrics.unreadable("shop");
		this.metrics.redisFailure("shop");
		this.metrics.guarded("shop", Membership.ABSENT);
		this.metrics.encoded("shop", 1000, 300);
		this.metrics.encoded("shop", 200, 200);
		this.metrics.tooLarge("shop", 20_000_000);
		this.metrics.loading("shop", LoadEvent.TIMED_OUT);
		this.metrics.servedStale("shop", StaleReason.COOLING_DOWN);
		this.metrics.outbox("shop", OutboxEvent.QUEUED, 512);
		this.metrics.outbox("shop", OutboxEvent.QUEUED, 1);
		this.metrics.outbox("shop", OutboxEvent.QUEUED_CLEAR, 1);
		this.metrics.outbox("shop", OutboxEvent.REPLAYED, 7);
		assertThat(count("outbox", "event", "queued")).isEqualTo(513);
		assertThat(count("outbox", "event", "queued_clear")).isEqualTo(1);
		assertThat(count("outbox", "event", "replayed")).isEqualTo(7);
		this.metrics.absent("shop");
		this.metrics.absent("shop");
		this.metrics.age("shop", Level.REDIS, 1500);
		this.metrics.age("shop", Level.LOCAL, 300);
		this.metrics.age("shop", Level.LOCAL, 200);
		this.metrics.invalidated("shop", Change.KEY, 3);
		this.metrics.invalidated("shop", Change.CLEAR, 1);
		this.metrics.told("shop", Change.TAGS);
		this.metrics.lease("shop", LeaseEvent.LOST);
		this.metrics.lease("shop", LeaseEvent.EXTENDED);
		this.metrics.messageMissed();
		assertThat(gets("bloom", "absent")).isEqualTo(2);
		assertThat(age("redis")).isEqualTo(1500);
		assertThat(age("local")).isEqualTo(500);
		assertThat(invalidations("sent", "key")).isEqualTo(3);
		assertThat(invalidations("sent", "clear")).isEqualTo(1);
		assertThat(invalidations("sent", "tags")).isZero();
		assertThat(invalidations("received", "tags")).isEqualTo(1);
		assertThat(count("leases", "event", "lost")).isEqualTo(1);
		assertThat(count("leases", "event", "extended")).isEqualTo(1);
		assertThat(this.registry.get("redis.components.cache.local.gaps").counter().count()).isEqualTo(1);
		assertThat(count("loading", "event", "timed_out")).isEqualTo(1);
		assertThat(count("stale", "reason", "cooling_down")).isEqualTo(1);
		assertThat(gets("redis", "fresh")).isEqualTo(2);
		assertThat(gets("redis", "miss")).isEqualTo(1);
		assertThat(gets("local", "fresh")).isEqualTo(7);
		assertThat(gets("local", "null")).isEqualTo(1);
		assertThat(count("leases", "event", "refused")).isEqualTo(1);
		assertThat(count("unreadable", "cache", "shop")).isEqualTo(1);
		assertThat(count("redis.failures", "cache", "shop")).isEqualTo(1);
		assertThat(count("bloom", "answer", "absent")).isEqualTo(1);
		assertThat(this.registry.get("redis.components.cache.load")
			.tags("cache", "shop", "outcome", "failure")
			.timer()
			.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(5);
		assertThat(count("too.large", "cache", "shop")).isEqualTo(1);
		assertThat(bytes("encoded")).isEqualTo(1200);
		assertThat(bytes("stored")).isEqualTo(500);
	}

	private double age(String level) {
		return this.registry.get("redis.components.cache.age")
			.tags("cache", "shop", "level", level)
			.timer()
			.totalTime(TimeUnit.MILLISECONDS);
	}

	private double invalidations(String direction, String change) {
		return this.registry.get("redis.components.cache.invalidations")
			.tags("cache", "shop", "direction", direction, "change", change)
			.counter()
			.count();
	}

	private double bytes(String form) {
		return this.registry.get("redis.components.cache.value.bytes")
			.tags("cache", "shop", "form", form)
			.summary()
			.totalAmount();
	}

	private double gets(String level, String result) {
		return this.registry.get("redis.components.cache.gets")
			.tags("cache", "shop", "level", level, "result", result)
			.counter()
			.count();
	}

	private double count(String name, String tag, String value) {
		return this.registry.get("redis.components.cache." + name).tags("cache", "shop", tag, value).counter().count();
	}

}
