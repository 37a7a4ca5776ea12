// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.util.Arrays;
import java.util.UUID;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.KeyGenerator;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import io.github.rediscomponents.cache.spring.CachedMethods.Enabled;
import io.github.rediscomponents.cache.spring.CachedRows.Row;
import io.github.rediscomponents.support.TestPorts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Spring's annotations at methods and at a class, with keys, key generators and managers
 * of their own, and several annotations at one method.
 */
@ParameterizedClass
@ValueSource(classes = { CachedRows.ByMethod.class, CachedRows.ByClass.class })
class SpringCacheAnnotationPlacesTests {

	@Parameter
	Class<? extends CachedRows> type;

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private final SpringCaches caches = caches();

	private final SpringCaches others = caches();

	private CachedRows rows;

	private static SpringCaches caches() {
		return SpringCaches.on(TestPorts.standalone(), "a" + UUID.randomUUID(), (name) -> Row.class);
	}

	@BeforeEach
	void start() {
		RedisComponentsCacheManager manager = this.caches.manager;
		this.context.registerBean("manager", CacheManager.class, () -> manager);
		this.context.registerBean("other", CacheManager.class, () -> this.others.manager);
		this.context.registerBean("nameOfMethod", KeyGenerator.class,
				() -> (target, method, parameters) -> method.getName() + Arrays.toString(parameters));
		this.context.registerBean(CachingConfigurer.class, () -> new CachingConfigurer() {

			@Override
			public CacheResolver cacheResolver() {
				return manager.resolver();
			}

		});
		this.context.register(Enabled.class, this.type);
		this.context.refresh();
		this.rows = this.context.getBean(CachedRows.class);
	}

	@AfterEach
	void close() {
		this.context.close();
		this.caches.close();
		this.others.close();
	}

	@Test
	void cachesResults() {
		Row row = this.rows.find("k");
		assertThat(this.rows.find("k")).isEqualTo(row);
		assertThat(this.rows.find("other")).isNotEqualTo(row);
		assertThat(cache("rows").get("k", Row.class)).isEqualTo(row);
		assertThat(this.rows.find(null)).isEqualTo(this.rows.find(null)).isNotEqualTo(row);
	}

	@Test
	void cachesThatThereIsNoResult() {
		assertThat(this.rows.none("k")).isNull();
		assertThat(this.rows.none("k")).isNull();
		assertThat(this.rows.find("next").number()).isEqualTo(2);
		assertThat(this.rows.none("other")).isNull();
		assertThat(this.rows.find("last").number()).isEqualTo(4);
		assertThat(cache("rows").get("k").get()).isNull();
	}

	@Test
	void cachesNothingOfAMethodThatThrows() {
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> this.rows.unchecked("k"))
			.withMessage("k");
		assertThat(cache("rows").get("k")).isNull();
	}

	@Test
	void makesKeysOfTheCallItself() {
		Row row = this.rows.ofRoot("k");
		assertThat(this.rows.ofRoot("k")).isEqualTo(row);
		assertThat(cache("rows").get("ofRootofRoot" + this.type.getSimpleName() + "krows", Row.class)).isEqualTo(row);
	}

	@Test
	void makesKeysByAGeneratorOfTheMethod() {
		Row row = this.rows.generated("k");
		assertThat(this.rows.generated("k")).isEqualTo(row);
		assertThat(cache("rows").get("generated[k]", Row.class)).isEqualTo(row);
		assertThatExceptionOfType(NoSuchBeanDefinitionException.class)
			.isThrownBy(() -> this.rows.generatedByUnknown("k"));
	}

	@Test
	void usesAManagerOfTheMethod() {
		Row row = this.rows.managed("k");
		assertThat(this.rows.managed("k")).isEqualTo(row);
		assertThat(this.others.manager.getCache("rows").get("k", Row.class)).isEqualTo(row);
		assertThat(cache("rows").get("k")).isNull();
		assertThatExceptionOfType(NoSuchBeanDefinitionException.class)
			.isThrownBy(() -> this.rows.managedByUnknown("k"));
	}

	@Test
	void evictsByAKeyOfSeveralParameters() {
		Row row = this.rows.find("k");
		this.rows.evict("k", null);
		assertThat(cache("rows").get("k")).isNull();
		Row second = this.rows.find("k");
		assertThat(second).isNotEqualTo(row);
		assertThatIllegalArgumentException().isThrownBy(() -> this.rows.evictAndFail("k"));
		assertThat(this.rows.find("k")).isEqualTo(second);
		assertThatIllegalArgumentException().isThrownBy(() -> this.rows.evictEarlyAndFail("k", "other"));
		assertThat(cache("rows").get("k")).isNull();
	}

	@Test
	void evictsAll() {
		Row one = this.rows.find("1");
		Row two = this.rows.find("2");
		this.rows.evictAll();
		assertThat(cache("rows").get("1")).isNull();
		assertThat(cache("rows").get("2")).isNull();
		assertThat(this.rows.find("1")).isNotEqualTo(one);
		assertThat(this.rows.find("2")).isNotEqualTo(two);
		assertThatIllegalArgumentException().isThrownBy(() -> this.rows.evictAllEarlyAndFail());
		assertThat(cache("rows").get("1")).isNull();
		assertThat(cache("rows").get("2")).isNull();
	}

	@Test
	void putsIntoSeveralCaches() {
		for (String key : new String[] { "1", "2" }) {
			assertThat(cache("first").get(key)).isNull();
			Row row = this.rows.updateBoth(key);
			assertThat(cache("first").get(key, Row.class)).isEqualTo(row);
			assertThat(cache("second").get(key, Row.class)).isEqualTo(row);
		}
	}

	@Test
	void looksAtTheResultBeforeItMakesAKeyOfIt() {
		Row row = new Row("some", 1);
		assertThat(this.rows.updateUnlessNull(row)).isEqualTo(row);
		assertThat(cache("first").get("some", Row.class)).isEqualTo(row);
		assertThat(this.rows.updateUnlessNull(new Row("none", 1))).isNull();
		assertThat(cache("first").get("none")).isNull();
	}

	@Test
	void readsAndEvictsSeveralCaches() {
		Row row = this.rows.readBoth("k");
		assertThat(this.rows.readBoth("k")).isEqualTo(row);
		cache("first").put("kA", row);
		this.rows.evictBothAndNext("k");
		for (String key : new String[] { "k", "kA" }) {
			assertThat(cache("first").get(key)).isNull();
			assertThat(cache("second").get(key)).isNull();
		}
		Row second = this.rows.readBoth("k");
		assertThat(second).isNotEqualTo(row);
		assertThat(cache("first").get("k", Row.class)).isEqualTo(second);
		assertThat(cache("second").get("k", Row.class)).isEqualTo(second);
	}

	@Test
	void readsOneCacheAndEvictsAnother() {
		cache("second").put("k", new Row("old", 0));
		Row row = this.rows.readFirstAndEvictSecond("k");
		assertThat(cache("second").get("k")).isNull();
		cache("second").put("k", new Row("old", 0));
		assertThat(this.rows.readFirstAndEvictSecond("k")).isEqualTo(row);
		assertThat(cache("second").get("k")).isNull();
		assertThat(cache("first").get("readFirstAndEvictSecond", Row.class)).isEqualTo(row);
	}

	@Test
	void evictsAnotherCacheWhateverTheConditionOfTheFirst() {
		for (int number : new int[] { 1, 3 }) {
			cache("second").put(number, new Row("old", 0));
			Row row = this.rows.readFirstAndEvictSecondIfThree(number);
			assertThat(cache("second").get(number)).isNull();
			assertThat(this.rows.readFirstAndEvictSecondIfThree(number).equals(row)).isEqualTo(number == 3);
			assertThat(cache("first").get(number) != null).isEqualTo(number == 3);
		}
	}

	private Cache cache(String name) {
		return this.caches.manager.getCache(name);
	}

}
