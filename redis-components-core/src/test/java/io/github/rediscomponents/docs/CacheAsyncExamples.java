// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import reactor.core.publisher.Mono;

import io.github.rediscomponents.cache.AsyncTypedCache;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.ReactiveTypedCache;

/**
 * What cache-async.md shows.
 */
class CacheAsyncExamples {

	private final Catalogue catalogue;

	private final AsyncTypedCache<String, Product> products;

	// @formatter:off
	CacheAsyncExamples(CacheClient client, Catalogue catalogue) {
		this.products = client.cache("product", Product.class).async();
		this.catalogue = catalogue;
	}

	CompletableFuture<Product> find(String id) {
		return this.products.get(id, this.catalogue::fetch);
	}

	CompletableFuture<Map<String, Product>> findAll(Collection<String> ids) {
		return this.products.getAll(ids, this.catalogue::fetchAll);
	}

	CompletableFuture<Void> rename(String id, String name) {
		return this.products.writeThrough(id, () -> this.catalogue.rename(id, name));
	}

	CompletableFuture<Product> tagged(String id) {
		return this.products.getWithContext(id, (key, context) -> this.catalogue.fetch(key).thenApply((product) -> {
			context.tags("brand-" + product.brand());
			return product;
		}), EntryOptions.defaults().withHardTimeout(Duration.ofMillis(300)));
	}

	CompletableFuture<Map<String, Product>> taggedAll(Collection<String> ids) {
		return this.products.getAllWithContext(ids, (keys, context) -> this.catalogue.fetchAll(keys).thenApply((found) -> {
			found.forEach((id, product) -> context.tags(id, "brand-" + product.brand()));
			return found;
		}));
	}

	CompletableFuture<Void> withdraw(String brand) {
		return this.catalogue.withdraw(brand).thenCompose((done) -> this.products.invalidateTags("brand-" + brand));
	}

	Mono<Product> watched(CacheClient client, String id) {
		ReactiveTypedCache<String, Product> products = ReactiveTypedCache.of(client.cache("product", Product.class));
		return products.get(id, this.catalogue::watch);
	}

	Mono<Product> store(ReactiveTypedCache<String, Product> products, Product product) {
		return products.writeThrough(product.id(), this.catalogue.store(product));
	}
	// @formatter:on

	record Product(String id, String name, String brand) {
	}

	interface Catalogue {

		CompletableFuture<Product> fetch(String id);

		CompletableFuture<Map<String, Product>> fetchAll(Set<String> ids);

		CompletableFuture<Void> rename(String id, String name);

		CompletableFuture<Void> withdraw(String brand);

		Mono<Product> watch(String id);

		Mono<Product> store(Product product);

	}

}
