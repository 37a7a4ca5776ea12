// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The tests of the end of the client and of interrupts, with asynchronous calls.
 */
class AsyncOutboxEndTests extends OutboxEndTests {

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

	/**
	 * The call goes on although the thread that made it is interrupted.
	 */
	@Override
	@Test
	void anInterruptDuringTheCallLosesNothing() {
		this.cache.put("k", "old");
		this.caches.tuned(BRIEF);
		this.server.pause();
		Thread.currentThread().interrupt();
		CompletableFuture<Void> invalidated = this.cache.async().invalidate("k");
		assertThat(Thread.interrupted()).isTrue();
		assertThatThrownBy(invalidated::join).hasCauseInstanceOf(RedisUnavailableException.class);
		assertThat(queued()).isEqualTo(1);
		this.server.resume();
		awaitEmpty();
		this.caches.tuned(SETTINGS);
		assertThat(this.cache.peek("k").isHit()).isFalse();
	}

}
