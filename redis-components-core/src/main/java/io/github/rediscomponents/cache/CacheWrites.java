package io.github.rediscomponents.cache;

import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What changes a cache from outside. Redis comes first; then, even if it failed, loads
 * that were under way here are detached, so that no later caller joins one.
 *
 * @param <V> the type of the values
 */
final class CacheWrites<V> {

	private final String name;

	private final CacheEnvironment env;

	private final CacheStore store;

	private final Entries<V> entries;

	private final Generation generation;

	private final Flights<V> flights;

	CacheWrites(CacheCore<V> core, CacheEnvironment env) {
		this.name = core.name();
		this.env = env;
		this.store = core.store();
		this.entries = core.entries();
		this.generation = core.generation();
		this.flights = core.flights();
	}

	void put(String text, @Nullable V value) {
		this.store.ensureGeneration();
		byte[][] args = this.entries.putArgs(text, value, this.generation.known());
		try {
			this.store.eval(CacheScripts.FILL, this.store.bothKeys(text), args);
		}
		finally {
			this.flights.detach(text);
		}
	}

	void putAll(List<String> texts, List<byte[][]> args) {
		try {
			this.store.evalAll(CacheScripts.FILL, texts.stream().map(this.store::bothKeys).toList(), args);
		}
		finally {
			texts.forEach(this.flights::detach);
		}
	}

	void invalidate(String text) {
		try {
			this.store.eval(CacheScripts.INVALIDATE, this.store.bothKeys(text), this.env.events.channel(),
					CacheEvents.voided(this.name, text));
		}
		finally {
			this.flights.detach(text);
		}
	}

	void invalidateAll(Collection<String> texts) {
		try {
			this.store.evalAll(CacheScripts.INVALIDATE, texts.stream().map(this.store::bothKeys).toList(),
					texts.stream()
						.map((text) -> new byte[][] { this.env.events.channel(), CacheEvents.voided(this.name, text) })
						.toList());
		}
		finally {
			texts.forEach(this.flights::detach);
		}
	}

	void clear() {
		try {
			this.generation.learn(this.store.clear());
		}
		finally {
			this.flights.detachAll();
		}
	}

}
