// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;

import io.github.rediscomponents.cache.CacheObserver.LeaseEvent;
import io.github.rediscomponents.filter.Membership;
import io.github.rediscomponents.support.TaggedMeters;

/**
 * {@link CacheObserver} on Micrometer: {@code redis.components.cache.gets} by
 * {@code result} and {@code level}, {@code redis.components.cache.age} (timer) by
 * {@code level}, {@code redis.components.cache.invalidations} by {@code direction} and
 * {@code change}, {@code redis.components.cache.local.gaps},
 * {@code redis.components.cache.load} (timer) by {@code outcome},
 * {@code redis.components.cache.leases} by {@code event},
 * {@code redis.components.cache.value.bytes} (summary) by {@code form},
 * {@code redis.components.cache.too.large}, {@code redis.components.cache.unreadable},
 * {@code redis.components.cache.redis.failures}, {@code redis.components.cache.bloom} by
 * {@code answer}, {@code redis.components.cache.loading} by {@code event} and
 * {@code redis.components.cache.stale} by {@code reason},
 * {@code redis.components.cache.outbox} by {@code event}, each but the gaps by
 * {@code cache}. Never has a key as a tag. Needs {@code micrometer-core} on the class
 * path.
 *
 * @since 1.0.0
 */
public final class MicrometerCacheObserver implements CacheObserver {

	private static final String PREFIX = "redis.components.cache.";

	private final MeterRegistry registry;

	private final Counter gaps;

	private final Function<String, Meters> create;

	private final Map<String, Meters> meters = new ConcurrentHashMap<>();

	/**
	 * Creates the adapter; meters are registered when a cache is first used.
	 * @param registry the meter registry
	 */
	public MicrometerCacheObserver(MeterRegistry registry) {
		this.registry = registry;
		this.gaps = registry.counter(PREFIX + "local.gaps");
		this.create = (cache) -> new Meters(registry, cache);
	}

	@Override
	public void lookup(String cache, Lookup.State state) {
		of(cache).gets[state.ordinal()].increment();
	}

	@Override
	public void localHits(String cache, Lookup.State state, long count) {
		of(cache).localHits[state.ordinal()].increment(count);
	}

	@Override
	public void absent(String cache) {
		of(cache).absent.increment();
	}

	@Override
	public void age(String cache, Level level, long millis) {
		of(cache).ages[level.ordinal()].record(millis, TimeUnit.MILLISECONDS);
	}

	@Override
	public void invalidated(String cache, Change change, int count) {
		of(cache).sent[change.ordinal()].increment(count);
	}

	@Override
	public void told(String cache, Change change) {
		of(cache).received[change.ordinal()].increment();
	}

	@Override
	public void messageMissed() {
		this.gaps.increment();
	}

	@Override
	public void load(String cache, long nanos, boolean succeeded) {
		Meters known = of(cache);
		(succeeded ? known.loaded : known.failed).record(nanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void lease(String cache, LeaseEvent event) {
		of(cache).leases[event.ordinal()].increment();
	}

	@Override
	public void unreadable(String cache) {
		of(cache).unreadable.increment();
	}

	@Override
	public void encoded(String cache, int bytes, int stored) {
		Meters known = of(cache);
		known.encoded.record(bytes);
		known.stored.record(stored);
	}

	@Override
	public void tooLarge(String cache, int bytes) {
		of(cache).tooLarge.increment();
	}

	@Override
	public void redisFailure(String cache) {
		of(cache).redisFailures.increment();
	}

	@Override
	public void guarded(String cache, Membership answer) {
		this.registry.counter(PREFIX + "bloom", "cache", cache, "answer", answer.name().toLowerCase(Locale.ROOT))
			.increment();
	}

	@Override
	public void loading(String cache, LoadEvent event) {
		of(cache).loading[event.ordinal()].increment();
	}

	@Override
	public void servedStale(String cache, StaleReason reason) {
		of(cache).stale[reason.ordinal()].increment();
	}

	@Override
	public void outbox(String cache, OutboxEvent event, int keys) {
		of(cache).outbox[event.ordinal()].increment(keys);
	}

	private Meters of(String cache) {
		Meters known = this.meters.get(cache);
		return (known != null) ? known : this.meters.computeIfAbsent(cache, this.create);
	}

	private static final class Meters {

		private final MeterRegistry registry;

		private final String cache;

		private final Counter[] gets;

		private final Counter[] localHits;

		private final Counter absent;

		private final Timer[] ages;

		private final Counter[] sent;

		private final Counter[] received;

		private final Counter[] leases;

		private final Counter[] loading;

		private final Counter[] stale;

		private final Counter[] outbox;

		private final Timer loaded;

		private final Timer failed;

		private final Counter unreadable;

		private final Counter redisFailures;

		private final Counter tooLarge;

		private final DistributionSummary encoded;

		private final DistributionSummary stored;

		Meters(MeterRegistry registry, String cache) {
			this.registry = registry;
			this.cache = cache;
			this.gets = counters("gets", "result", Lookup.State.values(), "level", "redis");
			this.localHits = counters("gets", "result", Lookup.State.values(), "level", "local");
			this.absent = registry.counter(PREFIX + "gets", "cache", cache, "result", "absent", "level", "bloom");
			this.ages = Arrays.stream(Level.values())
				.map((level) -> registry.timer(PREFIX + "age", "cache", cache, "level",
						level.name().toLowerCase(Locale.ROOT)))
				.toArray(Timer[]::new);
			this.sent = counters("invalidations", "change", Change.values(), "direction", "sent");
			this.received = counters("invalidations", "change", Change.values(), "direction", "received");
			this.leases = counters("leases", "event", LeaseEvent.values());
			this.loading = counters("loading", "event", LoadEvent.values());
			this.stale = counters("stale", "reason", StaleReason.values());
			this.outbox = counters("outbox", "event", OutboxEvent.values());
			this.loaded = registry.timer(PREFIX + "load", "cache", cache, "outcome", "success");
			this.failed = registry.timer(PREFIX + "load", "cache", cache, "outcome", "failure");
			this.unreadable = registry.counter(PREFIX + "unreadable", "cache", cache);
			this.redisFailures = registry.counter(PREFIX + "redis.failures", "cache", cache);
			this.tooLarge = registry.counter(PREFIX + "too.large", "cache", cache);
			this.encoded = bytes("encoded");
			this.stored = bytes("stored");
		}

		private DistributionSummary bytes(String form) {
			return DistributionSummary.builder(PREFIX + "value.bytes")
				.baseUnit(BaseUnits.BYTES)
				.tags("cache", this.cache, "form", form)
				.register(this.registry);
		}

		private Counter[] counters(String name, String tag, Enum<?>[] values, String... tags) {
			Counter[] counters = new Counter[values.length];
			for (Enum<?> value : values) {
				counters[value.ordinal()] = TaggedMeters.counter(this.registry, PREFIX + name,
						Tags.of("cache", this.cache, tag, value.name().toLowerCase(Locale.ROOT)).and(tags));
			}
			return counters;
		}

	}

}
