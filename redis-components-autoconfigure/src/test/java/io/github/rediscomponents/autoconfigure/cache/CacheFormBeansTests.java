// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import java.util.List;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.codec.CodecException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The form of entries by properties.
 */
class CacheFormBeansTests {

	private static final String CACHES = "redis-components.cache.caches.";

	@Test
	void followsThePropertiesAndARefresh() {
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.cache.defaults.max-value-bytes=1KB", CACHES + "note.codec=text",
					CACHES + "note.compress-above=100B", CACHES + "raw.codec=bytes")
			.run((context) -> {
				CacheClient cache = context.getBean(CacheClient.class);
				TypedCache<String, String> notes = cache.cache("note", String.class);
				notes.put("k", "x".repeat(1024));
				assertThat(notes.peek("k").value()).hasSize(1024);
				assertThatIllegalArgumentException().isThrownBy(() -> notes.put("k", "x".repeat(1025)));
				assertThatExceptionOfType(CodecException.class).isThrownBy(() -> cache.cache("raw", List.class));
				RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
				TestContexts.change(context, CACHES + "note.max-value-bytes", "2KB");
				assertThat(refresher.refresh().changed()).containsExactly("redis-components.cache");
				notes.put("k", "x".repeat(1025));
				TestContexts.change(context, CACHES + "note.codec", "kryo");
				assertThat(refresher.refresh().refused()).singleElement().asString().contains(CACHES + "note.codec");
				assertThat(notes.peek("k").value()).hasSize(1025);
			});
	}

}
