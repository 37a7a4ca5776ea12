// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The tests of commit and roll-back, with asynchronous calls.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class AsyncAfterCommitTests extends AfterCommitTests {

	AsyncAfterCommitTests(RedisTopology topology) {
		super(topology);
	}

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

	/**
	 * The loader runs where Redis answers, outside of the transaction.
	 */
	@Override
	@Test
	void removesWhatItLoadedAfterARollback() {
		this.database.write("k", "old");
		this.database.transaction().executeWithoutResult((status) -> {
			this.database.write("k", "new");
			assertThat(this.cache.get("k", this.database::read)).isEqualTo("old");
			status.setRollbackOnly();
		});
		assertThat(this.cache.peek("k").value()).isEqualTo("old");
	}

}
