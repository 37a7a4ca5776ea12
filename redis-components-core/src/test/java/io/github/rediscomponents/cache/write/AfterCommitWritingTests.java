// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.io.IOException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.AfterCommit;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.WritingSettings;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Writing through, and the settings and types of a cache, inside and outside of
 * transactions.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class AfterCommitWritingTests extends AfterCommitFixture {

	AfterCommitWritingTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void writesThroughInsideAndOutsideOfATransaction() throws Exception {
		cached("k", "old");
		assertThat(this.cache.writeThrough("k", () -> {
			assertThat(this.cache.peek("k").isHit()).isTrue();
			this.database.write("k", "new");
			return 7;
		})).isEqualTo(7);
		assertThat(get("k")).isEqualTo("new");
		rolledBack(() -> {
			try {
				this.cache.writeThrough("k", () -> {
					this.database.write("k", "lost");
					return get("k");
				});
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
			assertThat(get("k")).isEqualTo("lost");
			assertThat(peekElsewhere("k").value()).isEqualTo("new");
		});
		assertThat(this.cache.peek("k").value()).isEqualTo("new");
		this.cache.writeThrough("k", () -> {
			inTransaction(() -> this.database.write("k", "newest"));
			return null;
		});
		assertThat(get("k")).isEqualTo("newest");
	}

	@Test
	void aWriteThroughThatFailedInvalidatesBecauseItMayBeDone() {
		cached("k", "old");
		IOException lost = new IOException("the reply was lost");
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.cache.writeThrough("k", () -> {
			this.database.write("k", "new");
			throw lost;
		})).isSameAs(lost);
		assertThat(get("k")).isEqualTo("new");
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> this.cache.writeThrough("k", () -> {
			this.database.write("k", "newer");
			throw new StackOverflowError();
		}));
		assertThat(get("k")).isEqualTo("newer");
	}

	@Test
	void invalidatesAtOnceIfTheSettingsSaySo() {
		this.caches.tuned(TestCaches.SETTINGS.withWriting(WritingSettings.defaults().withAfterCommit(false)));
		cached("k", "old");
		rolledBack(() -> {
			this.cache.invalidate("k");
			assertThat(this.cache.peek("k").isHit()).isFalse();
			this.cache.put("k", "put");
		});
		assertThat(this.cache.peek("k").value()).isEqualTo("put");
	}

	@Test
	void aCacheThatGetsItsTypeInsideTheTransactionStoresWhatWasPut() {
		inTransaction(() -> {
			this.caches.client.invalidate("late", "k");
			TypedCache<String, String> late = this.caches.texts("late");
			late.put("k", "put");
			assertThat(late.peek("k").value()).isEqualTo("put");
			late.put("l", "put");
		});
		assertThat(this.caches.texts("late").peek("k").value()).isEqualTo("put");
		assertThat(this.caches.texts("late").peek("l").value()).isEqualTo("put");
	}

	@Test
	void worksWithoutTransactions() {
		assertThat(AfterCommit.detected().isActive()).isFalse();
		assertThat(AfterCommit.NONE.isActive()).isFalse();
		assertThat(AfterCommit.NONE.participant()).isNull();
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> AfterCommit.NONE.enlist(null));
	}

}
