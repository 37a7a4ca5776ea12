// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.github.rediscomponents.cache.CacheCodec;
import io.github.rediscomponents.cache.CacheObserver.Change;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.bus.Coherences;
import io.github.rediscomponents.cache.bus.Recipient;
import io.github.rediscomponents.cache.entry.EntryForms;
import io.github.rediscomponents.cache.entry.Envelope;
import io.github.rediscomponents.cache.entry.Generation;
import io.github.rediscomponents.cache.entry.TagTicks;
import io.github.rediscomponents.cache.flight.BulkSource;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.flight.ValueSource;
import io.github.rediscomponents.cache.load.BulkAttempt;
import io.github.rediscomponents.cache.load.BulkLoad;
import io.github.rediscomponents.cache.load.BulkRescue;
import io.github.rediscomponents.cache.load.BulkRuns;
import io.github.rediscomponents.cache.load.EarlyRefreshes;
import io.github.rediscomponents.cache.load.FailSafe;
import io.github.rediscomponents.cache.load.LeasedLoad;
import io.github.rediscomponents.cache.load.LoadCall;
import io.github.rediscomponents.cache.load.LoadRuns;
import io.github.rediscomponents.cache.load.Loading;
import io.github.rediscomponents.cache.load.SingleLoad;
import io.github.rediscomponents.cache.load.StageLoad;
import io.github.rediscomponents.cache.load.Stages;
import io.github.rediscomponents.cache.load.ValueType;
import io.github.rediscomponents.cache.load.Waiting;
import io.github.rediscomponents.cache.loader.CacheLoader;
import io.github.rediscomponents.cache.local.LocalLevel;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.store.AsyncStore;
import io.github.rediscomponents.cache.store.AsyncWriter;
import io.github.rediscomponents.cache.store.CacheEnvironment;
import io.github.rediscomponents.cache.store.CacheReport;
import io.github.rediscomponents.cache.store.CacheStore;
import io.github.rediscomponents.cache.store.CacheTags;
import io.github.rediscomponents.cache.store.CacheWrites;
import io.github.rediscomponents.cache.store.EntryReader;
import io.github.rediscomponents.cache.store.EntryWriter;
import io.github.rediscomponents.cache.store.Invalidations;
import io.github.rediscomponents.cache.store.LocalReads;
import io.github.rediscomponents.cache.store.Remembered;
import io.github.rediscomponents.cache.store.TypedWrites;
import io.github.rediscomponents.cache.write.Changes;
import io.github.rediscomponents.cache.write.FailedInvalidations;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.filter.BloomFilter;
import org.jspecify.annotations.Nullable;

/**
 * One named cache, below the types of its keys: here a key is its text.
 *
 * @param <V> the type of the values
 * @since 1.0.0
 */
public final class CacheCore<V> implements Recipient {

	private final String name;

	private final Coherences coherences;

	private final CacheReport report;

	private final Generation generation = new Generation(this::outdateAll);

	private final TagTicks ticks = new TagTicks();

	private final Flights<V> flights;

	private final CacheStore store;

	private final CacheTags tags;

	private final EntryReader<V> reader;

	private final Remembered<V> remembered;

	private final Guard guard;

	private final SingleLoad<V> loads;

	private final BulkLoad<V> bulkLoads;

	private final BackgroundRebuild<V> rebuild;

	private final EntryUse<V> use;

	private final CacheWrites<V> immediate;

	private final TypedWrites<V> writes;

	private final UncommittedReads<V> uncommitted;

	private final LocalReads<V> local;

	private final WithoutRedis<V> withoutRedis;

	private final CacheAccess<V> access;

	private final AsyncAccess<V> async;

	/**
	 * Creates a cache that hears the channel of its environment.
	 * @param name the name
	 * @param type the type of the values
	 * @param codecs gives what turns values into bytes
	 * @param settings its own ones, or null for those of its name
	 * @param filter its own Bloom filter, or null for that of its settings
	 * @param env what it shares with other caches
	 * @param <V> the type of the values
	 * @return the cache
	 */
	public static <V> CacheCore<V> create(String name, Type type, Function<CacheCodec, ValueCodec<V>> codecs,
			@Nullable CacheSettings settings, @Nullable BloomFilter filter, CacheEnvironment env) {
		CacheCore<V> core = new CacheCore<>(name, type, codecs, settings, filter, env);
		env.bus().add(name, core);
		return core;
	}

	private CacheCore(String name, Type type, Function<CacheCodec, ValueCodec<V>> codecs,
			@Nullable CacheSettings settings, @Nullable BloomFilter filter, CacheEnvironment env) {
		this.name = name;
		this.coherences = env.coherences();
		this.report = env.report(this.name);
		this.flights = new Flights<>(this.generation, this.ticks, env::newToken);
		this.store = new CacheStore(this.name, env, this.generation, settings, this.report);
		LocalLevel<V> level = new LocalLevel<>((local) -> this.coherences.watch(name, local), env.epochs());
		this.tags = new CacheTags(this.name, env, this.store, level::provenEra, this.ticks, this.report);
		EntryForms<V> forms = new EntryForms<>(this.name, codecs, () -> this.store.settings().codec());
		Envelope<V> envelope = new Envelope<>(type, forms, () -> this.store.settings().maxValueBytes());
		this.reader = new EntryReader<>(envelope, this.generation, this.store, this.tags, env.clock(), this.report);
		this.remembered = new Remembered<>(this.flights, this.reader, this.store, this.tags);
		this.guard = new Guard(env.filters(), this.store, filter, this.report);
		EntryWriter<V> writer = new EntryWriter<>(this.name, env.bus(), this.store, envelope, this.flights, this.tags,
				this.report);
		Loading<V> loading = new Loading<>(this.name, new ValueType<>(this.name, type), this.report, this::loaded);
		Stages stages = new Stages(env.background().stages());
		FailSafe failSafe = new FailSafe(this.name, this.report);
		Waiting waiting = new Waiting(this.name, env.bus(), this.store, env.background().timer());
		LeasedLoad<V> leased = new LeasedLoad<>(env.background(), this.store, writer, this.remembered, loading,
				this.tags, this.report);
		BulkAttempt<V> attempt = new BulkAttempt<>(this.flights, this.reader, writer, this.remembered, leased,
				this.report);
		LoadRuns<V> runs = new LoadRuns<>(env.background(), this.store, this.flights, loading, waiting, failSafe,
				this.report);
		this.loads = new SingleLoad<>(this.flights, this.reader, writer, leased, runs, loading, waiting, failSafe);
		BulkRescue<V> rescue = new BulkRescue<>(this.store, this.reader, failSafe);
		BulkRuns<V> bulkRuns = new BulkRuns<>(env.background(), this.store, this.flights, runs, waiting, rescue,
				failSafe, this.report);
		this.bulkLoads = new BulkLoad<>(this.flights, attempt, loading, waiting, bulkRuns, rescue, failSafe,
				this.store);
		this.rebuild = new BackgroundRebuild<>(env.background(), this.store, this.flights, this.reader, writer, leased,
				attempt, failSafe, this.report);
		this.local = new LocalReads<>(level, this.store, this.reader, this.generation, this.tags);
		FailedInvalidations failed = env.outbox().of(name);
		Invalidations invalidations = new Invalidations(this.store, failed, this.generation::learn, this.tags,
				this.report);
		failed.replayBy(invalidations);
		this.immediate = new CacheWrites<>(this.store, writer, invalidations, this.generation, this.flights,
				this.remembered, level, this.tags);
		this.writes = new TypedWrites<>(this.store, this.immediate, env.transactions());
		AsyncStore asyncStore = new AsyncStore(this.store, env, this.generation, this.report);
		AsyncWriter<V> asyncWriter = new AsyncWriter<>(writer, this.store, asyncStore, this.flights, this.tags);
		StageLoad<V> stageLoad = new StageLoad<>(stages, leased, asyncWriter, this.tags, asyncStore, loading, waiting,
				failSafe);
		this.uncommitted = new UncommittedReads<>(env.transactions(), this.store, loading, stageLoad, this.report);
		this.withoutRedis = new WithoutRedis<>(this.remembered, this.local, this.report);
		this.use = new EntryUse<>(this.store, this.reader, this.remembered, this.local, this.withoutRedis, this.rebuild,
				new EarlyRefreshes(env.clock()::millis), this.report);
		this.access = new CacheAccess<>(this.store, this.reader, writer, this.generation, this.immediate, this.local,
				this.use, this.uncommitted, this.report);
		AsyncParts<V> parts = new AsyncParts<>(stages, this.flights, this.reader, writer, asyncWriter, asyncStore,
				this.tags, this.remembered, leased, stageLoad, runs, waiting, failSafe, this.report);
		this.rebuild.inStages(new StageRebuild<>(parts));
		AsyncWrites<V> asyncWrites = new AsyncWrites<>(stages, asyncStore, this.immediate, invalidations,
				this.generation, this.tags);
		this.async = new AsyncAccess<>(this.store, parts, asyncWrites, this.writes, this.use, this.local, this.guard,
				loading, this.uncommitted);
	}

	public String name() {
		return this.name;
	}

	public Duration stalenessBound() {
		return this.coherences.stalenessBound(this.store.settings().local());
	}

	public TypedWrites<V> writes() {
		return this.writes;
	}

	public CacheAccess<V> access() {
		return this.access;
	}

	/**
	 * Returns whether the local level knows a key.
	 */
	public boolean isLocal(String text) {
		return this.local.knows(text);
	}

	public AsyncAccess<V> async() {
		return this.async;
	}

	public <K> @Nullable V get(K key, String text, CacheLoader<? super K, ? extends V> loader, Guarding guarding) {
		Changes changes = this.uncommitted.hiding(text);
		if (changes != null) {
			return this.uncommitted.get(changes, text, (context) -> loader.load(key), null);
		}
		Found<V> near = this.local.find(text);
		// Without a lambda for a hit.
		return (near != null) ? near.value() : read(text, (context) -> loader.load(key), null, guarding);
	}

	public @Nullable V get(String text, ValueSource<V> source, @Nullable EntryOptions options, Guarding guarding) {
		Changes changes = this.uncommitted.hiding(text);
		if (changes != null) {
			return this.uncommitted.get(changes, text, source, options);
		}
		Found<V> near = this.local.find(text);
		return (near != null) ? near.value() : read(text, source, options, guarding);
	}

	private @Nullable V read(String text, ValueSource<V> source, @Nullable EntryOptions options, Guarding guarding) {
		long stamp = this.local.stamp(text);
		Reply<byte[]> read = this.store.read(text, true);
		Found<V> usable = this.use.usable(text, read, null, stamp, source, options);
		if (usable != null) {
			return usable.value();
		}
		boolean reached = read.failure() == null;
		if (reached && this.guard.isAbsent(text, guarding)) {
			this.report.absent();
			return null;
		}
		return load(this.use.missed(text, read, null, source, options), read.value(), reached);
	}

	/**
	 * Gets a value that is missing. Whether an older one is returned is known at the end
	 * only.
	 */
	private @Nullable V load(LoadCall<V> call, byte @Nullable [] found, boolean reached) {
		if (call.held() == null) {
			this.report.lookup(Lookup.State.MISS);
			return (reached ? this.loads.load(call, found) : this.loads.loadWithoutRedis(call)).value();
		}
		Found<V> result = null;
		try {
			result = this.loads.load(call, found);
			return result.value();
		}
		finally {
			this.use.ended(found, result);
		}
	}

	public Lookup<V> peek(String text) {
		Changes changes = this.uncommitted.hiding(text);
		if (changes != null) {
			return this.uncommitted.look(changes, text);
		}
		return this.use.seen(text, this.store.read(text, false), null);
	}

	public Map<String, Found<V>> getAll(List<String> texts, BulkSource<V> source, Guarding guarding) {
		List<String> hidden = this.uncommitted.hidden(texts);
		if (hidden.isEmpty()) {
			return getVisible(texts, source, guarding);
		}
		Set<String> own = Set.copyOf(hidden);
		List<String> visible = texts.stream().filter((text) -> !own.contains(text)).toList();
		Map<String, Found<V>> found = getVisible(visible, source, guarding);
		this.uncommitted.getAll(hidden, source, found);
		return found;
	}

	private Map<String, Found<V>> getVisible(List<String> texts, BulkSource<V> source, Guarding guarding) {
		BulkRead<V> read = new BulkRead<>(this.reader, this.remembered, this.local, this.withoutRedis,
				(entry) -> this.use.isDue(entry, this.store.settings()));
		List<String> rest = read.withoutLocal(texts);
		if (rest.isEmpty()) {
			return read.found;
		}
		read.sort(rest, this.store.readAll(rest, true), this.report);
		if (!read.stale.isEmpty()) {
			this.rebuild.startAll(read.stale, source);
		}
		if (!read.missing.isEmpty()) {
			for (String absent : this.guard.absent(List.copyOf(read.missing.keySet()), guarding)) {
				read.missing.remove(absent);
				read.found.put(absent, new Found<>(null));
				this.report.absent();
			}
			read.missing.keySet().forEach((missing) -> this.report.lookup(Lookup.State.MISS));
		}
		this.bulkLoads.run(read.missing, read.unreached, source, read.found);
		return read.found;
	}

	@Override
	public void loaded(String text) {
		this.flights.wake(text);
	}

	@Override
	public void voided(String text) {
		this.immediate.detach(text);
		this.report.told(Change.KEY);
	}

	@Override
	public void changed(String text) {
		this.local.outdate(text);
	}

	@Override
	public void generationChanged() {
		this.generation.doubt();
		this.local.outdateAll();
		this.store.checkGenerationLater();
	}

	@Override
	public void tagsChanged() {
		this.tags.doubt();
	}

	@Override
	public void cleared(long announced) {
		this.generation.told(announced);
		this.report.told(Change.CLEAR);
	}

	@Override
	public void untagged(long[] ids, long number) {
		this.tags.told(ids, number);
	}

	@Override
	public void resubscribed() {
		this.generation.doubt();
		this.flights.detachAll();
	}

	@Override
	public void tick() {
		this.local.tick(this.report);
	}

	private void loaded(Collection<String> texts) {
		this.writes.loaded(texts);
	}

	private void outdateAll() {
		this.flights.detachAll();
		this.remembered.clear();
	}

}
