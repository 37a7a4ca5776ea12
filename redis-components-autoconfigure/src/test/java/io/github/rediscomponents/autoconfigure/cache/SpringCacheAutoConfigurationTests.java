// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.util.ReflectionTestUtils;

import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.spring.RedisComponentsCacheManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * When Spring's caching goes to the {@code CacheClient}, and with which types.
 */
class SpringCacheAutoConfigurationTests {

	private static final String CACHES = "redis-components.cache.caches.";

	private final ApplicationContextRunner runner = TestContexts.withOwnKeys()
		.withConfiguration(AutoConfigurations.of(TestBoot.CACHE));

	@Test
	void givesTheCacheManagerWhereCachingIsEnabled() {
		this.runner.withUserConfiguration(Caching.class).run((context) -> {
			assertThat(context).hasSingleBean(CacheManager.class).hasSingleBean(RedisComponentsCacheManager.class);
			assertThat(context.getBean("cacheManager")).isInstanceOf(RedisComponentsCacheManager.class);
			assertThat(context).hasSingleBean(CachingConfigurer.class);
		});
	}

	@Test
	void givesNoneWhereCachingIsNotEnabled() {
		this.runner.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(CacheManager.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis-components.cache.spring.enabled=false", "redis-components.cache.enabled=false",
			"spring.cache.type=redis", "spring.cache.type=simple", "spring.cache.type=none" })
	void leavesItToSpringBootIfAPropertySaysSo(String property) {
		this.runner.withUserConfiguration(Caching.class)
			.withPropertyValues(property)
			.run((context) -> assertThat(context).hasSingleBean(CacheManager.class)
				.doesNotHaveBean(RedisComponentsCacheManager.class)
				.doesNotHaveBean(CachingConfigurer.class));
	}

	@Test
	void leavesItToTheManagerOfTheApplication() {
		this.runner.withUserConfiguration(Caching.class)
			.withBean("mine", CacheManager.class, ConcurrentMapCacheManager::new)
			.run((context) -> assertThat(context).hasSingleBean(CacheManager.class)
				.getBean(CacheManager.class)
				.isInstanceOf(ConcurrentMapCacheManager.class));
	}

	@Test
	void leavesAConfigurerOfTheApplicationAlone() {
		this.runner.withUserConfiguration(Caching.class, OwnConfigurer.class).run((context) -> {
			assertThat(context).hasSingleBean(RedisComponentsCacheManager.class)
				.getBean(CachingConfigurer.class)
				.isInstanceOf(OwnConfigurer.class);
			assertThat(context.getBean(Books.class).find("a")).isEqualTo(context.getBean(Books.class).find("a"));
		});
	}

	@Test
	void needsNothingOfSpringBootsModuleForCaches() {
		TestContexts.withOwnKeys()
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.cache", "io.micrometer"))
			.withUserConfiguration(Caching.class)
			.run((context) -> {
				assertThat(context).hasNotFailed().hasSingleBean(RedisComponentsCacheManager.class);
				assertThat(context.getBean(Books.class).find("a")).isEqualTo(context.getBean(Books.class).find("a"));
			});
	}

	@Test
	void namesTheCachesOfPropertiesAndAnnotationsAlsoAfterARefresh() {
		this.runner.withUserConfiguration(Caching.class)
			.withPropertyValues(CACHES + "shop.ttl=10m", CACHES + "user.ttl=1m")
			.run((context) -> {
				CacheManager manager = context.getBean(CacheManager.class);
				assertThat(manager.getCacheNames()).containsExactly("books", "shop", "user");
				TestContexts.change(context, CACHES + "price.ttl", "5s");
				context.getBean(RedisComponentsRefresher.class).refresh();
				assertThat(manager.getCacheNames()).containsExactly("books", "price", "shop", "user");
			});
	}

	@Test
	void takesTheDeclaredTypeElseThatOfTheMethods() {
		this.runner.withUserConfiguration(Caching.class)
			.withPropertyValues(CACHES + "declared.type=" + Book.class.getName())
			.run((context) -> {
				CacheManager manager = context.getBean(CacheManager.class);
				CacheClient client = context.getBean(CacheClient.class);
				Book book = context.getBean(Books.class).find("a");
				assertThat(client.cache("books", Book.class).peek("a").value()).isEqualTo(book);
				manager.getCache("declared").put("k", book);
				assertThat(client.cache(CacheSpec.of("declared", String.class, Book.class)).peek("k").value())
					.isEqualTo(book);
				assertThatIllegalArgumentException().isThrownBy(() -> manager.getCache("declared").put("k", "text"))
					.withMessageContaining(CACHES + "declared.type");
			});
	}

	@Test
	void entriesMayNameTheClassesOfTheApplication() {
		this.runner.withUserConfiguration(Caching.class, Application.class).run((context) -> {
			CacheManager manager = context.getBean(CacheManager.class);
			manager.getCache("any").put("k", List.of(new Book("a", 1)));
			assertThat(manager.getCache("any").get("k", Object.class)).isEqualTo(List.of(new Book("a", 1)));
		});
		this.runner.withUserConfiguration(Caching.class, Application.class)
			.withPropertyValues("redis-components.cache.spring.trusted-packages=com.example.shop,com.example.other")
			.run((context) -> assertThatIllegalArgumentException()
				.isThrownBy(() -> context.getBean(CacheManager.class).getCache("any").put("k", new Book("a", 1)))
				.withMessageContaining("trusted package"));
	}

	@ParameterizedTest
	@ValueSource(strings = { CACHES + "shop.type=com.example.None", "redis-components.cache.defaults.type=" + "x",
			"redis-components.cache.spring.trusted-packages=com.example.*",
			"redis-components.cache.spring.trusted-package=com.example" })
	void aWrongPropertyStopsTheStart(String property) {
		this.runner.withUserConfiguration(Caching.class)
			.withPropertyValues(property)
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining(property.substring(0, property.indexOf('='))));
	}

	@Test
	void aNameThatNoCacheCanHaveStopsTheStartAndNamesTheMethod() {
		this.runner.withUserConfiguration(Caching.class)
			.withBean(BadlyNamed.class)
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining("BadlyNamed.find(String) cannot work: name of a cache must consist of")
				.hasStackTraceContaining("'my:books'"));
	}

	@Test
	void looksAtTheClassBehindAnInterface() {
		this.runner.withUserConfiguration(Caching.class, Hidden.class).run((context) -> {
			Book book = (Book) context.getBean(Finder.class).find("a");
			assertThat(context.getBean(CacheClient.class).cache("hidden", Book.class).peek("a").value())
				.isEqualTo(book);
		});
	}

	@Test
	void aChangeOfATypeWaitsForARestart() {
		this.runner.withUserConfiguration(Caching.class)
			.withPropertyValues(CACHES + "shop.type=java.lang.String")
			.run((context) -> {
				context.getBean(CacheManager.class).getCache("shop").put("k", "v");
				TestContexts.change(context, CACHES + "shop.type", "java.lang.Long");
				assertThat(context.getBean(RedisComponentsRefresher.class).refresh().waitingForRestart())
					.containsExactly(CACHES + "shop.type");
				assertThat(context.getBean(CacheManager.class).getCache("shop").get("k", String.class)).isEqualTo("v");
			});
	}

	@Test
	void theEndpointOfSpringBootListsAndClearsTheCaches() {
		this.runner.withConfiguration(AutoConfigurations.of(EndpointAutoConfiguration.class, TestBoot.CACHES_ENDPOINT))
			.withUserConfiguration(Caching.class)
			.withPropertyValues("management.endpoints.web.exposure.include=caches", CACHES + "shop.ttl=1m")
			.run((context) -> {
				Object endpoint = context.getBean("cachesEndpoint");
				Object caches = ReflectionTestUtils.invokeMethod(endpoint, "caches");
				assertThat(caches).extracting("cacheManagers").asString().contains("cacheManager");
				assertThat(ReflectionTestUtils.<Object>invokeMethod(endpoint, "cache", "shop", "cacheManager"))
					.isNotNull();
				// The endpoint settles no type.
				CacheClient client = context.getBean(CacheClient.class);
				client.cache("shop", Book.class).put("k", new Book("a", 1));
				Book book = context.getBean(Books.class).find("a");
				ReflectionTestUtils.invokeMethod(endpoint, "clearCaches");
				assertThat(client.cache("shop", Book.class).peek("k").isHit()).isFalse();
				assertThat(context.getBean(Books.class).find("a")).isNotEqualTo(book);
			});
	}

	@Test
	void springBootHasMetersOfTheDeclaredCaches() {
		this.runner.withConfiguration(AutoConfigurations.of(TestBoot.CACHE_METRICS))
			.withUserConfiguration(Caching.class)
			.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withPropertyValues(CACHES + "books.ttl=1m")
			.run((context) -> {
				context.getBean(Books.class).find("a");
				context.getBean(Books.class).find("a");
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				assertThat(registry.get("cache.gets").tags("cache", "books", "result", "hit").functionCounter().count())
					.isEqualTo(1);
				assertThat(
						registry.get("cache.gets").tags("cache", "books", "result", "miss").functionCounter().count())
					.isEqualTo(1);
				assertThat(registry.get("cache.puts").tags("cache", "books").functionCounter().count()).isEqualTo(1);
			});
	}

	public record Book(String name, int number) {
	}

	public static class Books {

		private int calls;

		@Cacheable("books")
		public Book find(String name) {
			return new Book(name, ++this.calls);
		}

		@CachePut("books")
		public Book update(String name) {
			return new Book(name, ++this.calls);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching(proxyTargetClass = true)
	static class Caching {

		@Bean
		Books books() {
			return new Books();
		}

	}

	public static class BadlyNamed {

		@Cacheable("my:books")
		public Book find(String name) {
			return new Book(name, 1);
		}

	}

	public interface Finder {

		Object find(String name);

	}

	static class HiddenFinder implements Finder {

		@Override
		@Cacheable("hidden")
		public Book find(String name) {
			return new Book(name, 1);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Hidden {

		@Bean
		Finder finder() {
			return new HiddenFinder();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@AutoConfigurationPackage
	static class Application {

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnConfigurer implements CachingConfigurer {

	}

}
