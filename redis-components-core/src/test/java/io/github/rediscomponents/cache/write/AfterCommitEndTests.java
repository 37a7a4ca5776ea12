// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.rediscomponents.cache.TestDatabase;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The writes of a cache inside transactions that are nested, that end on another thread,
 * whose end calls back, or whose end is unknown.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class AfterCommitEndTests extends AfterCommitFixture {

	AfterCommitEndTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void aTransactionInsideAnotherHasChangesOfItsOwn() {
		cached("k", "old");
		cached("l", "old");
		rolledBack(() -> {
			change("k", "new");
			this.database.transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW).executeWithoutResult((inner) -> {
				assertThat(this.cache.peek("k").value()).isEqualTo("old");
				change("l", "new");
			});
			assertThat(this.cache.peek("l").isHit()).isFalse();
			assertThat(get("k")).isEqualTo("new");
			this.database.transaction(TransactionDefinition.PROPAGATION_NOT_SUPPORTED)
				.executeWithoutResult((none) -> this.cache.put("m", "now"));
			assertThat(this.cache.peek("m").value()).isEqualTo("now");
			assertThat(get("k")).isEqualTo("new");
		});
		assertThat(this.cache.peek("k").value()).isEqualTo("old");
		assertThat(get("l")).isEqualTo("new");
	}

	@Test
	void whatARolledBackSavepointPutIsInvalidated() {
		cached("k", "old");
		cached("l", "old");
		inTransaction(() -> {
			this.database.transaction(TransactionDefinition.PROPAGATION_NESTED).executeWithoutResult((nested) -> {
				this.database.write("k", "new");
				this.cache.put("k", "new");
				this.database.write("n", "new");
				assertThat(get("n")).isEqualTo("new");
				nested.setRollbackOnly();
			});
			assertThat(get("k")).isEqualTo("old");
			assertThat(get("n")).isNull();
			this.cache.put("l", "new");
		});
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(this.cache.peek("n").isHit()).isFalse();
		assertThat(this.cache.peek("l").value()).isEqualTo("new");
	}

	@Test
	void invalidatesWhenTheOutcomeOfTheCommitIsUnknown() {
		List<RuntimeException> failures = List.of(new TransactionSystemException("the reply was lost"),
				new IllegalStateException("the reply was lost, and the roll-back does nothing"));
		for (RuntimeException failure : failures) {
			cached("k", "old");
			cached("l", "old");
			this.database.failAfterNextCommit(failure);
			assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> inTransaction(() -> {
				change("k", "new");
				this.cache.put("l", "perhaps");
				this.cache.put("m", "perhaps");
			})).isSameAs(failure);
			assertThat(get("k")).isEqualTo("new");
			assertThat(this.cache.peek("l").isHit()).isFalse();
			assertThat(this.cache.peek("m").isHit()).isFalse();
			this.cache.invalidate("k");
		}
	}

	@Test
	void aTransactionThatAnotherThreadHasEndedTakesNoMoreChanges() {
		cached("k", "old");
		cached("l", "old");
		TransactionSynchronizationManager.initSynchronization();
		TransactionSynchronizationManager.setActualTransactionActive(true);
		try {
			this.cache.invalidate("k");
			List<TransactionSynchronization> first = TransactionSynchronizationManager.getSynchronizations();
			assertThat(first).hasSize(1);
			TestDatabase.elsewhere(() -> {
				first.forEach((one) -> one.afterCompletion(TransactionSynchronization.STATUS_ROLLED_BACK));
				return true;
			});
			assertThat(this.cache.peek("k").value()).isEqualTo("old");
			this.cache.invalidate("l");
			TransactionSynchronizationManager.getSynchronizations()
				.forEach((one) -> one.afterCompletion(TransactionSynchronization.STATUS_UNKNOWN));
		}
		finally {
			TransactionSynchronizationManager.clear();
		}
		assertThat(this.cache.peek("k").value()).isEqualTo("old");
		assertThat(this.cache.peek("l").isHit()).isFalse();
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
	}

	@Test
	void callbacksOfTheTransactionReadWhatIsCommittedAndCanInvalidate() {
		cached("k", "old");
		cached("l", "old");
		Map<String, String> seen = new LinkedHashMap<>();
		inTransaction(() -> {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCommit() {
					seen.put("k", get("k"));
					AfterCommitEndTests.this.cache.invalidate("l");
					throw new IllegalStateException("fails");
				}

				@Override
				public void afterCompletion(int status) {
					seen.put("l", TestDatabase
						.elsewhere(() -> String.valueOf(AfterCommitEndTests.this.cache.peek("l").value())));
				}

			});
			change("k", "new");
			this.database.write("l", "new");
		}, IllegalStateException.class);
		assertThat(seen).containsExactly(Map.entry("k", "new"), Map.entry("l", "null"));
		assertThat(this.cache.peek("k").value()).isEqualTo("new");
		assertThat(get("l")).isEqualTo("new");
	}

	private void inTransaction(Runnable action, Class<? extends Exception> failure) {
		assertThatExceptionOfType(failure).isThrownBy(() -> inTransaction(action));
	}

	@Test
	void invalidatesAlthoughTheThreadIsInterrupted() {
		cached("k", "old");
		inTransaction(() -> {
			change("k", "new");
			Thread.currentThread().interrupt();
		});
		assertThat(Thread.interrupted()).isTrue();
		assertThat(get("k")).isEqualTo("new");
		Thread.currentThread().interrupt();
		change("k", "newer");
		assertThat(Thread.interrupted()).isTrue();
		assertThat(get("k")).isEqualTo("newer");
	}

}
