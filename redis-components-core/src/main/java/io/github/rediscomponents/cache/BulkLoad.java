package io.github.rediscomponents.cache;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;

/**
 * One call of {@link TypedCache#getAll}.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
final class BulkLoad<K, V> {

	private final CacheCore<V> core;

	private final CacheEnvironment env;

	private final Map<K, String> texts;

	private final BulkLoader<K, V> loader;

	private final Map<String, K> keys = new LinkedHashMap<>();

	private final Map<String, Outcome<V>> outcomes = new LinkedHashMap<>();

	private final Map<String, byte @Nullable []> missing = new LinkedHashMap<>();

	private final Map<String, byte @Nullable []> stale = new LinkedHashMap<>();

	private final Guarding guarding;

	BulkLoad(CacheCore<V> core, Map<K, String> texts, BulkLoader<K, V> loader, Guarding guarding) {
		this.core = core;
		this.env = core.env();
		this.texts = texts;
		this.loader = loader;
		this.guarding = guarding;
		texts.forEach((key, text) -> this.keys.putIfAbsent(text, key));
	}

	Map<K, V> run() {
		boolean reached = readHits();
		if (!this.stale.isEmpty()) {
			this.core.rebuild().startAll(this.stale, this::loadAll);
		}
		if (reached && !this.missing.isEmpty()) {
			for (String absent : this.core.guard().absent(List.copyOf(this.missing.keySet()), this.guarding)) {
				this.missing.remove(absent);
				this.outcomes.put(absent, new Outcome<>(null));
			}
		}
		if (!this.missing.isEmpty()) {
			List<Flight<V>> mine = this.core.enterAll(this.missing.keySet());
			this.outcomes.putAll(this.core.leasedLoad().run(mine, this.missing, reached, this::loadAll));
			for (String text : this.missing.keySet()) {
				if (!this.outcomes.containsKey(text)) {
					this.outcomes.put(text, new Outcome<>(waitOrLoad(text, reached)));
				}
			}
		}
		Map<K, V> result = new LinkedHashMap<>();
		this.texts.forEach((key, text) -> {
			Outcome<V> outcome = this.outcomes.get(text);
			V value = (outcome != null) ? outcome.value() : null;
			if (value != null) {
				result.put(key, value);
			}
		});
		return result;
	}

	private @Nullable V waitOrLoad(String text, boolean reached) {
		return reached ? this.core.loads().load(text, this.missing.get(text), () -> loadOne(text))
				: this.core.loads().loadWithoutRedis(text, () -> loadOne(text));
	}

	/**
	 * Sorts what is there into hits, stale ones and misses.
	 * @return whether Redis answered
	 */
	private boolean readHits() {
		List<String> all = new ArrayList<>(this.keys.keySet());
		List<byte @Nullable []> found = Collections.nCopies(all.size(), null);
		boolean reached = false;
		if (!this.env.breaker.isOpen()) {
			try {
				found = this.core.store().readAll(all);
				reached = true;
			}
			catch (RedisComponentsException ex) {
				this.env.goesOnWithout(this.core.name(), ex);
			}
		}
		for (int i = 0; i < all.size(); i++) {
			byte[] entry = found.get(i);
			Lookup.State state = (entry != null) ? take(all.get(i), entry) : Lookup.State.MISS;
			if (state == Lookup.State.MISS) {
				this.missing.put(all.get(i), entry);
			}
			this.env.metrics.lookup(this.core.name(), state);
		}
		return reached;
	}

	private Lookup.State take(String text, byte[] entry) {
		Lookup.State state = this.core.reader().inspect(entry);
		if (state == Lookup.State.NULL) {
			this.outcomes.put(text, new Outcome<>(null));
		}
		else if (state != Lookup.State.MISS) {
			V value = this.core.reader().value(entry);
			if (value == null) {
				return Lookup.State.MISS;
			}
			this.outcomes.put(text, new Outcome<>(value));
			if (state == Lookup.State.STALE) {
				this.stale.put(text, entry);
			}
		}
		return state;
	}

	private @Nullable V loadOne(String text) throws Exception {
		return loadAll(List.of(text)).get(text);
	}

	private Map<String, V> loadAll(List<String> wanted) throws Exception {
		Set<K> wantedKeys = new LinkedHashSet<>();
		for (String text : wanted) {
			wantedKeys.add(this.keys.get(text));
		}
		Map<K, V> loaded = this.loader.loadAll(Collections.unmodifiableSet(wantedKeys));
		if (loaded == null) {
			throw new IllegalStateException("A bulk loader of cache '" + this.core.name() + "' returned null");
		}
		Map<String, V> result = new LinkedHashMap<>();
		for (String text : wanted) {
			V value = loaded.get(this.keys.get(text));
			if (value != null) {
				result.put(text, value);
			}
		}
		return result;
	}

}
