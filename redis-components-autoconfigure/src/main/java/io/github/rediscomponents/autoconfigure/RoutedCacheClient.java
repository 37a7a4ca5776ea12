// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.LocalLevelStatus;
import io.github.rediscomponents.cache.QueuedInvalidations;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.loader.CacheLoader;
import io.github.rediscomponents.codec.TypeRef;

/**
 * Caches that are on several servers.
 *
 * @param byName returns the client of the server of a cache
 * @param all returns the clients of all servers
 */
record RoutedCacheClient(Function<String, CacheClient> byName, Supplier<List<CacheClient>> all) implements CacheClient {

	@Override
	public <V> TypedCache<String, V> cache(String name, Class<V> type) {
		return of(name).cache(name, type);
	}

	@Override
	public <V> TypedCache<String, V> cache(String name, TypeRef<V> type) {
		return of(name).cache(name, type);
	}

	@Override
	public <K, V> TypedCache<K, V> cache(CacheSpec<K, V> spec) {
		return of(spec.name()).cache(spec);
	}

	@Override
	public <K, V> @Nullable V get(String name, K id, Class<V> type, CacheLoader<? super K, ? extends V> loader) {
		return of(name).get(name, id, type, loader);
	}

	@Override
	public void invalidate(String name, Object id) {
		of(name).invalidate(name, id);
	}

	@Override
	public void invalidateTags(String name, String... tags) {
		of(name).invalidateTags(name, tags);
	}

	@Override
	public void clear(String name) {
		of(name).clear(name);
	}

	private CacheClient of(String name) {
		return this.byName.apply(name);
	}

	/** Each cache is on one server; a declared one counts there only. */
	@Override
	public List<Counts> activity() {
		return this.all.get()
			.stream()
			.flatMap((client) -> client.activity().stream().filter((counts) -> of(counts.cache()) == client))
			.sorted(Comparator.comparing(Counts::cache))
			.toList();
	}

	@Override
	public Optional<Entry> look(String name, Object id) {
		return of(name).look(name, id);
	}

	/** Returns the least state of those that are used. */
	@Override
	public LocalLevelState localLevelState() {
		return this.all.get()
			.stream()
			.map(CacheClient::localLevelState)
			.filter((state) -> state != LocalLevelState.OFF)
			.min(Comparator.naturalOrder())
			.orElse(LocalLevelState.OFF);
	}

	@Override
	public List<LocalLevelStatus> localLevels() {
		return this.all.get().stream().flatMap((client) -> client.localLevels().stream()).toList();
	}

	@Override
	public QueuedInvalidations queuedInvalidations() {
		List<QueuedInvalidations> queued = this.all.get().stream().map(CacheClient::queuedInvalidations).toList();
		return new QueuedInvalidations(queued.stream().mapToLong(QueuedInvalidations::count).sum(),
				queued.stream().map(QueuedInvalidations::oldest).max(Comparator.naturalOrder()).orElse(Duration.ZERO));
	}

	/** Does nothing: the servers close what they have made. */
	@Override
	public void close() {
	}

}
