// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.List;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.bus.CacheBus;
import io.github.rediscomponents.cache.entry.CacheScripts;
import io.github.rediscomponents.cache.entry.Envelope;
import io.github.rediscomponents.cache.entry.Generation;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.load.SingleLoad;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.store.CacheReport;
import io.github.rediscomponents.cache.store.CacheStore;
import io.github.rediscomponents.cache.store.CacheWrites;
import io.github.rediscomponents.cache.store.EntryReader;
import io.github.rediscomponents.cache.store.EntryWriter;
import io.github.rediscomponents.cache.store.LocalReads;
import io.github.rediscomponents.cache.write.Changes;
import org.jspecify.annotations.Nullable;

/**
 * What adapters of other cache APIs need of one cache beside its public interface. A key
 * is its text.
 *
 * @param <V> the type of the values
 * @since 1.0.0
 */
public final class CacheAccess<V> {

	private static final byte[] NOTHING = {};

	private final CacheStore store;

	private final EntryReader<V> reader;

	private final EntryWriter<V> writer;

	private final Generation generation;

	private final CacheWrites<V> writes;

	private final LocalReads<V> local;

	private final EntryUse<V> use;

	private final UncommittedReads<V> uncommitted;

	private final CacheReport report;

	CacheAccess(CacheStore store, EntryReader<V> reader, EntryWriter<V> writer, Generation generation,
			CacheWrites<V> writes, LocalReads<V> local, EntryUse<V> use, UncommittedReads<V> uncommitted,
			CacheReport report) {
		this.store = store;
		this.reader = reader;
		this.writer = writer;
		this.generation = generation;
		this.writes = writes;
		this.local = local;
		this.use = use;
		this.uncommitted = uncommitted;
		this.report = report;
	}

	/**
	 * Looks without loading. While Redis does not answer, the entry is a miss, unless
	 * this process loaded it a moment ago or keeps it for an outage. One GET, none to a
	 * node that is known not to answer and none if the local level has it.
	 * @param text the key
	 * @return what is there
	 */
	public Lookup<V> find(String text) {
		Changes changes = this.uncommitted.hiding(text);
		if (changes != null) {
			return this.uncommitted.look(changes, text);
		}
		Found<V> near = this.local.find(text);
		if (near != null) {
			return this.use.known(near);
		}
		long stamp = this.local.stamp(text);
		return this.use.found(text, this.store.read(text, true), null, stamp);
	}

	/**
	 * Removes an entry at once, also inside a transaction.
	 */
	public void evict(String text) {
		this.writes.invalidate(text);
	}

	/**
	 * Removes all entries at once, also inside a transaction.
	 */
	public void clear() {
		this.writes.clear();
	}

	/**
	 * Stores a value at once, also inside a transaction.
	 */
	public void put(String text, @Nullable V value) {
		this.writes.put(text, value);
	}

	/**
	 * Removes an entry as {@link #evict} does. One GET and one EVALSHA.
	 * @param text the key
	 * @return whether a visible entry was removed; of several callers that remove one
	 * entry, one is told so
	 */
	public boolean remove(String text) {
		Reply<byte[]> read = this.store.read(text, false);
		byte[] entry = read.value();
		boolean visible = entry != null && this.reader.inspect(entry) != Lookup.State.MISS;
		// A failed read says nothing about what the invalidation does.
		return this.writes.invalidate(text) && visible;
	}

	/**
	 * Stores a value as a put does, for a caller that goes on without it. Sends nothing
	 * to a node that is known not to answer, and nothing of what the transaction of this
	 * thread has changed.
	 * @param text the key
	 * @param value the value; null stores that there is none
	 * @return whether it was stored; false if Redis refused or did not answer in time
	 */
	public boolean offer(String text, @Nullable V value) {
		if (!this.store.isWell(text) || this.uncommitted.hiding(text) != null) {
			return false;
		}
		try {
			this.writes.offer(text, value);
			return true;
		}
		catch (RedisUnavailableException | RedisCommandException ex) {
			this.report.goesOnWithout(ex);
			return false;
		}
	}

	/**
	 * Stores a value unless there is one, and voids a load of the key that is under way
	 * if it stored. One EVALSHA, one more for each unusable entry and for an invalidation
	 * that failed before.
	 * @param text the key
	 * @param value the value; null stores that there is none
	 * @return what is there, or {@link Lookup.State#MISS} if the value was stored
	 */
	public Lookup<V> putIfAbsent(String text, @Nullable V value) {
		this.writes.repeatInvalidation(text);
		this.store.ensureGeneration();
		byte[][] args = this.writer.putArgs(text, this.writer.encode(value), this.generation.known());
		args[0] = NOTHING;
		if (this.store.settings().local().broadcast()) {
			// Without a number: nothing is published if there is a value already.
			EntryWriter.announce(args, CacheBus.voided(this.store.name(), text));
		}
		for (int tries = 0; tries < SingleLoad.MAX_UNUSABLE; tries++) {
			byte[] entry = stored(text, args);
			if (entry == null) {
				return this.use.known(null);
			}
			Lookup<V> found = this.use.look(entry, null);
			if (found.isHit()) {
				return found;
			}
			args[0] = Envelope.header(entry);
		}
		throw new IllegalStateException("Other releases of the application keep writing the entry; nothing was stored");
	}

	/**
	 * Tries to store.
	 * @return null if that was done, else the entry that is there
	 */
	private byte @Nullable [] stored(String text, byte[][] args) {
		boolean unchanged = false;
		try {
			List<Object> reply = this.store.eval(CacheScripts.PUT_IF_ABSENT, this.store.bothKeys(text), args);
			unchanged = (Long) reply.get(0) == 0;
			return unchanged ? (byte[]) reply.get(1) : null;
		}
		finally {
			if (!unchanged) {
				this.writes.detach(text);
			}
		}
	}

	/**
	 * A client that can clear a cache of unknown type.
	 */
	public interface Clearing {

		/** Removes all entries at once, also inside a transaction. */
		void clearNow(String name);

	}

	/**
	 * A cache that has this access.
	 *
	 * @param <V> the type of the values
	 */
	public interface Owner<V> {

		CacheAccess<V> access();

		AsyncAccess<V> asyncAccess();

	}

}
