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

	EntryReader(String name, CacheEnvironment env, Envelope<V> envelope, Generation generation) {
		this.name = name;
		this.env = env;
		this.envelope = envelope;
		this.generation = generation;
	}

	/**
	 * What an entry is to this cache, by its header.
	 */
	Lookup.State inspect(byte[] entry) {
		if (!this.envelope.isOurs(entry)) {
			unreadable();
			return Lookup.State.MISS;
		}
		long itsGeneration = Envelope.generation(entry);
		long known = this.generation.known();
		if (itsGeneration != known) {
			if (itsGeneration < known) {
				return Lookup.State.MISS;
			}
			this.generation.learn(itsGeneration);
		}
		if (Envelope.isAbsent(entry)) {
			return Lookup.State.NULL;
		}
		boolean stale = Envelope.hasWindow(entry) && Envelope.staleAt(entry) <= this.env.clock.millis();
		return stale ? Lookup.State.STALE : Lookup.State.FRESH;
	}

	/**
	 * The value of an entry that is fresh or stale.
	 * @return null if it cannot be decoded
	 */
	@Nullable V value(byte[] entry) {
		V value = this.envelope.value(entry);
		if (value == null) {
			unreadable();
		}
		return value;
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

	private void unreadable() {
		this.env.metrics.unreadable(this.name);
		logger.debug("Cache '{}' found content that it cannot read", this.name);
	}

}
