// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import io.github.rediscomponents.cache.CacheFixture;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestDatabase;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A cache and a database whose transactions decide when the writes of the cache take
 * effect.
 */
abstract class AfterCommitFixture extends CacheFixture {

	final TestDatabase database = new TestDatabase();

	AfterCommitFixture(RedisTopology topology) {
		super(topology);
	}

	String get(String key) {
		return this.cache.get(key, this.database::read);
	}

	Lookup<String> peekElsewhere(String key) {
		return TestDatabase.elsewhere(() -> this.cache.peek(key));
	}

	void cached(String key, String value) {
		this.database.write(key, value);
		assertThat(get(key)).isEqualTo(value);
	}

	void inTransaction(Runnable action) {
		this.database.transaction().executeWithoutResult((status) -> action.run());
	}

	void rolledBack(Runnable action) {
		this.database.transaction().executeWithoutResult((status) -> {
			action.run();
			status.setRollbackOnly();
		});
	}

	void change(String key, String value) {
		this.database.write(key, value);
		this.cache.invalidate(key);
	}

}
