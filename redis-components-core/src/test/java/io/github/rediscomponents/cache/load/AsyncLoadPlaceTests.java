// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.rediscomponents.cache.AsyncTypedCache;
import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The tests of places of loads, with asynchronous calls.
 */
class AsyncLoadPlaceTests extends CacheLoadPlaceTests {

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

	/**
	 * What a loader asks before it returns its stage needs no other place.
	 */
	@Override
	@Test
	void loadsInsideALoaderInItsPlaceAndOnItsThread() {
		tune((loading) -> loading.withMaxConcurrentLoads(1));
		AsyncTypedCache<String, String> async = this.mine.async();
		assertThat(async.get("outer",
				(outer) -> async.get("inner", (inner) -> async.get("innermost", CompletableFuture::completedFuture))))
			.succeedsWithin(Duration.ofSeconds(20))
			.isEqualTo("innermost");
	}

}
