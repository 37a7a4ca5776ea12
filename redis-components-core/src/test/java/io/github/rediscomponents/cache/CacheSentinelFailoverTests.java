// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.SentinelFixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of caches when Sentinel replaces the master.
 */
class CacheSentinelFailoverTests extends SentinelFixture {

	@ParameterizedTest
	@EnumSource
	void processesHearOfEachOthersChangesOverTheNewMaster(Loss loss) throws Exception {
		try (TestCaches writer = TestCaches.on(process()); TestCaches reader = writer.alsoOn(process())) {
			AtomicLong version = new AtomicLong();
			TypedCache<String, String> source = writer.texts("c");
			TypedCache<String, String> copy = reader.texts("c");
			goOn(() -> {
				source.put("k", "v" + version.incrementAndGet());
				return true;
			});
			goOn(() -> String.valueOf(copy.get("k", (key) -> "v0")).startsWith("v"));
			failOver(loss);
			finish();
			for (String last : List.of("next", "last")) {
				await().atMost(BOUND).ignoreExceptionsInstanceOf(RedisUnavailableException.class).until(() -> {
					source.put("k", last);
					return true;
				});
				await().atMost(BOUND).until(() -> last.equals(copy.get("k", (key) -> "v0")));
			}
			// What is loaded because Redis did not answer in time is no older value.
			assertThat(copy.get("k", (key) -> "last")).isEqualTo("last");
		}
	}

}
