package io.github.rediscomponents.cache;

import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.BatchFailure;

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

	private final Remembered<V> remembered;

	CacheWrites(CacheCore<V> core, CacheEnvironment env) {
		this.name = core.name();
		this.env = env;
		this.store = core.store();
		this.entries = core.entries();
		this.generation = core.generation();
		this.flights = core.flights();
		this.remembered = core.remembered();
	}

	void put(String text, @Nullable V value) {
		this.store.ensureGeneration();
		byte[][] args = this.entries.putArgs(text, value, this.generation.known());
		try {
			this.store.eval(CacheScripts.FILL, this.store.bothKeys(text), args);
		}
		finally {
			detach(text);
		}
	}

	void putAll(List<String> texts, List<byte[][]> args) {
		try {
			done(this.store.evalAll(CacheScripts.FILL, texts.stream().map(this.store::bothKeys).toList(), args, false));
		}
		finally {
			texts.forEach(this::detach);
		}
	}

	void invalidate(String text) {
		try {
			this.store.eval(CacheScripts.INVALIDATE, this.store.bothKeys(text), this.env.events.channel(),
					CacheEvents.voided(this.name, text));
		}
		finally {
			detach(text);
		}
	}

	void invalidateAll(Collection<String> texts) {
		try {
			done(this.store.evalAll(CacheScripts.INVALIDATE, texts.stream().map(this.store::bothKeys).toList(),
					texts.stream()
						.map((text) -> new byte[][] { this.env.events.channel(), CacheEvents.voided(this.name, text) })
						.toList(),
					false));
		}
		finally {
			texts.forEach(this::detach);
		}
	}

	private static void done(List<Reply<Long>> replies) {
		BatchFailure failures = new BatchFailure();
		for (Reply<Long> reply : replies) {
			RuntimeException failure = reply.failure();
			if (failure != null) {
				failures.failed(1, failure);
			}
			else {
				failures.done(1);
			}
		}
		failures.throwIfAny();
	}

	void clear() {
		try {
			this.generation.learn(this.store.clear());
		}
		finally {
			this.flights.detachAll();
			this.remembered.clear();
		}
	}

	/**
	 * After that no caller gets what was loaded before.
	 */
	void detach(String text) {
		this.flights.detach(text);
		this.remembered.forget(text);
	}

}
