// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.eviction;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.OnWaitTimeout;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.ratelimit.Algorithm;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.PolicyLimiter;
import io.github.rediscomponents.ratelimit.RateLimitSettings;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.ratelimit.Reservation;
import io.github.rediscomponents.support.eviction.Eviction.Act;
import io.github.rediscomponents.support.eviction.Eviction.Answer;
import io.github.rediscomponents.support.eviction.Eviction.Scene;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What {@link EvictionCampaignTests} plays with caches and rate limits.
 */
final class EvictionCacheScenes {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private EvictionCacheScenes() {
	}

	static Stream<Scene> of() {
		Stream<Scene> limits = Arrays.stream(Algorithm.values())
			.map((algorithm) -> new Scene("rate limit " + algorithm.name().toLowerCase(Locale.ROOT).replace('_', ' '),
					(port, keys, background) -> rateLimit(port, keys, limits(algorithm))));
		return Stream.concat(limits,
				Stream.of(
						new Scene("rate limits of one policy",
								(port, keys, background) -> rateLimit(port, keys, limits(Algorithm.values())), true),
						new Scene("cache", EvictionCacheScenes::cache)));
	}

	private static Act cache(CommandPort port, KeySpace keys, Background background) {
		CacheSettings patient = CacheSettings.defaults()
			.withCommandTimeout(PATIENCE)
			.withWait(PATIENCE, OnWaitTimeout.FAIL);
		LiveSettings<CacheRegistrySettings> settings = new LiveSettings<>(
				CacheRegistrySettings.defaults().withCommon(patient).withClearVisibleWithin(Duration.ofMillis(10)));
		CacheClient one = CacheClient.create(port, keys, settings, background, ValueCodecs.json(), CacheObserver.NONE);
		CacheClient other = CacheClient.create(port, keys, settings, background, ValueCodecs.json(),
				CacheObserver.NONE);
		Cached cached = new Cached(one.cache("c", String.class), other.cache("c", String.class));
		return new Act(cached::begin, cached::ask, () -> {
			cached.endLoad();
			one.close();
			other.close();
		});
	}

	private static List<Limit> limits(Algorithm... algorithms) {
		Duration period = quiet();
		return Stream.of(algorithms).map((algorithm) -> new Limit(algorithm, 5, period)).toList();
	}

	/**
	 * In which nothing comes back during a test, and whose windows have no border near.
	 */
	private static Duration quiet() {
		long now = System.currentTimeMillis();
		long far = Duration.ofMinutes(10).toMillis();
		return IntStream.range(60, 120)
			.mapToObj(Duration::ofMinutes)
			.filter((period) -> Math.min(now % period.toMillis(), period.toMillis() - now % period.toMillis()) > far)
			.findFirst()
			.orElseThrow();
	}

	private static Act rateLimit(CommandPort port, KeySpace keys, List<Limit> limits) {
		RatePolicy policy = RatePolicy.of("api", limits.toArray(Limit[]::new));
		PolicyLimiter limiter = RateLimiter.create(port, keys, new LiveSettings<>(RateLimitSettings.defaults()))
			.policy(policy);
		Reservation[] reserved = new Reservation[1];
		Duration far = policy.longestWait();
		return new Act(() -> {
			limiter.reset("anna");
			assertThat(limiter.tryAcquire("anna", 3).allowed()).isTrue();
			limiter.reset("ben");
			assertThat(limiter.tryAcquire("ben", 5).allowed()).isTrue();
			reserved[0] = limiter.reserve("ben", 1, far);
			assertThat(reserved[0].allowed()).isTrue();
			assertThat(reserved[0].delay()).isPositive();
		}, () -> {
			Answer taken = admits(limiter, "anna", 2);
			reserved[0].cancel();
			Answer reservation = admits(limiter, "ben", 0);
			// As it was before.
			limiter.reset("anna");
			limiter.tryAcquire("anna", 3);
			limiter.reset("ben");
			limiter.tryAcquire("ben", 5);
			reserved[0] = limiter.reserve("ben", 1, far);
			return taken.and(reservation);
		});
	}

	/** What is promised is what is admitted, never more than the limit. */
	private static Answer admits(PolicyLimiter limiter, String subject, int right) {
		long promised = limiter.peek(subject).remaining();
		int admitted = 0;
		while (admitted < 10 && limiter.tryAcquire(subject).allowed()) {
			admitted++;
		}
		assertThat(admitted).as("admitted to %s", subject).isEqualTo((int) promised);
		return (admitted == right) ? Answer.RIGHT : Answer.lessIf(admitted == 5);
	}

	/**
	 * Two processes with a cache of one value; one of them is just loading another one.
	 */
	private static final class Cached {

		private final TypedCache<String, String> one;

		private final TypedCache<String, String> other;

		/** What the application has. */
		private final AtomicInteger truth = new AtomicInteger();

		private final AtomicInteger loads = new AtomicInteger();

		private @Nullable CountDownLatch loading;

		private @Nullable CompletableFuture<@Nullable String> loaded;

		Cached(TypedCache<String, String> one, TypedCache<String, String> other) {
			this.one = one;
			this.other = other;
		}

		private String load(String key) {
			this.loads.incrementAndGet();
			return key + this.truth.get();
		}

		private boolean isRight(String key) {
			String expected = key + this.truth.get();
			return expected.equals(this.one.get(key, this::load)) & expected.equals(this.other.get(key, this::load));
		}

		void begin() throws Exception {
			endLoad();
			// Until both know of the same generation.
			await().atMost(PATIENCE).pollDelay(Duration.ofMillis(20)).until(() -> {
				int before = this.loads.get();
				assertThat(isRight("hot")).as("after it was loaded").isTrue();
				return this.loads.get() == before;
			});
			this.one.invalidate("slow");
			CountDownLatch began = new CountDownLatch(1);
			CountDownLatch held = new CountDownLatch(1);
			this.loading = held;
			this.loaded = new CompletableFuture<>();
			CompletableFuture<@Nullable String> result = this.loaded;
			Thread loader = new Thread(() -> result.complete(this.one.get("slow", (key) -> {
				String old = load(key);
				began.countDown();
				held.await();
				return old;
			})), "slow loader");
			loader.setDaemon(true);
			loader.start();
			assertThat(began.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}

		@Nullable String endLoad() throws Exception {
			if (this.loading == null || this.loaded == null) {
				return null;
			}
			this.loading.countDown();
			return this.loaded.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		}

		Answer ask() throws Exception {
			int before = this.loads.get();
			// When the generation is read again.
			await().pollDelay(Duration.ofMillis(20)).until(() -> true);
			assertThat(isRight("hot")).as("what is cached").isTrue();
			Answer answer = (this.loads.get() == before) ? Answer.RIGHT : Answer.LESS;
			// What is being loaded is out of date, and must not be stored.
			String old = "slow" + this.truth.get();
			this.truth.incrementAndGet();
			this.one.invalidate("slow");
			assertThat(this.other.get("slow", this::load)).as("beside the load").isEqualTo("slow" + this.truth.get());
			assertThat(endLoad()).isEqualTo(old);
			assertThat(isRight("slow")).as("after the load").isTrue();
			this.one.clear();
			assertThat(this.one.get("hot", this::load)).as("after a clear").isEqualTo("hot" + this.truth.get());
			await().atMost(PATIENCE).pollDelay(Duration.ofMillis(20)).until(() -> isRight("hot"));
			begin();
			return answer;
		}

	}

}
