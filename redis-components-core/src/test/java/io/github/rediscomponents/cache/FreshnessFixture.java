// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import io.github.rediscomponents.cache.loader.CacheLoader;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two processes with the same cache, whose entries are at ages of choice.
 */
public abstract class FreshnessFixture extends CacheRaceFixture {

	public static final Duration LONG = Duration.ofMinutes(10);

	public final AtomicInteger loads = new AtomicInteger();

	public FreshnessFixture() {
		super(RedisTopology.STANDALONE);
	}

	/** Both processes get the defaults of the tests with these settings of loads. */
	protected CacheSettings tune(UnaryOperator<LoadingSettings> change) {
		CacheSettings settings = TestCaches.SETTINGS.withLoading(change.apply(LoadingSettings.defaults()));
		tune(settings);
		return settings;
	}

	protected void tune(CacheSettings settings) {
		this.here.tuned(settings);
		this.there.tuned(settings);
	}

	/** Stores values that are past their time to live, and kept by fail-safe only. */
	protected void outdate(CacheSettings settings, String... keys) {
		this.here.tuned(settings.withTtl(Duration.ofMillis(30)));
		this.mine.putAll(List.of(keys).stream().collect(Collectors.toMap((key) -> key, (key) -> "old")));
		await().until(() -> List.of(keys).stream().allMatch((key) -> this.mine.peek(key).state() == Lookup.State.MISS));
		tune(settings);
	}

	protected String failing(String key) {
		this.loads.incrementAndGet();
		throw new IllegalCallerException("for a test");
	}

	protected Map<String, String> failingAll(java.util.Set<String> keys) {
		this.loads.incrementAndGet();
		throw new IllegalCallerException("for a test");
	}

	protected String loading(String key) {
		return "v" + this.loads.incrementAndGet();
	}

	protected boolean isLeased(String key) {
		String lease = this.here.leaseKey("c", key);
		return "1".equals(String.valueOf(server().masterFor(lease).command("EXISTS", lease)));
	}

	protected long pttl(String key) {
		String value = this.here.valueKey("c", key);
		return Long.parseLong(String.valueOf(server().masterFor(value).command("PTTL", value)));
	}

	/** A loader that waits to be let on, and says when it began. */
	public final class Held implements CacheLoader<String, String> {

		final CountDownLatch began = new CountDownLatch(1);

		public final CountDownLatch proceed = new CountDownLatch(1);

		public volatile Thread thread;

		@Override
		public String load(String key) throws InterruptedException {
			FreshnessFixture.this.loads.incrementAndGet();
			this.thread = Thread.currentThread();
			this.began.countDown();
			this.proceed.await();
			return "new";
		}

		public void awaitBegin() throws InterruptedException {
			assertThat(this.began.await(1, TimeUnit.MINUTES)).isTrue();
		}

	}

}
