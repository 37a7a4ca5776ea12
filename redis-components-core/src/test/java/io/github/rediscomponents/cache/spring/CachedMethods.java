// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import org.springframework.cache.annotation.EnableCaching;

/**
 * Beans whose methods have the annotations of Spring's cache.
 */
final class CachedMethods {

	private CachedMethods() {
	}

	record Shop(String name, int number) {
	}

	record Area(int x, int y) {
	}

	@EnableCaching(proxyTargetClass = true)
	static class Enabled {

	}

	@CacheConfig(cacheNames = "shops")
	static class Service {

		private final AtomicInteger calls = new AtomicInteger();

		public int calls() {
			return this.calls.get();
		}

		private Shop next(Object name) {
			return new Shop(String.valueOf(name), this.calls.incrementAndGet());
		}

		@Cacheable
		public Shop find(@Nullable String key) {
			return next(key);
		}

		@Cacheable(sync = true)
		public Shop synced(String key) {
			return next(key);
		}

		@Cacheable
		public @Nullable Shop none(String key) {
			next(key);
			return null;
		}

		@Cacheable(sync = true)
		public @Nullable Shop noneSynced(String key) {
			next(key);
			return null;
		}

		@Cacheable
		public Optional<Shop> optional(String key) {
			return Optional.of(next(key));
		}

		@CacheEvict
		public void evict(String key) {
		}

		@CacheEvict
		public void evictAndFail(String key) {
			throw new IllegalArgumentException(key);
		}

		@CacheEvict(beforeInvocation = true)
		public void evictEarlyAndFail(String key) {
			throw new IllegalArgumentException(key);
		}

		@CacheEvict(allEntries = true)
		public void evictAll() {
		}

		@CacheEvict(allEntries = true, beforeInvocation = true)
		public void evictAllEarlyAndFail() {
			throw new IllegalArgumentException();
		}

		@Cacheable(condition = "#p0 == 3")
		public Shop conditional(int number) {
			return next(number);
		}

		@Cacheable(sync = true, condition = "#p0 == 3")
		public Shop conditionalSynced(int number) {
			return next(number);
		}

		@Cacheable(cacheNames = "numbers", unless = "#result > 10")
		public long unless(int number) {
			return number;
		}

		@CachePut(cacheNames = "numbers", condition = "#p0 == 3")
		public long conditionalUpdate(int number) {
			return number;
		}

		@Cacheable(key = "#p0")
		public Shop key(int first, int second) {
			return next(first);
		}

		@Cacheable
		public Shop varargs(Object... all) {
			return next(all.length);
		}

		@Cacheable
		public Shop two(String first, @Nullable String second) {
			return next(first);
		}

		@Cacheable(key = "#root.methodName")
		public Shop named(String key) {
			return next(key);
		}

		@Cacheable
		public Shop ofRecord(Area area) {
			return next(area);
		}

		@Cacheable
		public Shop checked(String key) throws IOException {
			throw new IOException(key);
		}

		@Cacheable(sync = true)
		public Shop checkedSynced(String key) throws IOException {
			throw new IOException(key);
		}

		@Cacheable(sync = true)
		public Shop unchecked(String key) {
			throw new UnsupportedOperationException(key);
		}

		@Cacheable(sync = true)
		public Shop error(String key) {
			throw new StackOverflowError(key);
		}

		@CachePut
		public Shop update(String key) {
			return next(key);
		}

		@Cacheable(cacheNames = { "primary", "secondary" })
		public Shop several(String key) {
			return next(key);
		}

		@Caching(evict = { @CacheEvict("primary"), @CacheEvict("secondary") })
		public void evictSeveral(String key) {
		}

		@CachePut(cacheNames = "primary", key = "#result.name")
		public Shop byResult(String key) {
			return next(key);
		}

		@Cacheable
		public CompletableFuture<Shop> later(String key) {
			return CompletableFuture.supplyAsync(() -> next(key));
		}

		@Cacheable(sync = true)
		public CompletableFuture<Shop> laterSynced(String key) {
			return CompletableFuture.supplyAsync(() -> next(key));
		}

		@Cacheable(sync = true)
		public CompletableFuture<Shop> laterFailing(String key) {
			return CompletableFuture.failedFuture(new IOException(key));
		}

		@Cacheable
		public Mono<Shop> mono(String key) {
			return Mono.fromSupplier(() -> next(key));
		}

		@Cacheable(sync = true)
		public Mono<Shop> monoSynced(String key) {
			return Mono.fromSupplier(() -> next(key));
		}

		@Cacheable("flux")
		public Flux<Shop> flux(String key) {
			return Flux.defer(() -> Flux.just(next(key), next(key)));
		}

	}

	interface Finder<T> {

		@Cacheable("of-interface")
		List<T> ofInterface(String key);

	}

	abstract static class Inherited<T> {

		@Cacheable("of-superclass")
		public T inherited(String key) {
			return make(key);
		}

		abstract T make(String key);

	}

	static class Shops extends Inherited<Shop> implements Finder<Shop> {

		private final AtomicInteger calls = new AtomicInteger();

		@Override
		Shop make(String key) {
			return new Shop(key, this.calls.incrementAndGet());
		}

		@Override
		public List<Shop> ofInterface(String key) {
			return List.of(make(key));
		}

		@Cacheable("mixed")
		public Shop mixedShop(String key) {
			return make(key);
		}

		@Cacheable("mixed")
		public List<Shop> mixedList(String key) {
			return List.of(make(key));
		}

		@Cacheable("vague")
		public Object vague(String key) {
			return make(key);
		}

		@Cacheable("raw")
		@SuppressWarnings("rawtypes")
		public List raw(String key) {
			return List.of(make(key));
		}

		@CacheableBatch("batch")
		public Map<String, Shop> batch(List<String> keys) {
			return Map.of();
		}

	}

	static class Numbers {

		@Cacheable("primitive")
		public int primitive(int number) {
			return number + 1;
		}

	}

}
