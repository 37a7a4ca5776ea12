// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.github.rediscomponents.cache.entry.Tagged;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.load.FailSafe;
import io.github.rediscomponents.cache.load.LeasedLoad;
import io.github.rediscomponents.cache.load.LoadRuns;
import io.github.rediscomponents.cache.load.StageLoad;
import io.github.rediscomponents.cache.load.Stages;
import io.github.rediscomponents.cache.load.Waiting;
import io.github.rediscomponents.cache.store.AsyncStore;
import io.github.rediscomponents.cache.store.AsyncWriter;
import io.github.rediscomponents.cache.store.CacheReport;
import io.github.rediscomponents.cache.store.CacheTags;
import io.github.rediscomponents.cache.store.EntryReader;
import io.github.rediscomponents.cache.store.EntryWriter;
import io.github.rediscomponents.cache.store.Remembered;
import org.jspecify.annotations.Nullable;

/**
 * What the asynchronous calls of one cache share with each other and with those of
 * threads.
 *
 * @param stages takes the steps
 * @param flights the loads under way
 * @param reader reads entries
 * @param writer writes them
 * @param async does so without a thread that waits
 * @param store sends commands without a thread that waits
 * @param tags of the entries
 * @param remembered the values that could not be stored
 * @param leased stores what is loaded
 * @param loads runs the loaders
 * @param runs has their places
 * @param waiting waits for others
 * @param failSafe answers instead of a load
 * @param report hears what happens
 * @param <V> the type of the values
 */
record AsyncParts<V>(Stages stages, Flights<V> flights, EntryReader<V> reader, EntryWriter<V> writer,
		AsyncWriter<V> async, AsyncStore store, CacheTags tags, Remembered<V> remembered, LeasedLoad<V> leased,
		StageLoad<V> loads, LoadRuns<V> runs, Waiting waiting, FailSafe failSafe, CacheReport report) {

	/**
	 * Reads what has to be known before an entry can be interpreted: the server's clock
	 * once, the generation if the entry says that there is a newer one, and the numbers
	 * of its tags. Nothing for most entries.
	 * @param entry null if there is none
	 * @return completes on an I/O thread
	 */
	CompletableFuture<EntryReader<V>.Confirmation> confirm(String text, byte @Nullable [] entry) {
		return confirm((entry != null) ? Map.of(text, entry) : Map.of());
	}

	/**
	 * Does the same for entries that were read together.
	 * @param entries by their texts
	 */
	CompletableFuture<EntryReader<V>.Confirmation> confirm(Map<String, byte[]> entries) {
		return entries.isEmpty() ? confirmed(entries)
				: this.reader.clockReady().thenCompose((ready) -> confirmed(entries));
	}

	private CompletableFuture<EntryReader<V>.Confirmation> confirmed(Map<String, byte[]> entries) {
		Map<Object, Tagged> tagged = new IdentityHashMap<>(0);
		entries.forEach((text, entry) -> addTagged(text, entry, tagged));
		boolean newer = entries.values().stream().anyMatch(this.reader::isNewer);
		if (!newer && tagged.isEmpty()) {
			return CompletableFuture.completedFuture(this.reader.confirmation(false, Set.of(), Set.of()));
		}
		CompletableFuture<Boolean> generation = newer ? this.store.refreshGeneration()
				: CompletableFuture.completedFuture(false);
		return generation.thenCompose((read) -> this.tags.outdatedLater(tagged, this.store)
			.thenApply((outdated) -> this.reader.confirmation(read, tagged.keySet(), outdated)));
	}

	private void addTagged(String text, byte[] entry, Map<Object, Tagged> tagged) {
		Tagged its = this.reader.tagsOfValid(entry);
		if (its != null) {
			tagged.put(entry, its);
		}
		Tagged beside = this.remembered.tagsBeside(text, entry);
		if (beside != null) {
			tagged.put(beside, beside);
		}
	}

}
