// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import io.github.rediscomponents.cache.spring.CachedMethods.Area;
import io.github.rediscomponents.cache.spring.CachedMethods.Enabled;
import io.github.rediscomponents.cache.spring.CachedMethods.Numbers;
import io.github.rediscomponents.cache.spring.CachedMethods.Service;
import io.github.rediscomponents.cache.spring.CachedMethods.Shop;
import io.github.rediscomponents.cache.spring.CachedMethods.Shops;
import io.github.rediscomponents.support.TestPorts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Spring's annotations on methods of beans.
 */
class SpringCacheAnnotationTests {

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private final SpringCaches caches = SpringCaches.on(TestPorts.standalone(), "a" + UUID.randomUUID(),
			new AnnotatedValueTypes(this.context.getBeanFactory()));

	private final RedisComponentsCacheManager manager = this.caches.manager;

	private Service service;

	@BeforeEach
	void start() {
		this.context.registerBean(CacheManager.class, () -> this.manager);
		this.context.registerBean(CachingConfigurer.class, () -> new CachingConfigurer() {

			@Override
			public CacheResolver cacheResolver() {
				return SpringCacheAnnotationTests.this.manager.resolver();
			}

		});
		this.context.register(Enabled.class, Service.class, Shops.class, Numbers.class);
		this.context.refresh();
		this.service = this.context.getBean(Service.class);
	}

	@AfterEach
	void close() {
		this.context.close();
		this.caches.close();
	}

	@Test
	void cachesWhatAMethodReturns() {
		Shop shop = this.service.find("k");
		assertThat(this.service.find("k")).isEqualTo(shop);
		assertThat(this.service.find("other")).isNotEqualTo(shop);
		assertThat(this.service.synced("k")).isEqualTo(shop);
		Shop synced = this.service.synced("s");
		assertThat(this.service.synced("s")).isEqualTo(synced);
	}

	@Test
	void cachesNull() {
		int before = this.service.calls();
		assertThat(this.service.none("k")).isNull();
		assertThat(this.service.none("k")).isNull();
		assertThat(this.service.noneSynced("k2")).isNull();
		assertThat(this.service.noneSynced("k2")).isNull();
		assertThat(this.service.calls() - before).isEqualTo(2);
		assertThat(cache("shops").get("k")).isNotNull();
		assertThat(this.service.optional("o").isPresent()).isTrue();
		assertThat(this.service.optional("o")).isEqualTo(this.service.optional("o"));
		assertThat(this.service.optional("k")).isEmpty();
	}

	@Test
	void evictsOneKeyAndAllBeforeAndAfter() {
		Shop one = this.service.find("1");
		Shop two = this.service.find("2");
		this.service.evict("1");
		assertThat(cache("shops").get("1")).isNull();
		assertThat(this.service.find("1")).isNotEqualTo(one);
		assertThat(this.service.find("2")).isEqualTo(two);
		assertThatIllegalArgumentException().isThrownBy(() -> this.service.evictAndFail("2"));
		assertThat(this.service.find("2")).isEqualTo(two);
		assertThatIllegalArgumentException().isThrownBy(() -> this.service.evictEarlyAndFail("2"));
		assertThat(cache("shops").get("2")).isNull();
		this.service.find("1");
		this.service.find("2");
		this.service.evictAll();
		assertThat(cache("shops").get("1")).isNull();
		assertThat(cache("shops").get("2")).isNull();
		this.service.find("1");
		assertThatIllegalArgumentException().isThrownBy(() -> this.service.evictAllEarlyAndFail());
		assertThat(cache("shops").get("1")).isNull();
	}

	@Test
	void followsConditions() {
		assertThat(this.service.conditional(4)).isNotEqualTo(this.service.conditional(4));
		assertThat(this.service.conditional(3)).isEqualTo(this.service.conditional(3));
		assertThat(this.service.conditionalSynced(4)).isNotEqualTo(this.service.conditionalSynced(4));
		assertThat(this.service.conditionalSynced(3)).isEqualTo(this.service.conditionalSynced(3));
		assertThat(this.service.unless(10)).isEqualTo(10L);
		assertThat(this.service.unless(11)).isEqualTo(11L);
		assertThat(cache("numbers").get(10, Long.class)).isEqualTo(10L);
		assertThat(cache("numbers").get(11)).isNull();
		this.service.conditionalUpdate(1);
		this.service.conditionalUpdate(3);
		assertThat(cache("numbers").get(1)).isNull();
		assertThat(cache("numbers").get(3, Long.class)).isEqualTo(3L);
	}

	@Test
	void takesKeysOfExpressionsParametersAndArrays() {
		assertThat(this.service.key(5, 1)).isEqualTo(this.service.key(5, 2));
		assertThat(this.service.key(1, 5)).isNotEqualTo(this.service.key(2, 5));
		assertThat(this.service.varargs(1, 2, 3)).isEqualTo(this.service.varargs(1, 2, 3));
		assertThat(this.service.varargs(1, 2, 3)).isNotEqualTo(this.service.varargs(1, 2));
		assertThat(this.service.two("a,b", "c")).isNotEqualTo(this.service.two("a", "b,c"));
		assertThat(this.service.two("a", null)).isEqualTo(this.service.two("a", null))
			.isNotEqualTo(this.service.two("a", "null"));
		assertThat(this.service.find(null)).isEqualTo(this.service.find(null)).isNotEqualTo(this.service.find("null"));
		Shop named = this.service.named("any");
		assertThat(this.service.named("other")).isEqualTo(named);
		assertThat(cache("shops").get("named", Shop.class)).isEqualTo(named);
		assertThat(this.service.ofRecord(new Area(1, 2))).isEqualTo(this.service.ofRecord(new Area(1, 2)))
			.isNotEqualTo(this.service.ofRecord(new Area(2, 1)));
	}

	@Test
	void throwsWhatTheMethodThrows() {
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.service.checked("k")).withMessage("k");
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.service.checkedSynced("k")).withMessage("k");
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> this.service.unchecked("k"))
			.withMessage("k");
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> this.service.error("k"));
		assertThat(cache("shops").get("k")).isNull();
	}

	@Test
	void putsAndUsesSeveralCaches() {
		assertThat(this.service.update("k")).isEqualTo(cache("shops").get("k", Shop.class));
		Shop second = this.service.update("k");
		assertThat(this.service.find("k")).isEqualTo(second);
		Shop both = this.service.several("m");
		assertThat(cache("primary").get("m", Shop.class)).isEqualTo(both);
		assertThat(cache("secondary").get("m", Shop.class)).isEqualTo(both);
		cache("primary").evict("m");
		assertThat(this.service.several("m")).isEqualTo(both);
		this.service.evictSeveral("m");
		assertThat(cache("primary").get("m")).isNull();
		assertThat(cache("secondary").get("m")).isNull();
		Shop result = this.service.byResult("r");
		assertThat(cache("primary").get(result.name(), Shop.class)).isEqualTo(result);
	}

	@Test
	void futuresAndReactiveTypesAreCached() {
		assertThat(this.service.later("k").join()).isEqualTo(this.service.later("k").join());
		assertThat(this.service.laterSynced("k2").join()).isEqualTo(this.service.laterSynced("k2").join());
		assertThat(this.service.mono("m").block()).isEqualTo(this.service.mono("m").block());
		assertThat(this.service.monoSynced("m2").block()).isEqualTo(this.service.monoSynced("m2").block());
		assertThat(this.service.flux("f").collectList().block()).hasSize(2)
			.isEqualTo(this.service.flux("f").collectList().block());
		assertThat(this.service.later("k").join()).isEqualTo(cache("shops").get("k", Shop.class));
		assertThat(this.service.laterFailing("x")).failsWithin(Duration.ofSeconds(20))
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(IOException.class);
		assertThat(cache("shops").get("x")).isNull();
	}

	@Test
	void aCacheHasTheTypeOnWhichItsMethodsAgree() {
		AnnotatedValueTypes types = new AnnotatedValueTypes(this.context.getBeanFactory());
		assertThat(types.of("shops")).isEqualTo(Shop.class);
		assertThat(types.of("flux").getTypeName()).isEqualTo("java.util.List<" + Shop.class.getName() + ">");
		assertThat(types.of("of-interface").getTypeName()).isEqualTo("java.util.List<" + Shop.class.getName() + ">");
		assertThat(types.of("of-superclass")).isEqualTo(Shop.class);
		assertThat(types.of("numbers")).isEqualTo(Long.class);
		assertThat(types.of("mixed")).isNull();
		assertThat(types.of("vague")).isNull();
		assertThat(types.of("raw")).isNull();
		assertThat(types.of("never")).isNull();
		assertThat(types.of("batch")).isEqualTo(Shop.class);
	}

	@Test
	void aCacheOfDifferentTypesGivesEachBackAsItWas() {
		Shops shops = this.context.getBean(Shops.class);
		assertThat(shops.mixedShop("a")).isEqualTo(shops.mixedShop("a"));
		assertThat(shops.mixedList("b")).isEqualTo(shops.mixedList("b"));
		assertThat(shops.vague("c")).isEqualTo(shops.vague("c")).isInstanceOf(Shop.class);
		assertThat(shops.ofInterface("d")).isEqualTo(shops.ofInterface("d"));
		assertThat(shops.inherited("e")).isEqualTo(shops.inherited("e"));
		assertThat(this.context.getBean(Numbers.class).primitive(1)).isEqualTo(2);
		assertThat(this.context.getBean(Numbers.class).primitive(1)).isEqualTo(2);
	}

	private Cache cache(String name) {
		return this.manager.getCache(name);
	}

}
