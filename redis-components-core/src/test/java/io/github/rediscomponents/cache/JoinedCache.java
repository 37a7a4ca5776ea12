// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.rediscomponents.cache.engine.AsyncAccess;
import io.github.rediscomponents.cache.engine.CacheAccess;
import io.github.rediscomponents.cache.loader.BulkContextLoader;
import io.github.rediscomponents.cache.loader.BulkLoader;
import io.github.rediscomponents.cache.loader.CacheContextLoader;
import io.github.rediscomponents.cache.loader.CacheLoader;
import io.github.rediscomponents.filter.BloomFilter;

/**
 * A cache whose calls are asynchronous ones that are waited for, so that the tests of the
 * others prove these too. Its loaders run on threads of their own, which are interrupted
 * when their stages are cancelled, or in a transaction on its thread.
 */
public final class JoinedCache<K, V> implements TypedCache<K, V>, CacheAccess.Owner<V> {

	private static final ExecutorService LOADERS = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "loader");
		thread.setDaemon(true);
		return thread;
	});

	private final TypedCache<K, V> cache;

	private final AsyncTypedCache<K, V> async;

	public JoinedCache(TypedCache<K, V> cache) {
		this(cache, cache.async());
	}

	private JoinedCache(TypedCache<K, V> cache, AsyncTypedCache<K, V> async) {
		this.cache = cache;
		this.async = async;
	}

	@Override
	public String name() {
		return this.async.name();
	}

	private static <T> CompletionStage<T> load(Callable<T> loader) throws Exception {
		if (TransactionSynchronizationManager.isActualTransactionActive()) {
			return CompletableFuture.completedFuture(loader.call());
		}
		AtomicReference<Future<?>> running = new AtomicReference<>();
		CompletableFuture<T> stage = new CompletableFuture<>();
		running.set(LOADERS.submit(() -> {
			try {
				stage.complete(loader.call());
			}
			catch (Throwable ex) {
				stage.completeExceptionally(ex);
			}
		}));
		stage.whenComplete((value, failure) -> {
			if (stage.isCancelled()) {
				running.get().cancel(true);
			}
		});
		return stage;
	}

	private <T> @Nullable T join(CompletableFuture<T> future) {
		try {
			return future.get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new CacheWaitException(name(), CacheWaitException.Reason.INTERRUPTED, ex);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException unchecked) {
				throw unchecked;
			}
			if (ex.getCause() instanceof Error error) {
				throw error;
			}
			throw new AssertionError("A future fails with what is unchecked", ex);
		}
	}

	@Override
	public @Nullable V get(K key, CacheLoader<? super K, ? extends V> loader) {
		return join(this.async.get(key, (loader != null) ? (asked) -> load(() -> loader.load(asked)) : null));
	}

	@Override
	public @Nullable V get(K key, CacheLoader<? super K, ? extends V> loader, EntryOptions options) {
		return join(this.async.get(key, (loader != null) ? (asked) -> load(() -> loader.load(asked)) : null, options));
	}

	@Override
	public @Nullable V getWithContext(K key, CacheContextLoader<? super K, V> loader, EntryOptions options) {
		return join(this.async.getWithContext(key,
				(loader != null) ? (asked, context) -> load(() -> loader.load(asked, context)) : null, options));
	}

	@Override
	public Lookup<V> peek(K key) {
		return join(this.async.peek(key));
	}

	@Override
	public void put(K key, @Nullable V value) {
		join(this.async.put(key, value));
	}

	@Override
	public void put(K key, @Nullable V value, EntryOptions options) {
		join(this.async.put(key, value, options));
	}

	@Override
	public void invalidate(K key) {
		join(this.async.invalidate(key));
	}

	@Override
	public Map<K, V> getAll(Collection<? extends K> keys, BulkLoader<K, V> loader) {
		return join(
				this.async.getAll(keys, (loader != null) ? (missing) -> load(() -> loader.loadAll(missing)) : null));
	}

	@Override
	public Map<K, V> getAllWithContext(Collection<? extends K> keys, BulkContextLoader<K, V> loader) {
		return join(this.async.getAllWithContext(keys,
				(loader != null) ? (missing, context) -> load(() -> loader.loadAll(missing, context)) : null));
	}

	@Override
	public void putAll(Map<? extends K, ? extends @Nullable V> values) {
		join(this.async.putAll(values));
	}

	@Override
	public void putAll(Map<? extends K, ? extends @Nullable V> values, EntryOptions options) {
		join(this.async.putAll(values, options));
	}

	@Override
	public void invalidateAll(Collection<? extends K> keys) {
		join(this.async.invalidateAll(keys));
	}

	@Override
	public void invalidateTags(String... tags) {
		join(this.async.invalidateTags(tags));
	}

	@Override
	public void clear() {
		join(this.async.clear());
	}

	@Override
	public Duration stalenessBound() {
		return this.async.stalenessBound();
	}

	@Override
	public <R> R writeThrough(K key, Callable<R> write) throws Exception {
		try {
			return this.async.<R>writeThrough(key, (write != null) ? () -> load(write) : null).get();
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof Error error) {
				throw error;
			}
			throw (Exception) ex.getCause();
		}
	}

	@Override
	public AsyncTypedCache<K, V> async() {
		return this.async;
	}

	@Override
	public TypedCache<K, V> guardedBy(BloomFilter filter) {
		return new JoinedCache<>(this.cache.guardedBy(filter), this.async.guardedBy(filter));
	}

	@Override
	public TypedCache<K, V> unguarded() {
		return new JoinedCache<>(this.cache.unguarded(), this.async.unguarded());
	}

	@Override
	@SuppressWarnings("unchecked") // Every cache of a client has it.
	public CacheAccess<V> access() {
		return ((CacheAccess.Owner<V>) this.cache).access();
	}

	@Override
	@SuppressWarnings("unchecked") // Every cache of a client has it.
	public AsyncAccess<V> asyncAccess() {
		return ((CacheAccess.Owner<V>) this.cache).asyncAccess();
	}

}
