package io.github.rediscomponents.cache;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what an entry means to a cache. What it cannot read is a miss, which heals because
 * the next load overwrites it.
 *
 * @param <V> the type of the values
 */
final class EntryReader<V> {

	private static final Logger logger = LoggerFactory.getLogger(EntryReader.class);

	private final String name;

	private final CacheEnvironment env;

	private final Envelope<V> envelope;

	private final Generation generation;

	private final CacheStore store;

	EntryReader(String name, CacheEnvironment env, Envelope<V> envelope, Generation generation, CacheStore store) {
		this.name = name;
		this.env = env;
		this.envelope = envelope;
		this.generation = generation;
		this.store = store;
	}

	/**
	 * For entries that were read together.
	 */
	Confirmation confirmation() {
		return new Confirmation(this.store, this.generation);
	}

	/**
	 * What an entry is to this cache, by its header.
	 */
	Lookup.State inspect(byte[] entry) {
		return inspect(entry, null);
	}

	Lookup.State inspect(byte[] entry, @Nullable Confirmation known) {
		if (!this.envelope.isOurs(entry)) {
			unreadable(null);
			return Lookup.State.MISS;
		}
		long its = Envelope.generation(entry);
		long visible = this.generation.visible();
		if (its != visible) {
			if (its < visible) {
				return Lookup.State.MISS;
			}
			if (!((known != null) ? known : confirmation()).confirms(its)) {
				unreadable(null);
				return Lookup.State.MISS;
			}
		}
		if (Envelope.isAbsent(entry)) {
			return Lookup.State.NULL;
		}
		boolean stale = Envelope.hasWindow(entry) && Envelope.staleAt(entry) <= this.env.clock.millis();
		return stale ? Lookup.State.STALE : Lookup.State.FRESH;
	}

	/**
	 * For how long an entry of another release, or of another type, must be left in its
	 * place.
	 * @return milliseconds; 0 if it may be replaced
	 */
	long othersMillis(byte @Nullable [] entry) {
		if (entry == null || !this.envelope.isOthers(entry)
				|| Envelope.generation(entry) != this.generation.visible()) {
			return 0;
		}
		return Math.max(0, Envelope.staleAt(entry) - this.env.clock.millis());
	}

	/**
	 * The value of an entry that is fresh or stale.
	 * @return null if it cannot be decoded
	 */
	@Nullable V value(byte[] entry) {
		try {
			return this.envelope.value(entry);
		}
		catch (RuntimeException ex) {
			// Whatever a codec throws, content that cannot be read must not stop the
			// caller.
			unreadable(ex);
			return null;
		}
	}

	/**
	 * What an entry means.
	 * @return null if it is a miss
	 */
	@Nullable Outcome<V> outcome(byte[] entry) {
		return switch (inspect(entry)) {
			case MISS -> null;
			case NULL -> new Outcome<>(null);
			case FRESH, STALE -> {
				V value = value(entry);
				yield (value != null) ? new Outcome<>(value) : null;
			}
		};
	}

	private void unreadable(@Nullable RuntimeException failure) {
		this.env.metrics.unreadable(this.name);
		if (failure != null) {
			this.env.cannotRead(this.name, failure);
		}
		else {
			logger.debug("Cache '{}' found content that is not its own", this.name);
		}
	}

}
