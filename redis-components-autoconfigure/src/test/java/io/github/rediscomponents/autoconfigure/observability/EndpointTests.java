// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import com.fasterxml.jackson.databind.JsonNode;

import io.github.rediscomponents.autoconfigure.TestActuator;
import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.Permit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The endpoint over HTTP.
 */
class EndpointTests {

	private static ConfigurableApplicationContext context;

	@BeforeAll
	static void start() {
		context = application("management.endpoint.redis-components.access=unrestricted");
	}

	private static ConfigurableApplicationContext application(String... properties) {
		return TestContexts.application(Application.class,
				Stream
					.concat(Stream.of("redis-components.semaphore.semaphores.printer.permits=2",
							"management.endpoints.web.exposure.include=redisComponents",
							"redis-components.cache.caches.near.local.enabled=true",
							"redis-components.cache.caches.near.local.invalidation=tracking",
							"redis-components.rate-limit.policies.code.limit=5",
							"redis-components.rate-limit.policies.code.period=1m",
							"redis-components.rate-limit.policies.code.on-redis-failure=closed"), Stream.of(properties))
					.toArray(String[]::new));
	}

	@AfterAll
	static void stop() {
		context.close();
	}

	@Test
	void showsWhatIsHeldAndWaitedFor() throws Exception {
		DistributedLock locks = context.getBean(DistributedLock.class);
		try (Lease lease = locks.get("shown").acquire()) {
			var waiting = locks.get("shown")
				.tryAcquireAsync(
						io.github.rediscomponents.lock.LockOptions.defaults().withMaxWait(Duration.ofMinutes(1)))
				.toCompletableFuture();
			await().atMost(Duration.ofMinutes(1)).until(() -> !locks.activity().waiting().isEmpty());
			JsonNode held = named(actuator().get("").get("lock").get("held"), "shown");
			assertThat(held.get("kind").asText()).isEqualTo("PLAIN");
			assertThat(held.get("token").asLong()).isEqualTo(lease.token());
			assertThat(held.get("id").asText()).isEqualTo(lease.id());
			assertThat(held.get("renewed").asBoolean()).isTrue();
			assertThat(Duration.parse(held.get("remaining").asText())).isPositive();
			assertThat(named(actuator().get("/lock").get("waiting"), "shown").get("waited").asText()).startsWith("PT");
			waiting.cancel(false);
		}
		assertThat(actuator().get("/lock").get("held")).noneMatch((one) -> one.get("name").asText().equals("shown"));
	}

	@Test
	void showsByWhichWayLocalLevelsServe() throws Exception {
		assertThat(actuator().get("/cache").get("localLevels").isEmpty()).isTrue();
		context.getBean(CacheClient.class).get("near", 1, String.class, (id) -> "v");
		Map<String, String> up = Map.of("tracking", "UP");
		await().atMost(Duration.ofMinutes(1))
			.until(() -> TestBoot.healthDetails(context).get("cache.localLevels").equals(up));
		assertThat(actuator().get("/cache").get("localLevels").get("tracking").asText()).isEqualTo("UP");
	}

	@Test
	void showsPermitsAndPoliciesAndPartsOfTheApplication() throws Exception {
		try (Permit permit = context.getBean(DistributedSemaphore.class)
			.get("printer")
			.tryAcquire(2, Duration.ZERO)
			.orElseThrow()) {
			JsonNode held = named(actuator().get("/semaphore").get("held"), "printer");
			assertThat(held.get("permits").asInt()).isEqualTo(2);
			JsonNode holder = actuator().get("/semaphore/printer").get("holders").get(0);
			assertThat(holder.get("id").asText()).isEqualTo(permit.id());
			assertThat(holder.get("permits").asInt()).isEqualTo(2);
			assertThat(actuator().get("/semaphore/printer").get("held").asInt()).isEqualTo(2);
			assertThat(actuator().get("/semaphore/printer").get("available").asInt()).isZero();
			assertThat(actuator().get("/semaphore").get("heldTotal").asInt()).isPositive();
		}
		assertThat(actuator().get("/semaphore/printer").get("available").asInt()).isEqualTo(2);
		assertThat(actuator().get("/semaphore/unknown").has("available")).isFalse();
		JsonNode policy = actuator().get("/ratelimit").get("policies").get("code");
		assertThat(policy.get("onRedisFailure").asText()).isEqualTo("closed");
		assertThat(policy.get("limits").get(0).get("limit").asInt()).isEqualTo(5);
		assertThat(policy.get("limits").get(0).get("period").asText()).isEqualTo("PT1M");
		assertThat(actuator().get("/ratelimit/code").get("limits").get(0).get("algorithm").asText())
			.isEqualTo("sliding-window-log");
		assertThat(actuator().get("").get("own").get("answer").asInt()).isEqualTo(42);
		assertThat(actuator().send("/ratelimit/none", null).statusCode()).isEqualTo(404);
		assertThat(actuator().send("/nothing", null).statusCode()).isEqualTo(404);
	}

	@Test
	void countsCachesAndLooksAtOneKey() throws Exception {
		CacheClient caches = context.getBean(CacheClient.class);
		caches.get("looked", "a", String.class, (key) -> "secret value");
		caches.get("looked", "a", String.class, (key) -> "secret value");
		assertThat(actuator().get("/cache/looked").get("misses").asInt()).isEqualTo(1);
		assertThat(actuator().get("/cache/looked").get("loads").asInt()).isEqualTo(1);
		String one = "{\"name\":\"looked\",\"id\":\"a\"}";
		assertThat(actuator().send("/cache/look", one).body()).contains("\"found\":true", "\"bytes\":")
			.doesNotContain("secret");
		assertThat(actuator().send("/cache/invalidate", one).body()).isEqualTo("{\"invalidated\":true}");
		assertThat(actuator().send("/cache/look", one).body()).isEqualTo("{\"found\":false}");
		assertThat(actuator().send("/cache/clear", "{\"name\":\"looked\"}").body()).isEqualTo("{\"cleared\":true}");
		assertThat(actuator().send("/cache/clear", one).statusCode()).isEqualTo(400);
		assertThat(actuator().send("/cache/look", "{\"name\":\"looked\"}").statusCode()).isEqualTo(400);
		assertThat(actuator().send("/cache/look", "{\"name\":\"none\",\"id\":\"a\"}").statusCode()).isEqualTo(404);
	}

	@Test
	void showsWhichSubjectsWereRefusedAndResetsOne() throws Exception {
		RateLimiter limiter = context.getBean(RateLimiter.class);
		for (int i = 0; i < 8; i++) {
			limiter.tryAcquire("code", "refused-one");
		}
		JsonNode shown = actuator().get("/ratelimit");
		assertThat(shown.get("refused").valueStream())
			.anySatisfy((one) -> assertThat(one.toString()).contains("\"key\":\"refused-one\"", "\"count\":3"));
		assertThat(shown.get("decisions").get(0).get("refused").asLong()).isGreaterThanOrEqualTo(3);
		assertThat(limiter.tryAcquire("code", "refused-one").allowed()).isFalse();
		assertThat(actuator().send("/ratelimit/reset", "{\"name\":\"code\",\"id\":\"refused-one\"}").body())
			.isEqualTo("{\"reset\":true}");
		assertThat(limiter.tryAcquire("code", "refused-one").allowed()).isTrue();
		assertThat(actuator().send("/ratelimit/reset", "{\"name\":\"code\"}").statusCode()).isEqualTo(400);
		assertThat(actuator().send("/ratelimit/reset", "{\"name\":\"none\",\"id\":\"a\"}").statusCode()).isEqualTo(404);
	}

	@Test
	void showsALockOfAnyKindAndReleasesIt() throws Exception {
		DistributedLock locks = context.getBean(DistributedLock.class);
		Lease plain = locks.get("a/b").acquire();
		Lease fair = locks.fair("fair one").acquire();
		Lease write = locks.readWrite("rw").write().acquire();
		Lease read = locks.readWrite("rw2").read().acquire();
		assertThat(actuator().get("/lock/a/b").get("holder").asText()).isEqualTo(plain.id());
		assertThat(actuator().get("/lock/fair%20one").get("token").asLong()).isEqualTo(fair.token());
		assertThat(actuator().get("/lock/rw").get("held").asBoolean()).isTrue();
		assertThat(actuator().get("/lock/free").get("held").asBoolean()).isFalse();
		for (String name : new String[] { "a/b", "fair one", "rw", "rw2" }) {
			HttpResponse<String> response = actuator().send("/lock", "{\"name\":\"" + name + "\"}");
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(response.body()).as(name).isEqualTo("{\"released\":true}");
		}
		for (Lease lease : new Lease[] { plain, fair, write, read }) {
			assertThat(lease.lost().toCompletableFuture().get(1, java.util.concurrent.TimeUnit.MINUTES))
				.isEqualTo(LossReason.REMOVED);
		}
		assertThat(actuator().send("/lock", "{\"name\":\"a/b\"}").body()).isEqualTo("{\"released\":false}");
	}

	@Test
	void revokesAPermit() throws Exception {
		Permit permit = context.getBean(DistributedSemaphore.class)
			.get("undeclared", io.github.rediscomponents.semaphore.SemaphoreOptions.of(3))
			.acquire();
		String body = "{\"name\":\"undeclared\",\"id\":\"" + permit.id() + "\"}";
		assertThat(actuator().send("/semaphore", body).body()).isEqualTo("{\"released\":true}");
		assertThat(actuator().send("/semaphore", body).body()).isEqualTo("{\"released\":false}");
		assertThat(permit.lost().toCompletableFuture().get(1, java.util.concurrent.TimeUnit.MINUTES))
			.isEqualTo(LossReason.REMOVED);
	}

	@Test
	void refusesWhatCannotBeReleased() throws Exception {
		assertThat(actuator().send("/lock", "{}").statusCode()).isEqualTo(400);
		assertThat(actuator().send("/lock", "{\"name\":\"\"}").statusCode()).isEqualTo(400);
		assertThat(actuator().send("/lock", "{\"name\":\"a\",\"id\":\"b\"}").statusCode()).isEqualTo(400);
		assertThat(actuator().send("/semaphore", "{\"name\":\"printer\"}").statusCode()).isEqualTo(400);
		assertThat(actuator().send("/ratelimit", "{\"name\":\"code\"}").statusCode()).isEqualTo(400);
		assertThat(actuator().send("/nothing", "{\"name\":\"code\"}").statusCode()).isIn(204, 404);
	}

	@Test
	void onlyReadsUnlessMoreIsAllowed() throws Exception {
		try (ConfigurableApplicationContext own = application()) {
			Lease lease = own.getBean(DistributedLock.class).get("kept").acquire();
			assertThat(new TestActuator(own).send("/lock/kept", null).statusCode()).isEqualTo(200);
			assertThat(new TestActuator(own).send("/lock", "{\"name\":\"kept\"}").statusCode()).isEqualTo(405);
			assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		}
	}

	@Test
	void isOptional() {
		TestContexts.connected()
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(DistributedLock.class));
		TestContexts.connected()
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(RedisComponentsEndpoint.class));
		TestContexts.connected()
			.withPropertyValues("management.endpoints.web.exposure.include=*", "redis-components.lock.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	private static JsonNode named(JsonNode list, String name) {
		return list.valueStream()
			.filter((one) -> one.get("name").asText().equals(name))
			.findFirst()
			.orElseThrow(() -> new AssertionError(name + " in " + list));
	}

	private static TestActuator actuator() {
		return new TestActuator(context);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		RoomView own() {
			return new RoomView() {
				@Override
				public String room() {
					return "own";
				}

				@Override
				public Map<String, Object> overview() {
					return Map.of("answer", 42);
				}
			};
		}

	}

}
