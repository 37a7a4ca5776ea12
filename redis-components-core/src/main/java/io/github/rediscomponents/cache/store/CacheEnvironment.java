// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.cache.AfterCommit;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.LocalLevelStatus;
import io.github.rediscomponents.cache.QueuedInvalidations;
import io.github.rediscomponents.cache.bus.CacheBus;
import io.github.rediscomponents.cache.bus.Coherences;
import io.github.rediscomponents.cache.bus.TrackedKeys;
import io.github.rediscomponents.cache.entry.Envelope;
import io.github.rediscomponents.cache.entry.Generation;
import io.github.rediscomponents.cache.entry.TagTicks;
import io.github.rediscomponents.cache.local.Epochs;
import io.github.rediscomponents.cache.node.Breakers;
import io.github.rediscomponents.cache.write.Outbox;
import io.github.rediscomponents.cache.write.Transactions;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.OperationIds;
import io.github.rediscomponents.support.port.ServerClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the caches of one client share.
 *
 * @since 1.0.0
 */
public final class CacheEnvironment implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(CacheEnvironment.class);

	final CommandPort redis;

	final KeySpace keys;

	final LiveSettings<CacheRegistrySettings> settings;

	final Background background;

	final ServerClock clock;

	private static final int MOST_COUNTED = 1000;

	private final CacheObserver observer;

	final Function<String, BloomFilter> filters;

	final Breakers breakers;

	final CacheBus bus;

	final Coherences coherences;

	final Epochs epochs = new Epochs();

	final Outbox outbox;

	final Transactions transactions;

	private final OperationIds tokens = new OperationIds();

	private final FailureLog failures = new FailureLog(logger);

	private final Map<String, CacheCounts> counts = new ConcurrentHashMap<>();

	public CacheEnvironment(CommandPort redis, KeySpace keys, LiveSettings<CacheRegistrySettings> settings,
			Background background, ServerClock clock, CacheObserver observer, Function<String, BloomFilter> filters,
			AfterCommit afterCommit) {
		this.redis = redis;
		this.keys = keys;
		this.settings = settings;
		this.background = background;
		this.clock = clock;
		this.observer = Listeners.quiet(CacheObserver.class, CacheObserver.NONE, observer);
		Map<String, BloomFilter> known = new ConcurrentHashMap<>();
		this.filters = (name) -> known.computeIfAbsent(name, filters);
		this.breakers = new Breakers(redis);
		String process = this.tokens.nextText();
		Supplier<Duration> interval = () -> settings.get().probeInterval();
		this.bus = new CacheBus(redis, keys, process, background.timer(), interval);
		this.coherences = Coherences.of(this.bus, new TrackedKeys(redis, keys, this.bus, process, interval));
		this.outbox = new Outbox(background);
		this.coherences.openWhen(this.outbox::isEmpty);
		this.bus.onGap(this.observer::messageMissed);
		this.transactions = new Transactions(afterCommit);
	}

	public Background background() {
		return this.background;
	}

	public ServerClock clock() {
		return this.clock;
	}

	public Function<String, BloomFilter> filters() {
		return this.filters;
	}

	public CacheBus bus() {
		return this.bus;
	}

	public Coherences coherences() {
		return this.coherences;
	}

	public Epochs epochs() {
		return this.epochs;
	}

	public Outbox outbox() {
		return this.outbox;
	}

	public Transactions transactions() {
		return this.transactions;
	}

	public byte[] newToken() {
		return Utf8.bytes(this.tokens.nextText());
	}

	/**
	 * Returns the writes of a cache whose types are not known here.
	 */
	public TransactionalWrites untyped(String name) {
		CacheReport report = report(name);
		CacheStore store = new CacheStore(name, this, new Generation(() -> {
		}), null, report);
		CacheTags tags = new CacheTags(name, this, store, () -> TagMemory.UNPROVEN, new TagTicks(), report);
		Invalidations invalidations = new Invalidations(store, this.outbox.of(name), (generation) -> {
		}, tags, report);
		this.outbox.of(name).replayAtLeastBy(invalidations);
		return new TransactionalWrites(store, invalidations, this.transactions);
	}

	/**
	 * Returns the invalidations that failed and are repeated.
	 */
	public QueuedInvalidations queuedInvalidations() {
		return this.outbox.state();
	}

	/**
	 * Returns whether local levels serve, or what keeps them from it.
	 */
	public LocalLevelState localLevelState() {
		return this.coherences.state();
	}

	/**
	 * Returns the same for each way of invalidation that is used.
	 */
	public List<LocalLevelStatus> localLevels() {
		return this.coherences.statuses();
	}

	/** Repeats once more what failed, and ends the subscription and the tracking. */
	@Override
	public void close() {
		try {
			this.outbox.close();
		}
		finally {
			this.coherences.close();
		}
	}

	/**
	 * Returns what the cache of a name tells.
	 */
	public CacheReport report(String name) {
		return new CacheReport(name, this.observer, this.redis.spans(), this.failures, () -> counts(name));
	}

	/** Null beyond the most: as many as that are no names of caches any more. */
	private @Nullable CacheCounts counts(String name) {
		CacheCounts known = this.counts.get(name);
		if (known != null || (this.counts.size() >= MOST_COUNTED && !this.settings.get().caches().containsKey(name))) {
			return known;
		}
		return this.counts.computeIfAbsent(name, (added) -> new CacheCounts());
	}

	/**
	 * Returns the counts of the caches that are declared or were used.
	 */
	public List<CacheClient.Counts> activity() {
		this.settings.get().caches().keySet().forEach(this::counts);
		return new TreeMap<>(this.counts).entrySet()
			.stream()
			.map((each) -> each.getValue().read(each.getKey()))
			.toList();
	}

	/**
	 * Looks at what Redis has of a key, without reading its value.
	 * @param local whether the local level of this process knows it
	 * @return empty if neither does
	 */
	public Optional<CacheClient.Entry> look(String name, String text, boolean local) {
		String key = this.keys.key("cache", name + ':' + text);
		byte[] entry = this.redis.call((commands) -> commands.get(key));
		if (entry == null || !Envelope.isEntry(entry)) {
			return local ? Optional
				.of(new CacheClient.Entry(true, false, false, false, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO, 0))
					: Optional.empty();
		}
		long generation = Generation
			.parse(this.redis.call((commands) -> commands.get(this.keys.key("cache-generation", name))));
		long remaining = this.redis.call((commands) -> commands.pttl(key));
		long freshFor = Envelope.staleAt(entry) - this.clock.millis();
		return Optional.of(new CacheClient.Entry(local, true, Envelope.isAbsent(entry),
				generation > Envelope.generation(entry), entry.length, Duration.ofMillis(Math.max(0, remaining)),
				Duration.ofMillis(Math.max(0, freshFor)), Duration.ofMillis(Envelope.loadMillis(entry)),
				Envelope.isTagged(entry) ? Envelope.tags(entry).ids().length : 0));
	}

}
