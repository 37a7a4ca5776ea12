// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.cache.CacheLoadException;
import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The tests of time-outs, with asynchronous calls.
 */
class AsyncLoadTimeoutTests extends CacheLoadTimeoutTests {

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

	@Override
	@Test
	void waitsForTheLoaderWithoutAnOlderValueWhateverTheSoftTimeout() {
		tune((loading) -> loading.withFailSafe(LONG).withSoftTimeout(Duration.ofMillis(1)));
		assertThat(this.mine.get("k", (key) -> {
			TimeUnit.MILLISECONDS.sleep(100);
			return "new";
		})).isEqualTo("new");
	}

	/**
	 * A stage that is given up has no place any more, whatever goes on behind it.
	 */
	@Override
	@Test
	void keepsThePlaceOfALoaderThatIgnoresInterruptsUntilItEnds() {
		tune(tune((loading) -> loading.withMaxConcurrentLoads(1).withMaxLoadWait(Duration.ZERO))
			.withLease(Duration.ofMillis(500), Duration.ofMillis(500)));
		CompletableFuture<String> stubborn = new CompletableFuture<>() {

			@Override
			public boolean cancel(boolean interrupting) {
				throw new UnsupportedOperationException("for a test");
			}

		};
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> this.mine.async().get("k", (key) -> stubborn).join())
			.withCauseInstanceOf(CacheLoadException.class);
		// Those that follow may be slow.
		tune((loading) -> loading.withMaxConcurrentLoads(1).withMaxLoadWait(Duration.ZERO));
		assertThat(this.mine.get("l", this::loading)).isEqualTo("v1");
		stubborn.complete("too late");
		assertThat(this.mine.get("k", this::loading)).isEqualTo("v2");
	}

	@Override
	@Test
	void passesOnWhatALoaderThrowsOnAThreadOfItsOwn() {
		tune((loading) -> loading.withHardTimeout(LONG));
		assertThatExceptionOfType(IllegalCallerException.class).isThrownBy(() -> this.mine.get("k", this::failing));
		assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(() -> this.mine.get("k", (key) -> {
			throw new NoClassDefFoundError("for a test");
		}));
		await().until(() -> !isLeased("k"));
		assertThat(this.mine.get("k", this::loading)).isEqualTo("v2");
	}

}
