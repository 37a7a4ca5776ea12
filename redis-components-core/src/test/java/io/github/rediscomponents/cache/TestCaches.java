// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.LongAdder;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.filter.Membership;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.port.CommandPort;

import static org.awaitility.Awaitility.await;

/**
 * One process's caches, with settings that can be swapped and events that are counted.
 */
public final class TestCaches implements AutoCloseable {

	/** Patient with a slow machine; nothing polls; TTLs are exact. */
	public static final CacheSettings SETTINGS = CacheSettings.defaults()
		.withCommandTimeout(Duration.ofSeconds(5))
		.withWait(Duration.ofSeconds(30), OnWaitTimeout.FAIL)
		.withJitter(0);

	public static final Background BACKGROUND = new Background();

	public final LiveSettings<CacheRegistrySettings> settings;

	public final KeySpace keys;

	public final Counts counts = new Counts();

	public final CacheClient client;

	private final CommandPort redis;

	private TestCaches(CommandPort redis, KeySpace keys, CacheRegistrySettings settings) {
		this.redis = redis;
		this.keys = keys;
		this.settings = new LiveSettings<>(settings);
		this.client = CacheClient.create(redis, keys, this.settings, BACKGROUND, ValueCodecs.json(), this.counts,
				this::filter);
	}

	/** A filter that is not stored yet; names that begin with "no" are not declared. */
	public BloomFilter filter(String name) {
		Checks.isTrue(!name.startsWith("no"), "bloomFilter is not declared: " + name);
		return BloomFilters
			.create(this.redis, this.keys, BACKGROUND, new LiveSettings<>(Map.of()), BloomFilterObserver.NONE)
			.get(name, BloomFilterSettings.of(1000).withSettle(Duration.ZERO));
	}

	public static TestCaches on(CommandPort redis) {
		return on(redis, "t" + UUID.randomUUID(), SETTINGS);
	}

	public static TestCaches on(CommandPort redis, String prefix, CacheSettings settings) {
		return new TestCaches(redis, new KeySpace(prefix),
				CacheRegistrySettings.defaults().withCommon(settings).withClearVisibleWithin(Duration.ofHours(1)));
	}

	/** The caches of another process of the same application. */
	public TestCaches alsoOn(CommandPort redis) {
		return new TestCaches(redis, this.keys, this.settings.get());
	}

	public TestCaches tuned(CacheSettings changed) {
		this.settings.swap(this.settings.get().withCommon(changed));
		return this;
	}

	public TestCaches probeEvery(Duration interval) {
		this.settings.swap(this.settings.get().withProbeInterval(interval));
		return this;
	}

	/** Waits until local levels serve. */
	public void awaitUp() {
		awaitAllUp(this);
	}

	/** Waits until the local levels of all serve, which get ready side by side. */
	public static void awaitAllUp(TestCaches... processes) {
		for (TestCaches one : processes) {
			one.texts("c").get("is there a local level", (key) -> "yes");
		}
		for (TestCaches one : processes) {
			await().atMost(Duration.ofMinutes(1)).until(() -> one.client.localLevelState() == LocalLevelState.UP);
		}
	}

	/**
	 * Waits until messages arrive. The subscription comes after the first command, and
	 * detaches what is being loaded at that moment: it would not be remembered.
	 */
	public void awaitMessages() {
		TypedCache<String, String> heard = texts("heard");
		await().atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> {
			heard.get("k", (key) -> {
				heard.invalidate(key);
				return "loaded";
			});
			return this.counts.told(CacheObserver.Change.KEY) > 0;
		});
	}

	public TypedCache<String, String> texts(String name) {
		return this.client.cache(name, String.class);
	}

	public String valueKey(String name, String key) {
		return this.keys.key("cache", name + ':' + key);
	}

	public String leaseKey(String name, String key) {
		return this.keys.key("cache-lease", name + ':' + key);
	}

	@Override
	public void close() {
		this.client.close();
	}

	public static final class Counts implements CacheObserver {

		public final Map<Lookup.State, LongAdder> lookups = new ConcurrentHashMap<>();

		public final Map<Lookup.State, LongAdder> localHits = new ConcurrentHashMap<>();

		final Map<LeaseEvent, LongAdder> leases = new ConcurrentHashMap<>(new EnumMap<>(LeaseEvent.class));

		public final Map<Membership, LongAdder> guarded = new ConcurrentHashMap<>();

		final Map<LoadEvent, LongAdder> loading = new ConcurrentHashMap<>();

		final Map<StaleReason, LongAdder> stale = new ConcurrentHashMap<>();

		public final Map<Change, LongAdder> invalidated = new ConcurrentHashMap<>();

		public final Map<Change, LongAdder> told = new ConcurrentHashMap<>();

		/** The first ones. */
		public final Map<Level, Queue<Long>> ages = new ConcurrentHashMap<>();

		final Map<OutboxEvent, LongAdder> outbox = new ConcurrentHashMap<>();

		final LongAdder absent = new LongAdder();

		public final LongAdder gaps = new LongAdder();

		public final LongAdder loads = new LongAdder();

		final LongAdder unreadable = new LongAdder();

		public final LongAdder redisFailures = new LongAdder();

		/** The first ones, as the next two. */
		final Queue<Integer> encoded = new LinkedBlockingQueue<>(1000);

		final Queue<Integer> stored = new LinkedBlockingQueue<>(1000);

		final Queue<Integer> tooLarge = new LinkedBlockingQueue<>(1000);

		@Override
		public void lookup(String cache, Lookup.State state) {
			this.lookups.computeIfAbsent(state, (key) -> new LongAdder()).increment();
		}

		@Override
		public void localHits(String cache, Lookup.State state, long count) {
			this.localHits.computeIfAbsent(state, (key) -> new LongAdder()).add(count);
		}

		@Override
		public void outbox(String cache, OutboxEvent event, int keys) {
			this.outbox.computeIfAbsent(event, (key) -> new LongAdder()).add(keys);
		}

		@Override
		public void absent(String cache) {
			this.absent.increment();
		}

		@Override
		public void age(String cache, Level level, long millis) {
			this.ages.computeIfAbsent(level, (key) -> new LinkedBlockingQueue<>(1000)).offer(millis);
		}

		@Override
		public void invalidated(String cache, Change change, int count) {
			this.invalidated.computeIfAbsent(change, (key) -> new LongAdder()).add(count);
		}

		@Override
		public void told(String cache, Change change) {
			this.told.computeIfAbsent(change, (key) -> new LongAdder()).increment();
		}

		@Override
		public void messageMissed() {
			this.gaps.increment();
		}

		@Override
		public void load(String cache, long nanos, boolean succeeded) {
			this.loads.increment();
		}

		@Override
		public void lease(String cache, LeaseEvent event) {
			this.leases.computeIfAbsent(event, (key) -> new LongAdder()).increment();
		}

		@Override
		public void unreadable(String cache) {
			this.unreadable.increment();
		}

		@Override
		public void encoded(String cache, int bytes, int stored) {
			this.encoded.offer(bytes);
			this.stored.offer(stored);
		}

		@Override
		public void tooLarge(String cache, int bytes) {
			this.tooLarge.offer(bytes);
		}

		@Override
		public void redisFailure(String cache) {
			this.redisFailures.increment();
		}

		@Override
		public void guarded(String cache, Membership answer) {
			this.guarded.computeIfAbsent(answer, (key) -> new LongAdder()).increment();
		}

		@Override
		public void loading(String cache, LoadEvent event) {
			this.loading.computeIfAbsent(event, (key) -> new LongAdder()).increment();
		}

		@Override
		public void servedStale(String cache, StaleReason reason) {
			this.stale.computeIfAbsent(reason, (key) -> new LongAdder()).increment();
		}

		public long of(OutboxEvent event) {
			return sum(this.outbox.get(event));
		}

		public long localHits(Lookup.State state) {
			LongAdder known = this.localHits.get(state);
			return (known != null) ? known.sum() : 0;
		}

		public long of(Membership answer) {
			LongAdder known = this.guarded.get(answer);
			return (known != null) ? known.sum() : 0;
		}

		public List<Long> ages(Level level) {
			Queue<Long> known = this.ages.get(level);
			return (known != null) ? List.copyOf(known) : List.of();
		}

		public long invalidated(Change change) {
			return sum(this.invalidated.get(change));
		}

		public long told(Change change) {
			return sum(this.told.get(change));
		}

		public long of(LeaseEvent event) {
			return sum(this.leases.get(event));
		}

		public long of(LoadEvent event) {
			return sum(this.loading.get(event));
		}

		public long of(StaleReason reason) {
			return sum(this.stale.get(reason));
		}

		public long of(Lookup.State state) {
			return sum(this.lookups.get(state));
		}

		private static long sum(LongAdder known) {
			return (known != null) ? known.sum() : 0;
		}

	}

}
