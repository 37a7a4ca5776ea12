// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.CacheCodec;
import io.github.rediscomponents.cache.CacheLoader;
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
import io.github.rediscomponents.cache.load.EarlyRefreshes;
import io.github.rediscomponents.cache.load.ValueType;
import io.github.rediscomponents.cache.local.LocalLevel;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.write.Changes;
import io.github.rediscomponents.cache.write.FailedInvalidations;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.filter.BloomFilter;

/**
 * One named cache, below the types of its keys: here a key is its text.
 *
 * @param <V> the type of the values
 * @since 0.1.0
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

	private final EarlyRefreshes early;

	private final CacheWrites<V> immediate;

	private final TypedWrites<V> writes;

	private final UncommittedReads<V> uncommitted;

	private final LocalReads<V> local;

	private final WithoutRedis<V> withoutRedis;

	private final CacheAccess<V> access;

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
		env.bus.add(name, core);
		return core;
	}

	private CacheCore(String name, Type type, Function<CacheCodec, ValueCodec<V>> codecs,
			@Nullable CacheSettings settings, @Nullable BloomFilter filter, CacheEnvironment env) {
		this.name = name;
		this.coherences = env.coherences;
		this.report = env.report(this.name);
		this.flights = new Flights<>(this.generation, this.ticks, env::newToken);
		this.store = new CacheStore(this.name, env, this.generation, settings, this.report);
		LocalLevel<V> level = new LocalLevel<>((local) -> this.coherences.watch(name, local), env.epochs);
		this.tags = new CacheTags(this.name, env, this.store, level::provenEra, this.ticks, this.report);
		EntryForms<V> forms = new EntryForms<>(this.name, codecs, () -> this.store.settings().codec());
		Envelope<V> envelope = new Envelope<>(type, forms, () -> this.store.settings().maxValueBytes());
		this.reader = new EntryReader<>(envelope, this.generation, this.store, this.tags, env.clock, this.report);
		this.remembered = new Remembered<>(this.flights, this.reader, this.store, this.tags);
		this.guard = new Guard(env.filters, this.store, filter, this.report);
		EntryWriter<V> writer = new EntryWriter<>(this.name, env.bus, this.store, envelope, this.flights, this.tags,
				this.report);
		Loading<V> loading = new Loading<>(this.name, new ValueType<>(this.name, type), this.report, this::loaded);
		FailSafe failSafe = new FailSafe(this.name, this.report);
		Waiting waiting = new Waiting(this.name, env.bus, this.store);
		LeasedLoad<V> leased = new LeasedLoad<>(env.background, this.store, writer, this.remembered, loading, this.tags,
				this.report);
		BulkAttempt<V> attempt = new BulkAttempt<>(this.flights, this.reader, writer, this.remembered, leased,
				this.report);
		LoadRuns<V> runs = new LoadRuns<>(env.background, this.store, this.flights, loading, waiting, failSafe,
				this.report);
		this.loads = new SingleLoad<>(this.flights, this.reader, writer, leased, runs, loading, waiting, failSafe,
				this.report);
		BulkRescue<V> rescue = new BulkRescue<>(this.store, this.reader, failSafe);
		BulkRuns<V> bulkRuns = new BulkRuns<>(env.background, this.store, this.flights, runs, waiting, rescue, failSafe,
				this.report);
		this.bulkLoads = new BulkLoad<>(this.flights, attempt, loading, waiting, bulkRuns, rescue, failSafe,
				this.store);
		this.rebuild = new BackgroundRebuild<>(env.background, this.store, this.flights, this.reader, writer, leased,
				attempt, failSafe, this.report);
		this.early = new EarlyRefreshes(env.clock::millis);
		this.local = new LocalReads<>(level, this.store, this.reader, this.generation, this.tags);
		FailedInvalidations failed = env.outbox.of(name);
		Invalidations invalidations = new Invalidations(this.store, failed, this.generation::learn, this.tags,
				this.report);
		failed.replayBy(invalidations);
		this.immediate = new CacheWrites<>(this.store, writer, invalidations, this.generation, this.flights,
				this.remembered, level, this.tags);
		this.writes = new TypedWrites<>(this.store, this.immediate, env.transactions);
		this.uncommitted = new UncommittedReads<>(env.transactions, this.store, loading, this.report);
		this.withoutRedis = new WithoutRedis<>(this.remembered, this.local, this.report);
		this.access = new CacheAccess<>(this.store, this.reader, writer, this.remembered, this.generation,
				this.immediate, this.local, this.withoutRedis, this.uncommitted, this.report);
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
		byte[] found = read.value();
		boolean reached = read.failure() == null;
		Found<V> known = null;
		if (read.failure() != null) {
			this.report.goesOnWithout(read.failure());
			known = this.withoutRedis.find(text, read.failure());
		}
		else {
			this.withoutRedis.answered(text, stamp);
		}
		if (found != null) {
			Lookup.State state = this.reader.inspect(found);
			if (state == Lookup.State.NULL) {
				this.report.lookup(state);
				this.reader.reportAge(found);
				this.local.keep(text, found, new Found<>(null), stamp);
				return null;
			}
			if (state != Lookup.State.MISS) {
				V value = this.reader.value(found);
				if (value != null) {
					this.report.lookup(state);
					this.reader.reportAge(found);
					if (state == Lookup.State.FRESH) {
						this.local.keep(text, found, new Found<>(value), stamp);
					}
					refresh(state, found, text, source, options, value);
					return value;
				}
			}
			known = this.remembered.beside(text, found);
		}
		if (known != null) {
			if (!known.stale()) {
				this.report.lookup((known.value() != null) ? Lookup.State.FRESH : Lookup.State.NULL);
			}
			return known.value();
		}
		if (reached && this.guard.isAbsent(text, guarding)) {
			this.report.absent();
			return null;
		}
		CacheSettings settings = settings(options);
		V held = this.reader.held(found, settings.loading().failSafe());
		return load(new LoadCall<>(text, source, settings, options, held, found), found, reached);
	}

	/**
	 * Gets a value that is missing. Whether an older one is returned is known at the end
	 * only.
	 */
	private @Nullable V load(LoadCall<V> call, byte @Nullable [] found, boolean reached) {
		Lookup.State state = Lookup.State.MISS;
		if (call.held() == null) {
			this.report.lookup(state);
			return (reached ? this.loads.load(call, found) : this.loads.loadWithoutRedis(call)).value();
		}
		try {
			Found<V> result = this.loads.load(call, found);
			if (result.stale()) {
				state = Lookup.State.STALE;
				if (found != null) {
					this.reader.reportAge(found);
				}
			}
			return result.value();
		}
		finally {
			this.report.lookup(state);
		}
	}

	private void refresh(Lookup.State state, byte[] entry, String text, ValueSource<V> source,
			@Nullable EntryOptions options, V value) {
		boolean stale = state == Lookup.State.STALE;
		CacheSettings settings = settings(options);
		if (stale || this.early.isDue(entry, settings)) {
			this.rebuild.start(entry, new LoadCall<>(text, source, settings, options, value, entry), !stale);
		}
	}

	private CacheSettings settings(@Nullable EntryOptions options) {
		CacheSettings settings = this.store.settings();
		return (options != null) ? options.over(settings) : settings;
	}

	public Lookup<V> peek(String text) {
		Changes changes = this.uncommitted.hiding(text);
		if (changes != null) {
			return this.uncommitted.look(changes, text);
		}
		Reply<byte[]> read = this.store.read(text, false);
		if (read.failure() != null) {
			Found<V> last = this.withoutRedis.last(text, read.failure());
			if (last == null) {
				throw read.failure();
			}
			return new Lookup<>((last.value() != null) ? Lookup.State.STALE : Lookup.State.NULL, last.value());
		}
		byte[] found = read.value();
		Lookup.State state = (found != null) ? this.reader.inspect(found) : Lookup.State.MISS;
		V value = (found != null && (state == Lookup.State.FRESH || state == Lookup.State.STALE))
				? this.reader.value(found) : null;
		if (value == null && state != Lookup.State.NULL) {
			state = Lookup.State.MISS;
		}
		this.report.lookup(state);
		if (found != null && state != Lookup.State.MISS) {
			this.reader.reportAge(found);
		}
		return new Lookup<>(state, value);
	}

	public Map<String, Found<V>> getAll(List<String> texts, BulkSource<V> source, Guarding guarding) {
		List<String> hidden = this.uncommitted.hidden(texts);
		if (hidden.isEmpty()) {
			return getVisible(texts, source, guarding);
		}
		List<String> visible = texts.stream().filter((text) -> !hidden.contains(text)).toList();
		Map<String, Found<V>> found = getVisible(visible, source, guarding);
		this.uncommitted.getAll(hidden, source, found);
		return found;
	}

	private Map<String, Found<V>> getVisible(List<String> texts, BulkSource<V> source, Guarding guarding) {
		BulkRead<V> read = new BulkRead<>(this.reader, this.remembered, this.local, this.withoutRedis,
				(entry) -> this.early.isDue(entry, this.store.settings()));
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
