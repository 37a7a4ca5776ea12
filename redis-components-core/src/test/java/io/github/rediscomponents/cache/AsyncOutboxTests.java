// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The tests of invalidations that fail, with asynchronous calls.
 */
class AsyncOutboxTests extends OutboxTests {

	@Override
	TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

	/**
	 * The call goes on although the thread that made it is interrupted.
	 */
	@Override
	@Test
	void anInterruptDuringTheCallLosesNothing() {
		this.caches.tuned(SETTINGS.withCommandTimeout(Duration.ofMillis(250)));
		this.cache.put("k", "old");
		this.server.pause();
		Thread.currentThread().interrupt();
		CompletableFuture<Void> invalidated = this.cache.async().invalidate("k");
		assertThat(Thread.interrupted()).isTrue();
		assertThatThrownBy(invalidated::join).hasCauseInstanceOf(RedisUnavailableException.class);
		assertThat(queued()).isEqualTo(1);
		this.server.resume();
		awaitEmpty();
		assertThat(this.cache.peek("k").isHit()).isFalse();
	}

	/**
	 * The loader runs where Redis answers, outside of the transaction, so that there is
	 * nothing to remove.
	 */
	@Override
	@Test
	void whatARolledBackTransactionLoadedIsQueuedIfItCannotBeRemoved() {
		TestDatabase database = new TestDatabase();
		database.write("k", "old");
		database.transaction().executeWithoutResult((status) -> {
			database.write("k", "lost");
			assertThat(this.cache.get("k", database::read)).isEqualTo("old");
			assertThat(isStored("k")).isTrue();
			refuse();
			status.setRollbackOnly();
		});
		assertThat(queued()).isZero();
		assertThat(this.cache.peek("k").value()).isEqualTo("old");
	}

}
