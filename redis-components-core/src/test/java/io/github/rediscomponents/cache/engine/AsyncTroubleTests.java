// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.AsyncTypedCache;
import io.github.rediscomponents.cache.CacheLoadException;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.FreshnessFixture;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * What asynchronous calls do when loaders and codecs throw what they should not, and on
 * which threads they do it.
 */
class AsyncTroubleTests extends FreshnessFixture {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final Wordless wordless = new Wordless();

	private AsyncTypedCache<String, String> async() {
		return this.mine.async();
	}

	/** The failure is told as one that can be described, and the load leaves nothing. */
	private void assertTold(CompletableFuture<?> call, Throwable told) {
		Throwable failure = catchThrowable(() -> call.get(20, TimeUnit.SECONDS));
		assertThat(failure.getCause()).isInstanceOf(CacheLoadException.class)
			.hasMessageContaining(told.getClass().getName());
		Throwable cause = failure.getCause().getCause();
		assertThat(cause == told || cause.getCause() == told).isTrue();
	}

	private void assertLoads(String key) {
		assertThat(async().get(key, CompletableFuture::completedFuture)).succeedsWithin(SOON).isEqualTo(key);
		assertThat(async().getAll(List.of(key + "1", key + "2"), (keys) -> CompletableFuture.completedFuture(Map.of())))
			.succeedsWithin(SOON)
			.isEqualTo(Map.of());
	}

	@Test
	void endsWithAFailureWhoseTextCannotBeRead() {
		tune((loading) -> loading.withMaxConcurrentLoads(1).withMaxLoadWait(LONG).withHardTimeout(LONG));
		assertTold(async().get("a", (key) -> {
			throw this.wordless;
		}), this.wordless);
		assertTold(async().get("a", (key) -> CompletableFuture.failedFuture(this.wordless)), this.wordless);
		CompletableFuture<String> stage = new CompletableFuture<>();
		CompletableFuture<String> call = async().get("a", (key) -> {
			this.loads.incrementAndGet();
			return stage;
		});
		await().untilAtomic(this.loads, org.hamcrest.Matchers.is(1));
		stage.completeExceptionally(this.wordless);
		assertTold(call, this.wordless);
		Error error = new WordlessError();
		assertTold(async().get("a", (key) -> CompletableFuture.failedFuture(error)), error);
		await().until(() -> !isLeased("a"));
		assertLoads("a");
	}

	@Test
	void endsABulkLoadWithAFailureWhoseTextCannotBeRead() {
		tune((loading) -> loading.withMaxConcurrentLoads(1).withMaxLoadWait(LONG).withHardTimeout(LONG));
		List<String> keys = List.of("a", "b", "c");
		assertTold(async().getAll(keys, (missing) -> {
			throw this.wordless;
		}), this.wordless);
		assertTold(async().getAll(keys, (missing) -> CompletableFuture.failedFuture(this.wordless)), this.wordless);
		CompletableFuture<Map<String, String>> stage = new CompletableFuture<>();
		CompletableFuture<Map<String, String>> call = async().getAll(keys, (missing) -> {
			this.loads.incrementAndGet();
			return stage;
		});
		await().untilAtomic(this.loads, org.hamcrest.Matchers.is(1));
		stage.completeExceptionally(this.wordless);
		assertTold(call, this.wordless);
		await().until(() -> keys.stream().noneMatch(this::isLeased));
		assertLoads("a");
	}

	@Test
	void servesTheOlderValueAfterAFailureWhoseTextCannotBeRead() {
		outdate(tune((loading) -> loading.withFailSafe(LONG).withHardTimeout(LONG)), "k");
		assertThat(async().get("k", (key) -> CompletableFuture.failedFuture(this.wordless))).succeedsWithin(SOON)
			.isEqualTo("old");
		assertThat(async().getAll(List.of("k"), (keys) -> CompletableFuture.failedFuture(this.wordless)))
			.succeedsWithin(SOON)
			.isEqualTo(Map.of("k", "old"));
	}

	@Test
	void rebuildsAfterAFailureWhoseTextCannotBeRead() {
		CacheSettings windowed = TestCaches.SETTINGS.withStaleWindow(LONG).withMaxRebuilds(1);
		this.here.tuned(windowed.withTtl(Duration.ofMillis(30)));
		this.mine.putAll(Map.of("k", "old", "l", "old"));
		tune(windowed);
		await().until(() -> this.mine.peek("l").state() == Lookup.State.STALE);
		for (String key : List.of("k", "l")) {
			assertThat(async().getAll(List.of(key), (keys) -> {
				this.loads.incrementAndGet();
				return CompletableFuture.failedFuture(this.wordless);
			})).succeedsWithin(SOON).isEqualTo(Map.of(key, "old"));
		}
		await().until(() -> this.loads.get() > 0);
		// The only rebuild that may run has ended.
		await().until(() -> "new"
			.equals(async().get("l", (key) -> CompletableFuture.completedFuture("new")).get(20, TimeUnit.SECONDS)));
	}

	@Test
	void tellsTheFailureOfAThreadWhoseTextCannotBeRead() {
		tune((loading) -> loading.withErrorCoolDown(LONG).withHardTimeout(LONG));
		assertThat(catchThrowable(() -> this.mine.get("k", (key) -> {
			throw this.wordless;
		})) == this.wordless).isTrue();
		assertTold(async().get("k", CompletableFuture::completedFuture), this.wordless);
		assertTold(async().getAll(List.of("k", "l"), (keys) -> CompletableFuture.completedFuture(Map.of())),
				this.wordless);
	}

	@Test
	void endsWhenTheCodecFailsWithWhatCannotBeDescribed() {
		tune((loading) -> loading.withMaxConcurrentLoads(1).withMaxLoadWait(LONG).withHardTimeout(LONG));
		AsyncTypedCache<String, String> coded = coded(this.here, (value) -> {
			throw this.wordless;
		}).async();
		assertTold(coded.get("k", CompletableFuture::completedFuture), this.wordless);
		assertTold(coded.getAll(List.of("k", "l"), (keys) -> CompletableFuture.completedFuture(Map.of("k", "v"))),
				this.wordless);
		assertThat(coded.get("m", (key) -> CompletableFuture.completedFuture(null))).succeedsWithin(SOON).isNull();
	}

	@Test
	void endsWhenTheMapOfABulkLoaderThrowsAnError() {
		tune((loading) -> loading.withMaxConcurrentLoads(1).withMaxLoadWait(LONG));
		Error error = new NoClassDefFoundError("for a test");
		Map<String, String> broken = new AbstractMap<>() {

			@Override
			public String get(Object key) {
				throw error;
			}

			@Override
			public Set<Entry<String, String>> entrySet() {
				throw error;
			}

		};
		CompletableFuture<Map<String, String>> call = async().getAll(List.of("a", "b"),
				(keys) -> CompletableFuture.completedFuture(broken));
		assertThat(catchThrowable(() -> call.get(20, TimeUnit.SECONDS)).getCause()).isSameAs(error);
		assertLoads("a");
	}

	@Test
	void encodesOnNoThreadOfTheLoader() throws Exception {
		Set<String> names = ConcurrentHashMap.newKeySet();
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server);
				TestCaches caches = TestCaches.on(port)
					.tuned(TestCaches.SETTINGS.withCommandTimeout(Duration.ofMillis(300)))) {
			AsyncTypedCache<String, String> coded = coded(caches, (value) -> {
				names.add(Thread.currentThread().getName());
				return value;
			}).async();
			for (boolean away : List.of(false, true)) {
				if (away) {
					server.pause();
				}
				int before = this.loads.get();
				CompletableFuture<String> stage = new CompletableFuture<>();
				CompletableFuture<String> call = coded.get("k" + away, (key) -> {
					this.loads.incrementAndGet();
					return stage;
				});
				await().until(() -> this.loads.get() > before);
				this.threads.submit(() -> stage.complete("v")).get(20, TimeUnit.SECONDS);
				assertThat(call).succeedsWithin(SOON).isEqualTo("v");
			}
			server.resume();
		}
		assertThat(names).isNotEmpty().allMatch((name) -> name.startsWith("redis-components-stage-"));
	}

	private static TypedCache<String, String> coded(TestCaches caches, UnaryOperator<String> encoding) {
		return caches.client.cache(CacheSpec.of("coded", String.class, String.class).codec(new ValueCodec<>() {

			@Override
			public byte[] encode(String value) {
				return encoding.apply(value).getBytes(StandardCharsets.UTF_8);
			}

			@Override
			public String decode(byte[] bytes) {
				return new String(bytes, StandardCharsets.UTF_8);
			}

		}));
	}

	private static final class Wordless extends RuntimeException {

		private static final long serialVersionUID = 1L;

		@Override
		public String getMessage() {
			throw new IllegalCallerException("no message");
		}

	}

	private static final class WordlessError extends Error {

		private static final long serialVersionUID = 1L;

		@Override
		public String toString() {
			throw new IllegalCallerException("no text");
		}

	}

}
