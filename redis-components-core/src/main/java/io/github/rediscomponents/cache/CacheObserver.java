// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import io.github.rediscomponents.filter.Membership;

/**
 * Hears the events of caches. Called on the threads of the callers, also on the path of a
 * hit: must be fast, must not block and should not throw (what it throws is logged and
 * dropped). Every method does nothing unless it is overridden.
 *
 * @since 1.0.0
 */
public interface CacheObserver {

	/** Hears nothing. */
	CacheObserver NONE = new CacheObserver() {
	};

	/**
	 * A key was looked up in Redis.
	 * @param cache the cache's name
	 * @param state the state of the entry
	 */
	default void lookup(String cache, Lookup.State state) {
	}

	/**
	 * Keys were found in the local level. Told once in a probe interval, because a hit
	 * there takes less time than telling.
	 * @param cache the cache's name
	 * @param state {@code FRESH} or {@code NULL}; {@code STALE} for what is returned
	 * while Redis does not answer
	 * @param count how often since the last time
	 */
	default void localHits(String cache, Lookup.State state, long count) {
	}

	/**
	 * A Bloom filter answered the lookup of a missing key, so that nothing was loaded.
	 * {@link #lookup} is not called for it.
	 * @param cache the cache's name
	 */
	default void absent(String cache) {
	}

	/**
	 * A caller got what was loaded some time ago: a value, or the knowledge that there is
	 * none. The age is the time to live by the present settings without what is left of
	 * it: too much by what {@code jitter} took off, and wrong for entries that were
	 * stored under other settings. Not called for entries whose time to live came from a
	 * call or a loader, and not before the server's clock was read. Of the values from
	 * the local level one in 64, chosen at random, is told, at most 64 in a probe
	 * interval.
	 * @param cache the cache's name
	 * @param level where it was found
	 * @param millis the age in milliseconds
	 */
	default void age(String cache, Level level, long millis) {
	}

	/**
	 * A loader ran.
	 * @param cache the cache's name
	 * @param nanos the duration
	 * @param succeeded whether it returned rather than threw
	 */
	default void load(String cache, long nanos, boolean succeeded) {
	}

	/**
	 * Something happened around a lease.
	 * @param cache the cache's name
	 * @param event the event
	 */
	default void lease(String cache, LeaseEvent event) {
	}

	/**
	 * Content was found that this cache cannot read; it is loaded anew.
	 * @param cache the cache's name
	 */
	default void unreadable(String cache) {
	}

	/**
	 * A value was encoded to be stored.
	 * @param cache the cache's name
	 * @param bytes the size of the encoded value
	 * @param stored how many bytes are stored for it; fewer if it was compressed
	 */
	default void encoded(String cache, int bytes, int stored) {
	}

	/**
	 * A value is larger than {@code max-value-bytes}, and is not stored.
	 * @param cache the cache's name
	 * @param bytes the size of the encoded value
	 */
	default void tooLarge(String cache, int bytes) {
	}

	/**
	 * Redis did not answer or refused, and the operation went on without it.
	 * @param cache the cache's name
	 */
	default void redisFailure(String cache) {
	}

	/**
	 * A Bloom filter was asked about a missing key.
	 * @param cache the cache's name
	 * @param answer {@code ABSENT} kept the loader from being called; {@code UNKNOWN} is
	 * also a filter that failed
	 */
	default void guarded(String cache, Membership answer) {
	}

	/**
	 * Something happened around a load.
	 * @param cache the cache's name
	 * @param event the event
	 */
	default void loading(String cache, LoadEvent event) {
	}

	/**
	 * A caller got an old value: one that {@link LoadingSettings#failSafe} keeps past its
	 * time to live and stale window, or one of the local level while Redis does not
	 * answer.
	 * @param cache the cache's name
	 * @param reason why it got no newer one
	 */
	default void servedStale(String cache, StaleReason reason) {
	}

	/**
	 * Redis has taken invalidations by this process, or a clear. Puts do not count.
	 * @param cache the cache's name
	 * @param change of what
	 * @param count how many keys or tags, or 1
	 */
	default void invalidated(String cache, Change change, int count) {
	}

	/**
	 * A message has arrived which says that something was changed, by this process or
	 * another one. {@code KEY} is also a value that was put, and one that was loaded
	 * anew.
	 * @param cache the cache's name
	 * @param change of what
	 */
	default void told(String cache, Change change) {
	}

	/**
	 * A message for local levels is missing, or a process that sends some is silent: all
	 * levels of this client forget what they know, and serve nothing until messages are
	 * proven to arrive.
	 */
	default void messageMissed() {
	}

	/**
	 * Something happened to the invalidations that failed and are repeated.
	 * @param cache the cache's name
	 * @param event the event
	 * @param keys how many keys are concerned
	 */
	default void outbox(String cache, OutboxEvent event, int keys) {
	}

	/** Where a value was found. */
	enum Level {

		/** In the memory of this process. */
		LOCAL,

		/** In Redis. */
		REDIS

	}

	/** What can be changed. */
	enum Change {

		/** One key. */
		KEY,

		/** The entries with some tags. */
		TAGS,

		/** The whole cache. */
		CLEAR

	}

	/** What can happen to invalidations that failed. */
	enum OutboxEvent {

		/** They are queued. */
		QUEUED,

		/** The whole cache is queued: a clear failed, or too many keys were queued. */
		QUEUED_CLEAR,

		/** They succeeded. */
		REPLAYED

	}

	/** What can happen around a load. */
	enum LoadEvent {

		/** A fresh value is loaded anew in the background. */
		EARLY_REFRESH,

		/** A caller stopped waiting at its soft or hard time-out; the load goes on. */
		TIMED_OUT,

		/** A load on a thread of its own was interrupted after {@code max-load-time}. */
		INTERRUPTED,

		/** A load found no place among {@code max-concurrent-loads}. */
		REJECTED,

		/** A failure was repeated within {@code error-cool-down}, without a load. */
		COOLING_DOWN,

		/** An absence was not stored, beyond {@code max-null-entries-per-second}. */
		NULL_NOT_STORED

	}

	/** Why an old value was returned. */
	enum StaleReason {

		/** The load failed. */
		FAILED,

		/** It failed a moment ago. */
		COOLING_DOWN,

		/** The load took longer than a time-out. */
		TIMED_OUT,

		/** There was no place for a load. */
		REJECTED,

		/** The load of another caller took longer than {@code wait-timeout}. */
		WAITED,

		/**
		 * Redis did not answer; the value is the last one of the local level, see
		 * {@link LocalCacheSettings#outageWindow}.
		 */
		REDIS_AWAY

	}

	/** What can happen around a lease. */
	enum LeaseEvent {

		/** This process may load. */
		ACQUIRED,

		/** Another process is loading. */
		BUSY,

		/** A loaded value was not stored, because its lease was taken away or expired. */
		REFUSED,

		/** A value is loaded without being stored, a moment after an invalidation. */
		FENCED,

		/** The lease of a load that is running was extended. */
		EXTENDED,

		/**
		 * The lease of a load that is running is gone: its key was changed, or the lease
		 * expired. What is loaded will not be stored.
		 */
		LOST

	}

}
