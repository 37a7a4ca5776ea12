// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TestDatabase;
import io.github.rediscomponents.cache.TypedCache;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The tests of the queue of failed invalidations, with asynchronous calls.
 */
class AsyncOutboxTests extends OutboxTests {

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
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
