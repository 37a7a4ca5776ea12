// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.rediscomponents.cache.CacheObserver.Level;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.entry.Envelope;
import io.github.rediscomponents.cache.entry.Generation;
import io.github.rediscomponents.cache.entry.Tagged;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.support.port.ServerClock;
import org.jspecify.annotations.Nullable;

/**
 * Interprets the entries of one cache. An entry that cannot be read is a miss; the next
 * load overwrites it.
 *
 * @param <V> the type of the values
 */
public final class EntryReader<V> {

	private final Envelope<V> envelope;

	private final Generation generation;

	private final CacheStore store;

	private final CacheTags tags;

	private final ServerClock clock;

	private final CacheReport report;

	public EntryReader(Envelope<V> envelope, Generation generation, CacheStore store, CacheTags tags, ServerClock clock,
			CacheReport report) {
		this.envelope = envelope;
		this.generation = generation;
		this.store = store;
		this.tags = tags;
		this.clock = clock;
		this.report = report;
	}

	/**
	 * For entries that were read together.
	 */
	public Confirmation confirmation() {
		return new Confirmation();
	}

	/**
	 * For an entry after which the generation and the numbers of tags were read.
	 * @param read whether the generation was
	 * @param asked entries and tags whose numbers were read
	 * @param outdated those of them that are outdated
	 */
	public Confirmation confirmation(boolean read, Set<?> asked, Set<?> outdated) {
		return new Confirmed(read, asked, outdated);
	}

	/**
	 * Prepares the server's clock, for callers that must not wait.
	 * @return complete when no entry needs to wait for it, perhaps on an I/O thread
	 */
	public CompletableFuture<@Nullable Void> clockReady() {
		return this.clock.ready();
	}

	/**
	 * Returns whether an entry says that its generation is newer than this process knows,
	 * so that the generation has to be read.
	 */
	public boolean isNewer(byte[] entry) {
		return this.envelope.isOurs(entry) && Envelope.generation(entry) > this.generation.visible()
				&& Envelope.generation(entry) <= Generation.MAX;
	}

	/**
	 * Returns the tags of an entry that may be valid.
	 */
	public @Nullable Tagged tagsOfValid(byte[] entry) {
		return (this.envelope.isOurs(entry) && Envelope.generation(entry) >= this.generation.visible()) ? tags(entry)
				: null;
	}

	/**
	 * Returns what an entry is to this cache, by its header and its tags.
	 */
	public Lookup.State inspect(byte[] entry) {
		return inspect(entry, null);
	}

	public Lookup.State inspect(byte[] entry, @Nullable Confirmation known) {
		if (!this.envelope.isOurs(entry)) {
			this.report.foreign();
			return Lookup.State.MISS;
		}
		long its = Envelope.generation(entry);
		long visible = this.generation.visible();
		if (its != visible) {
			if (its < visible) {
				return Lookup.State.MISS;
			}
			if (!((known != null) ? known : confirmation()).confirms(its)) {
				this.report.foreign();
				return Lookup.State.MISS;
			}
		}
		Lookup.State state = age(entry);
		return (state == Lookup.State.MISS || isCurrent(entry, known)) ? state : Lookup.State.MISS;
	}

	private boolean isCurrent(byte[] entry, @Nullable Confirmation known) {
		return !Envelope.isTagged(entry) || !((known != null) ? known : confirmation()).isOutdated(entry);
	}

	private Lookup.State age(byte[] entry) {
		if (Envelope.isAbsent(entry)) {
			return Lookup.State.NULL;
		}
		long stale = Envelope.hasWindow(entry) ? this.clock.millis() - Envelope.staleAt(entry) : -1;
		if (stale < 0) {
			return Lookup.State.FRESH;
		}
		// Beyond the window it is there for loads that fail.
		return (stale < this.store.settings().staleWindow().toMillis()) ? Lookup.State.STALE : Lookup.State.MISS;
	}

	/**
	 * Returns the value of an entry that is a miss and is kept in case that its load
	 * fails.
	 * @param failSafe how long past its time to live it may be used
	 * @return null if there is none
	 */
	public @Nullable V held(byte @Nullable [] entry, Duration failSafe) {
		return held(entry, failSafe, null);
	}

	/**
	 * Does the same for one of entries that were read together.
	 */
	public @Nullable V held(byte @Nullable [] entry, Duration failSafe, @Nullable Confirmation known) {
		if (entry == null || failSafe.isZero() || !this.envelope.isOurs(entry)
				|| Envelope.generation(entry) != this.generation.visible() || Envelope.isAbsent(entry)) {
			return null;
		}
		return (this.clock.millis() - Envelope.staleAt(entry) < failSafe.toMillis() && isCurrent(entry, known))
				? value(entry) : null;
	}

	/**
	 * Returns how long an entry of this cache is still fresh; not positive if it is
	 * stale.
	 */
	public long freshMillis(byte[] entry) {
		return Envelope.staleAt(entry) - this.clock.millis();
	}

	/**
	 * Returns how old the value of an entry is: its time to live by the present settings
	 * without what is left of it. Too much by what jitter took off.
	 * @return milliseconds; negative if it is not known: the entry has another time to
	 * live, or the server's clock was not read yet
	 */
	public long ageMillis(byte[] entry) {
		if (Envelope.hasOwnTtl(entry)) {
			return -1;
		}
		long now = this.clock.millisIfKnown();
		if (now < 0) {
			return -1;
		}
		CacheSettings settings = this.store.settings();
		Duration ttl = Envelope.isAbsent(entry) ? settings.nullTtl() : settings.ttl();
		return Math.max(0, ttl.toMillis() - (Envelope.staleAt(entry) - now));
	}

	/**
	 * Reports the age of what a caller gets.
	 */
	public void reportAge(byte[] entry) {
		long millis = ageMillis(entry);
		if (millis >= 0) {
			this.report.age(Level.REDIS, millis);
		}
	}

	/**
	 * For how long an entry of another release, or of another type, must be left in its
	 * place.
	 * @return milliseconds; 0 if it may be replaced
	 */
	public long othersMillis(byte @Nullable [] entry) {
		if (entry == null || !this.envelope.isOthers(entry)
				|| Envelope.generation(entry) != this.generation.visible()) {
			return 0;
		}
		return Math.max(0, Envelope.staleAt(entry) - this.clock.millis());
	}

	/**
	 * Returns the value of an entry that is fresh or stale.
	 * @return null if it cannot be decoded
	 */
	public @Nullable V value(byte[] entry) {
		try {
			return this.envelope.value(entry);
		}
		catch (RuntimeException ex) {
			// Whatever a codec throws, content that cannot be read must not stop the
			// caller.
			this.report.unreadable(ex);
			return null;
		}
	}

	/**
	 * Returns how many bytes a value has when encoded; negative if it cannot be encoded.
	 */
	public int encodedLength(@Nullable V value) {
		try {
			return this.envelope.encode(value).length();
		}
		catch (RuntimeException ex) {
			this.report.unencodable(ex);
			return -1;
		}
	}

	/**
	 * Returns what an entry means.
	 * @return null if it is a miss
	 */
	public @Nullable Found<V> found(byte[] entry) {
		return found(entry, null);
	}

	/**
	 * Does the same for one of entries that were read together.
	 */
	public @Nullable Found<V> found(byte[] entry, @Nullable Confirmation known) {
		return switch (inspect(entry, known)) {
			case MISS -> null;
			case NULL -> new Found<>(null, false, tags(entry));
			case FRESH, STALE -> {
				V value = value(entry);
				yield (value != null) ? new Found<>(value, false, tags(entry)) : null;
			}
		};
	}

	public static @Nullable Tagged tags(byte[] entry) {
		return Envelope.isTagged(entry) ? Envelope.tags(entry) : null;
	}

	/**
	 * Decides once for entries that were read together whether those of a newer
	 * generation than this process knows are valid: the generation is read again after
	 * them. An entry beyond it is broken. Reads the numbers of all their tags at once.
	 */
	public class Confirmation {

		private @Nullable Boolean read;

		private final Set<byte[]> together = Collections.newSetFromMap(new IdentityHashMap<>());

		private @Nullable Set<byte[]> outdated;

		/**
		 * Takes the entries.
		 */
		public Confirmation of(Stream<? extends byte @Nullable []> entries) {
			entries.forEach((entry) -> {
				if (entry != null && EntryReader.this.envelope.isOurs(entry)) {
					this.together.add(entry);
				}
			});
			return this;
		}

		boolean isOutdated(byte[] entry) {
			if (!this.together.contains(entry)) {
				return EntryReader.this.tags.outdated(List.of(entry)).contains(entry);
			}
			Set<byte[]> known = this.outdated;
			if (known == null) {
				known = EntryReader.this.tags.outdated(this.together);
				this.outdated = known;
			}
			return known.contains(entry);
		}

		/**
		 * Returns whether no tag of a value that is not in the entry was invalidated.
		 */
		boolean areCurrent(@Nullable Tagged tags) {
			return EntryReader.this.tags.areCurrent(tags);
		}

		boolean isRead() {
			Boolean known = this.read;
			if (known == null) {
				known = EntryReader.this.store.refreshGeneration();
				this.read = known;
			}
			return known;
		}

		private boolean confirms(long newer) {
			if (newer > Generation.MAX) {
				return false;
			}
			boolean known = isRead();
			Generation generation = EntryReader.this.generation;
			// While the generation cannot be read, a newer entry is served.
			return known ? newer == generation.visible() : generation.known() != Generation.UNKNOWN;
		}

	}

	/**
	 * Knows the answers already. What was not asked about counts as outdated.
	 */
	private final class Confirmed extends Confirmation {

		private final boolean read;

		private final Set<?> asked;

		private final Set<?> outdated;

		Confirmed(boolean read, Set<?> asked, Set<?> outdated) {
			this.read = read;
			this.asked = asked;
			this.outdated = outdated;
		}

		@Override
		boolean isRead() {
			return this.read;
		}

		@Override
		boolean isOutdated(byte[] entry) {
			return !isKnown(entry);
		}

		@Override
		boolean areCurrent(@Nullable Tagged tags) {
			return tags == null || isKnown(tags);
		}

		private boolean isKnown(Object one) {
			return this.asked.contains(one) && !this.outdated.contains(one);
		}

	}

}
