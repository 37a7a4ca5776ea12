// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.TestPorts;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Entries with tags below Spring's annotations.
 */
class SpringCacheTagTests {

	private static final EntryOptions TAGGED = EntryOptions.defaults().withTags("t");

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private final SpringCaches caches = SpringCaches.on(TestPorts.standalone(), "t" + UUID.randomUUID(),
			new AnnotatedValueTypes(this.context.getBeanFactory()));

	private Names names;

	private TypedCache<String, String> cache;

	@BeforeEach
	void start() {
		RedisComponentsCacheManager manager = this.caches.manager;
		this.context.registerBean(CacheManager.class, () -> manager);
		this.context.registerBean(CachingConfigurer.class, () -> new CachingConfigurer() {

			@Override
			public CacheResolver cacheResolver() {
				return manager.resolver();
			}

		});
		this.context.register(Enabled.class, Names.class);
		this.context.refresh();
		this.names = this.context.getBean(Names.class);
		this.cache = this.caches.client.cache("names", String.class);
	}

	@AfterEach
	void close() {
		this.context.close();
		this.caches.close();
	}

	@Test
	void readsWhatHasTagsUntilOneIsInvalidated() {
		this.cache.put("k", "tagged", TAGGED);
		assertThat(this.names.find("k")).isEqualTo("tagged");
		assertThat(this.names.findOnce("k")).isEqualTo("tagged");
		this.cache.invalidateTags("t");
		assertThat(this.names.find("k")).isEqualTo("found 1 k");
		this.cache.put("k", "tagged", TAGGED);
		this.cache.invalidateTags("t");
		assertThat(this.names.findOnce("k")).isEqualTo("found 2 k");
		// What the annotations store has no tags.
		this.cache.invalidateTags("t");
		assertThat(this.names.find("k")).isEqualTo("found 2 k");
		assertThat(this.names.calls()).isEqualTo(2);
	}

	@Test
	void evictsAndReplacesWhatHasTags() {
		this.cache.put("k", "tagged", TAGGED);
		this.names.evict("k");
		assertThat(this.cache.peek("k").isHit()).isFalse();
		this.cache.put("k", "tagged", TAGGED);
		this.names.clear();
		assertThat(this.cache.peek("k").isHit()).isFalse();
		this.cache.put("k", "tagged", TAGGED);
		assertThat(this.names.rename("k", "put")).isEqualTo("put");
		this.cache.invalidateTags("t");
		assertThat(this.cache.peek("k").value()).isEqualTo("put");
	}

	@Test
	void theCacheOfTheManagerChecksTagsInEveryMethod() {
		RedisComponentsCache springs = Objects.requireNonNull(this.caches.manager.getCache("names"));
		this.cache.put("k", "tagged", TAGGED);
		assertThat(Objects.requireNonNull(springs.get("k")).get()).isEqualTo("tagged");
		this.cache.invalidateTags("t");
		assertThat(springs.get("k")).isNull();
		assertThat(springs.evictIfPresent("k")).isFalse();
		assertThat(springs.putIfAbsent("k", "put")).isNull();
		assertThat(Objects.requireNonNull(springs.get("k")).get()).isEqualTo("put");
		this.cache.put("k", "tagged", TAGGED);
		assertThat(springs.evictIfPresent("k")).isTrue();
		this.cache.put("k", "tagged", TAGGED.withTtl(Duration.ofMinutes(1)));
		this.caches.client.invalidateTags("names", "t");
		assertThat(springs.get("k", () -> "called")).isEqualTo("called");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Enabled {

	}

	static class Names {

		private final AtomicInteger calls = new AtomicInteger();

		public int calls() {
			return this.calls.get();
		}

		@Cacheable("names")
		public String find(String key) {
			return "found " + this.calls.incrementAndGet() + " " + key;
		}

		@Cacheable(cacheNames = "names", sync = true)
		public String findOnce(String key) {
			return "found " + this.calls.incrementAndGet() + " " + key;
		}

		@CachePut(cacheNames = "names", key = "#key")
		public String rename(String key, String name) {
			return name;
		}

		@CacheEvict("names")
		public void evict(String key) {
		}

		@CacheEvict(cacheNames = "names", allEntries = true)
		public void clear() {
		}

	}

}
