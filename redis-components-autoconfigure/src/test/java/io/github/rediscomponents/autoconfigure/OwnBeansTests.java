// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.lock.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A bean of the application replaces the one of its type, and what is built on it goes
 * on.
 */
class OwnBeansTests {

	private static ApplicationContextRunner application() {
		return TestContexts.withOwnKeys()
			.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withPropertyValues("redis-components.command-timeout=30s",
					"redis-components.cache.defaults.command-timeout=30s")
			.withPropertyValues("management.endpoints.web.exposure.include=redisComponents",
					"redis-components.task-queue.queues.mail.type=java.lang.String",
					"redis-components.stream-queue.queues.events.type=java.lang.String",
					"redis-components.delay-queue.queues.later.type=java.lang.String",
					"redis-components.limit-queue.queues.gifts.length=3",
					"redis-components.topic.topics.news.type=java.lang.String",
					"redis-components.cache.caches.shop.ttl=1m",
					"redis-components.bloom-filter.filters.seen.capacity=1000",
					"redis-components.semaphore.semaphores.printer.permits=2",
					"redis-components.rate-limit.policies.code.limit=1",
					"redis-components.rate-limit.policies.code.period=1h",
					"redis-components.ranked-set.sets.points.periods=total",
					"redis-components.one-time-code.purposes.login.ttl=2m",
					"redis-components.prefix-index.indexes.shops.type=java.lang.String",
					"redis-components.recent-list.lists.seen.length=5");
	}

	static Stream<Class<?>> components() {
		return ComponentBean.ALL.stream().map(ComponentBean::type);
	}

	@ParameterizedTest
	@MethodSource("components")
	@SuppressWarnings({ "unchecked", "rawtypes" }) // It is of the type.
	void replaceTheComponentOfTheirType(Class type) {
		application()
			.withInitializer((context) -> ((GenericApplicationContext) context).registerBean("own", type,
					() -> decorated(type, context)))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBeanProvider(type).getObject()).isSameAs(context.getBean("own"));
				assertThat(context.getBean(RedisComponentsRefresher.class).refresh().refused()).isEmpty();
				ComponentBean.ALL.forEach((other) -> assertThat(context.getBean(other.type())).isNotNull());
				assertThat(TestBoot.healthStatus(context)).isEqualTo("UP");
				assertThat(context.getBean(RoomViews.class).rooms())
					.allSatisfy((room, view) -> assertThat(view.merge(Map.of("a", view.report()))).isNotNull());
				context.getBean(MeterRegistry.class).getMeters().forEach(Meter::measure);
			});
	}

	/** What an application wraps is no implementation of this library. */
	private static Object decorated(Class<?> type, ApplicationContext context) {
		Object original = ComponentBean.of(type).from(context.getBean(RedisComponents.class));
		return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
			try {
				return method.getName().equals("equals") ? proxy == arguments[0] : method.invoke(original, arguments);
			}
			catch (InvocationTargetException ex) {
				throw ex.getCause();
			}
		});
	}

	@Test
	void aFurtherSetOfComponentsReplacesNothing() {
		application().withBean("archive", RedisComponents.class, () -> {
			throw new IllegalStateException("Nothing asks for it");
		}, (definition) -> definition.setLazyInit(true)).run((context) -> {
			assertThat(context).hasNotFailed();
			try (var lease = context.getBean(DistributedLock.class).get("a lock").tryAcquire().orElseThrow()) {
				assertThat(lease.isValid()).isTrue();
			}
		});
	}

	@Test
	void replaceTheThreadsOfTheComponents() {
		try (Background own = new Background()) {
			application().withBean("ownThreads", Background.class, () -> own).run((context) -> {
				assertThat(context).hasNotFailed().getBean(Background.class).isSameAs(own);
				context.getBean(CacheClient.class).cache("shop", String.class).put("1", "Ada");
			});
		}
	}

	@Test
	void replaceTheKeysAndTheCodecs() {
		KeySpace keys = new KeySpace("own");
		ValueCodecs codecs = ValueCodecs.json();
		application().withBean("ownKeys", KeySpace.class, () -> keys)
			.withBean("ownCodecs", ValueCodecs.class, () -> codecs)
			.run((context) -> {
				assertThat(context).hasNotFailed().getBean(KeySpace.class).isSameAs(keys);
				assertThat(context).getBean(ValueCodecs.class).isSameAs(codecs);
			});
	}

}
