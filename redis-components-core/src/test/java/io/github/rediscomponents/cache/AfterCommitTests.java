// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * When the writes of a cache take effect inside transactions.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class AfterCommitTests extends CacheFixture {

	final TestDatabase database = new TestDatabase();

	AfterCommitTests(RedisTopology topology) {
		super(topology);
	}

	/** What callers outside of the transaction of this thread get. */
	private static <T> T elsewhere(java.util.concurrent.Callable<T> call) {
		return CompletableFuture.supplyAsync(() -> {
			try {
				return call.call();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}).join();
	}

	private String get(String key) {
		return this.cache.get(key, this.database::read);
	}

	private Lookup<String> peekElsewhere(String key) {
		return elsewhere(() -> this.cache.peek(key));
	}

	private void cached(String key, String value) {
		this.database.write(key, value);
		assertThat(get(key)).isEqualTo(value);
	}

	private void inTransaction(Runnable action) {
		this.database.transaction().executeWithoutResult((status) -> action.run());
	}

	private void rolledBack(Runnable action) {
		this.database.transaction().executeWithoutResult((status) -> {
			action.run();
			status.setRollbackOnly();
		});
	}

	private void change(String key, String value) {
		this.database.write(key, value);
		this.cache.invalidate(key);
	}

	@Test
	void invalidatesAfterTheCommitAndNotBefore() {
		cached("k", "old");
		cached("l", "old");
		cached("m", "old");
		inTransaction(() -> {
			assertThat(commands(() -> {
				change("k", "new");
				this.cache.invalidateAll(List.of("l", "k"));
				this.caches.client.invalidate("c", "m");
			})).doesNotContainKey("evalsha");
			assertThat(elsewhere(() -> get("k"))).isEqualTo("old");
			assertThat(peekElsewhere("l").value()).isEqualTo("old");
		});
		for (String key : List.of("k", "l", "m")) {
			assertThat(this.cache.peek(key).isHit()).isFalse();
		}
		assertThat(get("k")).isEqualTo("new");
	}

	@Test
	void changesNothingAfterARollback() {
		cached("k", "old");
		cached("l", "old");
		rolledBack(() -> {
			change("k", "new");
			this.cache.put("l", "new");
			this.cache.put("m", "new");
		});
		assertThat(this.cache.peek("k").value()).isEqualTo("old");
		assertThat(this.cache.peek("l").value()).isEqualTo("old");
		assertThat(this.cache.peek("m").isHit()).isFalse();
		rolledBack(() -> this.cache.clear());
		assertThat(this.cache.peek("k").value()).isEqualTo("old");
	}

	@Test
	void readsItsOwnChangesAndStoresAndSharesThemNowhere() {
		this.caches.tuned(LocalLevelTests.LOCAL);
		this.caches.awaitUp();
		cached("k", "old");
		cached("l", "old");
		cached("p", "old");
		rolledBack(() -> {
			change("k", "new");
			this.cache.put("p", "put");
			this.cache.put("none", null);
			assertThat(get("k")).isEqualTo("new");
			assertThat(get("p")).isEqualTo("put");
			assertThat(this.cache.getWithContext("k", (key, context) -> context.staleValue() + this.database.read(key)))
				.isEqualTo("nullnew");
			assertThat(this.cache.peek("k").isHit()).isFalse();
			assertThat(this.cache.peek("p").value()).isEqualTo("put");
			assertThat(this.cache.peek("none").state()).isEqualTo(Lookup.State.NULL);
			Map<String, String> all = this.cache.getAll(List.of("k", "l", "p", "none"), (keys) -> {
				assertThat(keys).isEqualTo(Set.of("k"));
				return Map.of("k", this.database.read("k"));
			});
			assertThat(all).containsExactly(Map.entry("k", "new"), Map.entry("l", "old"), Map.entry("p", "put"));
			assertThat(elsewhere(() -> get("k"))).isEqualTo("old");
			assertThat(elsewhere(() -> get("p"))).isEqualTo("old");
		});
		for (int i = 0; i < 3; i++) {
			assertThat(get("k")).isEqualTo("old");
			assertThat(get("p")).isEqualTo("old");
		}
	}

	@Test
	void anUncommittedReadIsNotJoinedByOthers() throws Exception {
		this.database.write("k", "old");
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch proceed = new CountDownLatch(1);
		CompletableFuture<Void> transaction = CompletableFuture.runAsync(() -> inTransaction(() -> {
			change("k", "new");
			assertThat(this.cache.get("k", (key) -> {
				loading.countDown();
				proceed.await();
				return this.database.read(key);
			})).isEqualTo("new");
		}));
		loading.await();
		assertThat(get("k")).isEqualTo("old");
		proceed.countDown();
		transaction.get();
		assertThat(get("k")).isEqualTo("new");
	}

	@Test
	void removesWhatItLoadedAfterARollback() {
		this.database.write("k", "old");
		rolledBack(() -> {
			this.database.write("k", "new");
			this.database.write("l", "new");
			// Nothing has said that the key is changed.
			assertThat(get("k")).isEqualTo("new");
			assertThat(this.cache.getAll(List.of("l"), (keys) -> Map.of("l", this.database.read("l")))).hasSize(1);
			assertThat(peekElsewhere("k").value()).isEqualTo("new");
		});
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(this.cache.peek("l").isHit()).isFalse();
		inTransaction(() -> get("k"));
		assertThat(this.cache.peek("k").value()).isEqualTo("old");
	}

	@Test
	void storesAfterTheCommitWhatWasPut() {
		cached("k", "old");
		inTransaction(() -> {
			this.cache.put("k", "first");
			this.cache.putAll(orderedMap("k", "new", "l", "new"));
			this.cache.put("m", "new");
			this.cache.invalidate("m");
			assertThat(peekElsewhere("k").value()).isEqualTo("old");
			assertThat(peekElsewhere("l").isHit()).isFalse();
			String tooLarge = "x".repeat(2000);
			this.caches.tuned(TestCaches.SETTINGS.withMaxValueBytes(1024));
			assertThatIllegalArgumentException().isThrownBy(() -> this.cache.put("k", tooLarge));
		});
		assertThat(this.cache.peek("k").value()).isEqualTo("new");
		assertThat(this.cache.peek("l").value()).isEqualTo("new");
		assertThat(this.cache.peek("m").isHit()).isFalse();
	}

	@Test
	void clearsAfterTheCommitAndStoresWhatWasPutThen() {
		cached("k", "old");
		cached("l", "old");
		inTransaction(() -> {
			this.cache.put("k", "lost");
			this.cache.clear();
			this.cache.put("l", "new");
			assertThat(peekElsewhere("k").value()).isEqualTo("old");
			assertThat(this.cache.peek("k").isHit()).isFalse();
			assertThat(get("k")).isEqualTo("old");
		});
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(this.cache.peek("l").value()).isEqualTo("new");
		inTransaction(() -> this.caches.client.clear("c"));
		assertThat(this.cache.peek("l").isHit()).isFalse();
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
	void aTransactionThatAnotherThreadHasEndedTakesNoMoreChanges() {
		cached("k", "old");
		cached("l", "old");
		TransactionSynchronizationManager.initSynchronization();
		TransactionSynchronizationManager.setActualTransactionActive(true);
		try {
			this.cache.invalidate("k");
			List<TransactionSynchronization> first = TransactionSynchronizationManager.getSynchronizations();
			assertThat(first).hasSize(1);
			elsewhere(() -> {
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
	void sendsEachKeyOnceHoweverManyThereAre() {
		List<String> keys = IntStream.range(0, 10_000).mapToObj((i) -> "k" + i).toList();
		this.cache.peek("warm");
		Map<String, Long> calls = commands(() -> inTransaction(() -> {
			keys.forEach(this.cache::invalidate);
			this.cache.invalidateAll(keys);
			this.cache.put("k0", "v");
			this.cache.invalidate("k0");
		}));
		assertThat(calls.get("unlink")).isEqualTo(10_000);
		assertThat(calls).doesNotContainKey("set");
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
					AfterCommitTests.this.cache.invalidate("l");
					throw new IllegalStateException("fails");
				}

				@Override
				public void afterCompletion(int status) {
					seen.put("l", elsewhere(() -> String.valueOf(AfterCommitTests.this.cache.peek("l").value())));
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
	void aLoadThatOutlastsTheCommitIsNotStored() throws Exception {
		this.database.write("k", "old");
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch proceed = new CountDownLatch(1);
		CompletableFuture<String> slow = CompletableFuture.supplyAsync(() -> this.cache.get("k", (key) -> {
			String value = this.database.read(key);
			loading.countDown();
			proceed.await();
			return value;
		}));
		loading.await();
		inTransaction(() -> change("k", "new"));
		assertThat(get("k")).isEqualTo("new");
		proceed.countDown();
		assertThat(slow.get()).isEqualTo("old");
		assertThat(this.cache.peek("k").value()).isEqualTo("new");
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

	@Test
	void worksWithoutTransactions() {
		assertThat(AfterCommit.detected().isActive()).isFalse();
		assertThat(AfterCommit.NONE.isActive()).isFalse();
		assertThat(AfterCommit.NONE.participant()).isNull();
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> AfterCommit.NONE.enlist(null));
	}

}
