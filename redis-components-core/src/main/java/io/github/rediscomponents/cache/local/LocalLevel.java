// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.Invalidation;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.bus.Coherence;

/**
 * What this process remembers of the entries of one cache. Serves only while it is proven
 * that changes by other processes are heard of, unless its settings do without.
 *
 * <p>
 * A reader takes a {@linkplain #stamp stamp} before it reads from Redis and stores what
 * it read only if the stamp is still the same; whatever outdates a key changes its stamp
 * first and removes the slot then. So a slot never holds what was read before an
 * outdating message was heard. Caffeine only holds the slots: it loads and expires
 * nothing.
 *
 * @param <V> the type of the values
 * @since 1.0.0
 */
public final class LocalLevel<V> {

	/** Stands for a time in which changes are not proven to be heard of. */
	public static final int UNPROVEN = -1;

	/** Of a stamp; the others have the era. */
	private static final int EPOCH_BITS = 40;

	private static final long EPOCH_MASK = (1L << EPOCH_BITS) - 1;

	private static final int ERA_MASK = (1 << (Long.SIZE - EPOCH_BITS)) - 1;

	private final Function<LocalCacheSettings, Coherence> coherences;

	private final Epochs epochs;

	private final ReentrantLock changing = new ReentrantLock();

	private volatile @Nullable Store<V> store;

	/**
	 * Creates a level without slots.
	 * @param coherences begins what the settings need to hear of changes
	 * @param epochs of all caches of the client
	 */
	public LocalLevel(Function<LocalCacheSettings, Coherence> coherences, Epochs epochs) {
		this.coherences = coherences;
		this.epochs = epochs;
	}

	/**
	 * Returns what is known of a key.
	 * @param generation the oldest one that is visible
	 */
	public @Nullable Slot<V> find(LocalCacheSettings settings, String text, long generation) {
		Store<V> known = this.store;
		if (known == null || known.settings != settings) {
			known = adopt(settings);
			if (known == null) {
				return null;
			}
		}
		long now = System.nanoTime();
		if (!known.coherence.isUp(now)) {
			return null;
		}
		Slot<V> slot = known.slots.getIfPresent(text);
		return (slot != null && slot.isValid(generation, era(known), now)) ? slot : null;
	}

	/**
	 * Returns what was known of a key when this level served last, for a key that cannot
	 * be read from Redis: for {@link LocalCacheSettings#outageWindow} after that, and
	 * after the entry's own time.
	 * @param generation the oldest one that is visible
	 */
	public @Nullable Slot<V> findLapsed(String text, long generation) {
		Store<V> known = this.store;
		if (known == null || known.settings.outageWindow().isZero()) {
			return null;
		}
		long window = known.settings.outageWindow().toNanos();
		long now = System.nanoTime();
		if (now - known.coherence.provenUntil() >= window) {
			return null;
		}
		Slot<V> slot = known.slots.getIfPresent(text);
		int era = known.coherence.provenEra() & ERA_MASK;
		return (slot != null && slot.isValid(generation, era, now - window)) ? slot : null;
	}

	/**
	 * Something newer than what is kept of a key was seen while this level did not serve.
	 */
	public void overtaken(String text) {
		Store<V> known = this.store;
		if (known != null && !known.settings.outageWindow().isZero()) {
			known.slots.asMap().remove(text);
		}
	}

	/**
	 * Returns whether what is read now could be kept.
	 */
	public boolean isOpen() {
		Store<V> known = this.store;
		return known != null && known.coherence.isUp(System.nanoTime());
	}

	/**
	 * Returns the present era if it is proven that all changes are heard of, otherwise
	 * {@link #UNPROVEN}.
	 */
	public int provenEra() {
		Store<V> known = this.store;
		if (known == null || known.settings.invalidation() == Invalidation.NONE) {
			return UNPROVEN;
		}
		int era = known.coherence.era();
		return known.coherence.isUp(System.nanoTime()) ? era : UNPROVEN;
	}

	/**
	 * Returns what {@link #keep} compares; to be taken before Redis is read.
	 */
	public long stamp(String text) {
		Store<V> known = this.store;
		return ((long) ((known != null) ? era(known) : ERA_MASK) << EPOCH_BITS) | (this.epochs.of(text) & EPOCH_MASK);
	}

	/**
	 * Keeps what was read, unless it may be outdated.
	 * @param stamp taken before it was read
	 */
	public void keep(String text, Slot.Content<V> content, long stamp) {
		Store<V> known = this.store;
		long now = System.nanoTime();
		if (known == null || content.freshMillis() <= 0 || !known.coherence.isUp(now) || stamp(text) != stamp) {
			return;
		}
		long life = Math.min(known.settings.ttl().toNanos(), TimeUnit.MILLISECONDS.toNanos(content.freshMillis()));
		Slot<V> slot = new Slot<>(content, text, (int) (stamp >>> EPOCH_BITS), now, life);
		// One step with the comparison: a slot that is removed again may have been
		// served.
		known.slots.asMap().compute(text, (key, present) -> (stamp(key) == stamp) ? slot : present);
		// While all slots are removed, one may be added behind the removal.
		if (stamp(text) != stamp) {
			known.slots.asMap().remove(text, slot);
		}
	}

	/**
	 * A key is outdated: nothing that was read before is served.
	 */
	public void outdate(String text) {
		this.epochs.advance(text);
		Store<V> known = this.store;
		if (known != null) {
			known.slots.asMap().remove(text);
		}
	}

	/**
	 * All keys are outdated, also if no new generation says so.
	 */
	public void outdateAll() {
		this.epochs.advanceAll();
		Store<V> known = this.store;
		if (known != null) {
			known.slots.invalidateAll();
		}
	}

	/**
	 * Returns how many slots there are, also those that count no more.
	 */
	public long size() {
		Store<V> known = this.store;
		return (known != null) ? known.slots.estimatedSize() : 0;
	}

	private static int era(Store<?> known) {
		return known.coherence.era() & ERA_MASK;
	}

	private @Nullable Store<V> adopt(LocalCacheSettings settings) {
		if (this.store == null && !settings.enabled()) {
			return null;
		}
		this.changing.lock();
		try {
			return change(settings);
		}
		finally {
			this.changing.unlock();
		}
	}

	private @Nullable Store<V> change(LocalCacheSettings settings) {
		Store<V> known = this.store;
		if (known != null && known.settings == settings) {
			return known;
		}
		// Also where it ends what the old settings needed.
		Coherence coherence = this.coherences.apply(settings);
		if (!settings.enabled()) {
			this.store = null;
			return null;
		}
		Store<V> adopted = (known != null && known.fits(settings)) ? new Store<>(settings, coherence, known.slots)
				: Store.create(settings, coherence);
		this.store = adopted;
		return adopted;
	}

	/**
	 * The slots under one set of settings.
	 */
	private record Store<V>(LocalCacheSettings settings, Coherence coherence, Cache<String, Slot<V>> slots) {

		static <V> Store<V> create(LocalCacheSettings settings, Coherence coherence) {
			Caffeine<Object, Object> builder = Caffeine.newBuilder().executor(Runnable::run);
			return new Store<>(settings, coherence,
					(settings.maxBytes() > 0) ? builder.maximumWeight(settings.maxBytes())
						.weigher((String text, Slot<V> slot) -> slot.weight())
						.build() : builder.maximumSize(settings.maxEntries()).build());
		}

		/**
		 * Returns whether the slots can go on under other settings. Under a shorter time
		 * to live they would be served for longer than that.
		 */
		boolean fits(LocalCacheSettings changed) {
			return changed.ttl().compareTo(this.settings.ttl()) >= 0 && this.settings.withTtl(changed.ttl())
				.withOutageWindow(changed.outageWindow())
				.withBroadcast(true)
				.equals(changed.withBroadcast(true));
		}

	}

}
