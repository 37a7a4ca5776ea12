// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.rediscomponents.cache.entry.Acquired;
import io.github.rediscomponents.cache.entry.CacheScripts;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.node.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Acquires leases and fills entries as {@link EntryWriter} does, without a thread that
 * waits. The futures complete on I/O threads.
 *
 * @param <V> the type of the values
 */
public final class AsyncWriter<V> {

	private final EntryWriter<V> writer;

	private final CacheStore store;

	private final AsyncStore async;

	private final Flights<V> flights;

	private final CacheTags tags;

	public AsyncWriter(EntryWriter<V> writer, CacheStore store, AsyncStore async, Flights<V> flights, CacheTags tags) {
		this.writer = writer;
		this.store = store;
		this.async = async;
		this.flights = flights;
		this.tags = tags;
	}

	/**
	 * Tries to get the right to load, see {@link EntryWriter#acquire}.
	 */
	public CompletableFuture<Acquired> acquire(Flight<V> flight, byte @Nullable [] seen, boolean waits,
			@Nullable TagMoment moment) {
		byte[][] args = this.writer.acquireArgs(flight, seen, waits);
		if (moment == null) {
			return this.async.eval(CacheScripts.ACQUIRE, this.store.bothKeys(flight.text()), args)
				.thenApply((reply) -> this.writer.count(Acquired.of(reply)));
		}
		return this.async
			.evalAll(CacheScripts.ACQUIRE, List.of(flight.text()), List.<byte[][]>of(args), false, this.tags.question())
			.thenApply((replies) -> this.writer.acquired(replies, moment));
	}

	/**
	 * Stores what a flight loaded, see {@link EntryWriter#fill}.
	 */
	public CompletableFuture<@Nullable Void> fill(Flight<V> flight, byte[][] args) {
		if (this.flights.isCurrent(flight)) {
			return this.async.eval(CacheScripts.FILL, this.store.bothKeys(flight.text()), args)
				.thenAccept(this.writer::count);
		}
		this.writer.refuse(flight);
		return CompletableFuture.completedFuture(null);
	}

}
