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

	private final Set<String> unreached = new LinkedHashSet<>();

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
		readHits();
		if (!this.stale.isEmpty()) {
			this.core.rebuild().startAll(this.stale, this::loadAll);
		}
		if (!this.missing.isEmpty()) {
			for (String absent : this.core.guard().absent(List.copyOf(this.missing.keySet()), this.guarding)) {
				this.missing.remove(absent);
				this.outcomes.put(absent, new Outcome<>(null));
			}
		}
		new BulkWait<>(this.core, this::loadAll, this.missing, this.outcomes)
			.run(new LinkedHashSet<>(this.missing.keySet()), this.unreached);
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

	/**
	 * Sorts what is there into hits, stale ones and misses, and those whose node does not
	 * answer.
	 */
	private void readHits() {
		List<String> all = new ArrayList<>(this.keys.keySet());
		List<Reply<byte[]>> found = this.core.store().readAll(all, true);
		Confirmation confirmation = this.core.reader().confirmation();
		RedisComponentsException failure = null;
		for (int i = 0; i < all.size(); i++) {
			String text = all.get(i);
			Reply<byte[]> reply = found.get(i);
			byte[] entry = reply.value();
			Lookup.State state = Lookup.State.MISS;
			if (entry != null) {
				state = take(text, entry, confirmation);
			}
			if (state == Lookup.State.MISS) {
				Remembered<V> remembered = this.core.remembered();
				failure = (reply.failure() != null) ? reply.failure() : failure;
				state = recall(text, entry,
						(entry != null) ? remembered.beside(text, entry)
								: (reply.failure() != null) ? remembered.withoutRedis(text) : null,
						reply.failure() != null);
			}
			this.env.metrics.lookup(this.core.name(), state);
		}
		if (failure != null) {
			this.env.goesOnWithout(this.core.name(), failure);
		}
	}

	private Lookup.State recall(String text, byte @Nullable [] entry, @Nullable Outcome<V> remembered,
			boolean withoutRedis) {
		if (remembered != null) {
			this.outcomes.put(text, remembered);
			return (remembered.value() != null) ? Lookup.State.FRESH : Lookup.State.NULL;
		}
		if (withoutRedis) {
			this.unreached.add(text);
		}
		else {
			this.missing.put(text, entry);
		}
		return Lookup.State.MISS;
	}

	private Lookup.State take(String text, byte[] entry, Confirmation confirmation) {
		Lookup.State state = this.core.reader().inspect(entry, confirmation);
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
