// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionDefinition;

import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The tests of the ends of transactions, with asynchronous calls.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class AsyncAfterCommitEndTests extends AfterCommitEndTests {

	AsyncAfterCommitEndTests(RedisTopology topology) {
		super(topology);
	}

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

	/**
	 * The future is complete although the thread is interrupted that waits for it.
	 */
	@Override
	@Test
	void invalidatesAlthoughTheThreadIsInterrupted() {
		this.cache.put("k", "old");
		Thread.currentThread().interrupt();
		CompletableFuture<Void> invalidated = this.cache.async().invalidate("k");
		assertThat(Thread.interrupted()).isTrue();
		invalidated.join();
		assertThat(this.cache.peek("k").isHit()).isFalse();
	}

	/**
	 * The loader of a key that the transaction has not changed runs outside of it.
	 */
	@Override
	@Test
	void whatARolledBackSavepointPutIsInvalidated() {
		this.database.write("k", "old");
		this.cache.put("k", "old");
		this.database.transaction().executeWithoutResult((status) -> {
			this.database.transaction(TransactionDefinition.PROPAGATION_NESTED).executeWithoutResult((nested) -> {
				this.database.write("k", "new");
				this.cache.put("k", "new");
				nested.setRollbackOnly();
			});
			assertThat(this.cache.get("k", this.database::read)).isEqualTo("old");
			this.cache.put("l", "new");
		});
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(this.cache.peek("l").value()).isEqualTo("new");
	}

}
