// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.spring.CacheableBatch;
import io.github.rediscomponents.cache.spring.RedisComponentsCacheManager;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Methods that find many values, of which each is cached.
 */
class CacheableBatchTests {

	private final ApplicationContextRunner runner = AnnotationFixture.runner().withUserConfiguration(Application.class);

	@Test
	void callsTheMethodOnceForTheMissingKeysOnly() {
		run((products) -> {
			Product one = products.find(1L);
			assertThat(products.findAll(List.of(3L, 1L, 2L, 3L))).containsExactly(Map.entry(3L, new Product(3, 1)),
					Map.entry(1L, one), Map.entry(2L, new Product(2, 1)));
			assertThat(products.asked()).containsExactly(List.of(3L, 2L));
			assertThat(products.findAll(Set.of(1L, 2L, 3L))).hasSize(3);
			assertThat(products.findAll(List.of())).isEmpty();
			assertThat(products.asked()).hasSize(1);
			assertThat(products.find(3L)).isEqualTo(new Product(3, 1));
		});
	}

	@Test
	void loadsWhatHasATagThatWasInvalidated() {
		this.runner.run((context) -> {
			Products products = context.getBean(Products.class);
			TypedCache<Long, Product> cache = context.getBean(CacheClient.class)
				.cache(CacheSpec.of("product", Long.class, Product.class));
			EntryOptions tagged = EntryOptions.defaults().withTags("brand-7");
			cache.put(1L, new Product(1, 100), tagged);
			cache.put(2L, new Product(2, 100), EntryOptions.defaults().withTags("brand-8"));
			assertThat(products.findAll(List.of(1L, 2L))).containsEntry(1L, new Product(1, 100))
				.containsEntry(2L, new Product(2, 100));
			cache.invalidateTags("brand-7");
			assertThat(products.findAll(List.of(1L, 2L))).containsEntry(1L, new Product(1, 1))
				.containsEntry(2L, new Product(2, 100));
			assertThat(products.asked()).containsExactly(List.of(1L));
		});
	}

	@Test
	void remembersWhatTheMethodDidNotFind() {
		run((products) -> {
			assertThat(products.findAll(List.of(404L, 1L))).containsOnlyKeys(1L);
			assertThat(products.findAll(List.of(404L, 405L))).isEmpty();
			assertThat(products.asked()).containsExactly(List.of(404L, 1L), List.of(405L));
			assertThat(products.find(404L)).isNull();
		});
	}

	@Test
	void loadsAnEvictedKeyAgain() {
		run((products) -> {
			products.findAll(List.of(1L, 2L));
			products.evict(2L);
			products.findAll(List.of(1L, 2L));
			assertThat(products.asked()).containsExactly(List.of(1L, 2L), List.of(2L));
		});
	}

	@Test
	void givesAListInTheOrderOfTheKeys() {
		run((products) -> {
			products.find(2L);
			assertThat(products.inOrder(List.of(3L, 2L, 404L, 3L, 1L))).containsExactly(new Product(3, 1),
					new Product(2, 1), null, new Product(3, 1), new Product(1, 1));
			assertThat(products.asked()).containsExactly(List.of(3L, 404L, 1L));
		});
	}

	@Test
	void takesTheHitsInOneFlush() {
		run((products) -> {
			List<Long> ids = new ArrayList<>();
			for (long id = 0; id < 200; id++) {
				ids.add(id);
			}
			products.findAll(ids);
			SharedRedis.standalone().resetStats();
			assertThat(products.findAll(ids)).hasSize(200);
			assertThat(SharedRedis.standalone().commandCalls().get("get")).isBetween(200L, 201L);
			assertThat(SharedRedis.standalone().commandCalls()).doesNotContainKey("evalsha");
			assertThat(products.asked()).hasSize(1);
		});
	}

	@Test
	void loadsOnceForManyThreads() {
		run((products) -> {
			List<Map<Long, Product>> all = Concurrently.run(8, () -> products.slowly(List.of(1L, 2L, 3L)));
			assertThat(all.stream().distinct()).hasSize(1);
			assertThat(products.asked().stream().flatMap(Collection::stream)).containsExactlyInAnyOrder(1L, 2L, 3L);
		});
	}

	@Test
	void throwsWhatTheMethodThrows() {
		run((products) -> {
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> products.failing(List.of(1L)))
				.withMessage("no disk");
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> products.failing(List.of(1L)));
			assertThat(products.asked()).hasSize(2);
			assertThat(products.find(1L)).isEqualTo(new Product(1, 1));
		});
	}

	@Test
	void refusesKeysAndResultsThatCannotBeTold() {
		run((products) -> {
			assertThatIllegalArgumentException().isThrownBy(() -> products.findAll(Arrays.asList(1L, null)))
				.withMessageContaining("key must not be null");
			assertThatIllegalArgumentException().isThrownBy(() -> products.findAll(null))
				.withMessageContaining("findAll");
			assertThatIllegalStateException().isThrownBy(() -> products.tooFew(List.of(1L, 2L)))
				.withMessageContaining("tooFew")
				.withMessageContaining("1 values for 2 keys");
			assertThatIllegalStateException().isThrownBy(() -> products.nothing(Set.of(1L)))
				.withMessageContaining("nothing");
			assertThat(products.find(1L)).isEqualTo(new Product(1, 1));
		});
	}

	private void run(Consumer<Products> test) {
		this.runner.run((context) -> {
			assertThat(context.getBean(CacheManager.class)).isInstanceOf(RedisComponentsCacheManager.class);
			test.accept(context.getBean(Products.class));
		});
	}

	record Product(long id, int version) {
	}

	static class Products {

		private final List<List<Long>> asked = new CopyOnWriteArrayList<>();

		List<List<Long>> asked() {
			return this.asked;
		}

		@Cacheable("product")
		Product find(long id) {
			return (id < 400) ? new Product(id, 1) : null;
		}

		@CacheEvict("product")
		void evict(long id) {
		}

		@CacheableBatch("product")
		Map<Long, Product> findAll(Collection<Long> ids) {
			this.asked.add(List.copyOf(ids));
			return found(ids);
		}

		@CacheableBatch(cacheName = "${products.cache:product}")
		List<Product> inOrder(List<Long> ids) {
			this.asked.add(List.copyOf(ids));
			return ids.stream().map(this::find).toList();
		}

		@CacheableBatch("product")
		Map<Long, Product> slowly(List<Long> ids) throws InterruptedException {
			this.asked.add(List.copyOf(ids));
			TimeUnit.MILLISECONDS.sleep(200);
			return found(ids);
		}

		@CacheableBatch("product")
		Map<Long, Product> failing(Iterable<Long> ids) throws IOException {
			this.asked.add(List.of());
			throw new IOException("no disk");
		}

		@CacheableBatch("product")
		List<Product> tooFew(List<Long> ids) {
			return List.of(new Product(1, 1));
		}

		@CacheableBatch("product")
		Map<Long, Product> nothing(Set<Long> ids) {
			return null;
		}

		private Map<Long, Product> found(Collection<Long> ids) {
			Map<Long, Product> found = new LinkedHashMap<>();
			ids.stream().filter((id) -> id < 400).forEach((id) -> found.put(id, new Product(id, 1)));
			return found;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching(proxyTargetClass = true)
	static class Application {

		@Bean
		Products products() {
			return new Products();
		}

	}

}
