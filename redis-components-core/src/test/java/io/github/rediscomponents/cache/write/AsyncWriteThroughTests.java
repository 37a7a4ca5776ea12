// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;

import io.github.rediscomponents.cache.AsyncTypedCache;
import io.github.rediscomponents.cache.FreshnessFixture;
import io.github.rediscomponents.cache.TestDatabase;
import io.github.rediscomponents.cache.engine.AsyncFaults;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Writes of the data by a stage: when the key is invalidated, whatever becomes of the
 * stage, of its caller and of a transaction.
 */
class AsyncWriteThroughTests extends FreshnessFixture {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final TestDatabase database = new TestDatabase();

	private AsyncTypedCache<String, String> async() {
		return this.mine.async();
	}

	private void commit(Runnable action) {
		this.database.transaction().executeWithoutResult((status) -> action.run());
	}

	private void rollBack(Runnable action) {
		this.database.transaction().executeWithoutResult((status) -> {
			action.run();
			status.setRollbackOnly();
		});
	}

	@Test
	void invalidatesWhenTheWriteIsCompleteAndNotBefore() {
		this.mine.put("k", "old");
		CompletableFuture<Integer> stage = new CompletableFuture<>();
		AtomicReference<Thread> caller = new AtomicReference<>();
		CompletableFuture<Integer> written = async().writeThrough("k", () -> {
			caller.set(Thread.currentThread());
			return stage;
		});
		assertThat(caller).hasValue(Thread.currentThread());
		assertThat(this.theirs.peek("k").value()).isEqualTo("old");
		assertThat(written).isNotDone();
		stage.complete(7);
		assertThat(written).succeedsWithin(SOON).isEqualTo(7);
		assertThat(this.theirs.peek("k").isHit()).isFalse();
		this.mine.put("k", "old");
		assertThat(async().writeThrough("k", () -> CompletableFuture.<Void>completedFuture(null))).succeedsWithin(SOON)
			.isNull();
		assertThat(this.theirs.peek("k").isHit()).isFalse();
	}

	@Test
	void voidsLoadsThatBeganBeforeTheWriteWasComplete() throws Exception {
		Slow here = new Slow(this.mine, "k");
		Slow there = new Slow(this.theirs, "l");
		for (String key : new String[] { "k", "l" }) {
			assertThat(async().writeThrough(key, () -> CompletableFuture.completedFuture("done"))).succeedsWithin(SOON);
		}
		assertThat(this.mine.get("k", this::loading)).isEqualTo("v1");
		assertThat(here.proceed()).isEqualTo("slow");
		assertThat(there.proceed()).isEqualTo("slow");
		assertThat(this.theirs.peek("k").value()).isEqualTo("v1");
		assertThat(this.theirs.peek("l").isHit()).isFalse();
	}

	@Test
	void failsAsTheWriteDoesAndInvalidatesBecauseItMayBeDone() {
		IOException lost = new IOException("the reply was lost");
		NoClassDefFoundError error = new NoClassDefFoundError("for a test");
		IllegalCallerException broken = new IllegalCallerException("for a test");
		Map<Callable<CompletableFuture<String>>, Throwable> writes = new LinkedHashMap<>();
		writes.put(() -> CompletableFuture.failedFuture(lost), lost);
		writes.put(() -> CompletableFuture.failedFuture(new CompletionException(new CompletionException(lost))), lost);
		writes.put(() -> {
			throw lost;
		}, lost);
		writes.put(() -> {
			throw error;
		}, error);
		writes.put(() -> new CompletableFuture<>() {

			@Override
			public <U> CompletableFuture<U> handle(BiFunction<? super String, Throwable, ? extends U> next) {
				throw broken;
			}

		}, broken);
		writes.forEach((write, expected) -> {
			this.mine.put("k", "old");
			assertThat(AsyncFaults.failure(async().writeThrough("k", write))).isSameAs(expected);
			assertThat(this.theirs.peek("k").isHit()).isFalse();
		});
		this.mine.put("k", "old");
		assertThat(AsyncFaults.failure(async().writeThrough("k", () -> null))).isInstanceOf(IllegalStateException.class)
			.hasMessageContaining("returned null");
		assertThat(this.theirs.peek("k").isHit()).isFalse();
		this.mine.put("k", "old");
		CompletableFuture<String> cancelled = new CompletableFuture<>();
		cancelled.cancel(false);
		CompletableFuture<String> written = async().writeThrough("k", () -> cancelled);
		assertThat(AsyncFaults.failure(written)).isInstanceOf(ExecutionException.class)
			.hasCauseInstanceOf(CancellationException.class);
		assertThat(written.isCancelled()).isFalse();
		assertThat(this.theirs.peek("k").isHit()).isFalse();
	}

	@Test
	void endsAlsoWhenTheTextOfTheFailureCannotBeRead() {
		IllegalStateException unreadable = new IllegalStateException("for a test") {

			private static final long serialVersionUID = 1L;

			@Override
			public String toString() {
				throw new UnsupportedOperationException("for a test");
			}

		};
		List<Callable<CompletableFuture<String>>> writes = List.of(() -> CompletableFuture.failedFuture(unreadable),
				() -> {
					throw unreadable;
				});
		for (Callable<CompletableFuture<String>> write : writes) {
			this.mine.put("k", "old");
			Throwable failure = AsyncFaults.failure(async().writeThrough("k", write));
			assertThat(failure).isInstanceOf(ExecutionException.class);
			assertThat(failure.getCause() == unreadable).isTrue();
			assertThat(this.theirs.peek("k").isHit()).isFalse();
		}
	}

	@Test
	void leavesTheThreadInterruptedIfTheWriteWas() {
		this.mine.put("k", "old");
		InterruptedException interrupt = new InterruptedException();
		CompletableFuture<String> written = async().writeThrough("k", () -> {
			throw interrupt;
		});
		assertThat(Thread.interrupted()).isTrue();
		assertThat(AsyncFaults.failure(written)).isSameAs(interrupt);
		assertThat(this.theirs.peek("k").isHit()).isFalse();
	}

	@Test
	void aCallerThatCancelsEndsNeitherTheWriteNorTheInvalidation() {
		this.mine.put("k", "old");
		CompletableFuture<String> stage = new CompletableFuture<>();
		CompletableFuture<String> written = async().writeThrough("k", () -> stage);
		assertThat(written.cancel(true)).isTrue();
		assertThat(stage).isNotDone();
		assertThat(this.theirs.peek("k").value()).isEqualTo("old");
		stage.complete("done");
		await().until(() -> !this.theirs.peek("k").isHit());
	}

	@Test
	void followsTheTransactionOfTheThreadThatCalls() {
		this.mine.put("k", "old");
		commit(() -> {
			this.database.write("k", "new");
			assertThat(async().writeThrough("k", () -> CompletableFuture.completedFuture("done")))
				.isCompletedWithValue("done");
			assertThat(this.theirs.peek("k").value()).isEqualTo("old");
			assertThat(async().get("k", (key) -> CompletableFuture.completedFuture(this.database.read(key))))
				.succeedsWithin(SOON)
				.isEqualTo("new");
			assertThat(this.theirs.peek("k").value()).isEqualTo("old");
		});
		assertThat(this.theirs.peek("k").isHit()).isFalse();
		this.mine.put("k", "old");
		IOException failed = new IOException("for a test");
		rollBack(() -> {
			assertThat(AsyncFaults.failure(async().writeThrough("k", () -> CompletableFuture.failedFuture(failed))))
				.isSameAs(failed);
			assertThat(this.mine.peek("k").isHit()).isFalse();
		});
		assertThat(this.mine.peek("k").value()).isEqualTo("old");
	}

	@Test
	void aStageThatOutlastsTheTransactionInvalidatesWhenItIsComplete() {
		this.mine.put("k", "old");
		this.mine.put("l", "old");
		CompletableFuture<String> stage = new CompletableFuture<>();
		AtomicReference<CompletableFuture<String>> written = new AtomicReference<>();
		commit(() -> written.set(async().writeThrough("k", () -> stage)));
		assertThat(this.theirs.peek("k").isHit()).isFalse();
		this.theirs.put("k", "read before the stage wrote");
		rollBack(() -> async().writeThrough("l", () -> stage));
		assertThat(this.theirs.peek("l").value()).isEqualTo("old");
		assertThat(written.get()).isNotDone();
		stage.complete("done");
		assertThat(written.get()).succeedsWithin(SOON).isEqualTo("done");
		assertThat(this.theirs.peek("k").isHit()).isFalse();
		await().until(() -> !this.theirs.peek("l").isHit());
	}

	@Test
	void aStageThatEndsInsideTheTransactionIsFollowedByTheCommit() {
		this.mine.put("k", "old");
		CompletableFuture<String> stage = new CompletableFuture<>();
		commit(() -> {
			CompletableFuture<String> written = async().writeThrough("k", () -> stage);
			stage.complete("done");
			assertThat(written).succeedsWithin(SOON).isEqualTo("done");
			assertThat(this.theirs.peek("k").isHit()).isFalse();
			// On a thread that is in no transaction.
			CompletableFuture.runAsync(() -> this.theirs.put("k", "read before the commit"), this.threads).join();
			assertThat(this.theirs.peek("k").isHit()).isTrue();
		});
		assertThat(this.theirs.peek("k").isHit()).isFalse();
	}

	@Test
	void throwsErrorsOfArguments() {
		this.mine.put("k", "old");
		assertThatIllegalArgumentException().isThrownBy(() -> async().writeThrough("k", null))
			.withMessageStartingWith("write");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> async().writeThrough(null, () -> CompletableFuture.completedFuture(this.loads.get())))
			.withMessageStartingWith("key");
		assertThatIllegalArgumentException().isThrownBy(() -> async().invalidateTags()).withMessageStartingWith("tags");
		assertThatIllegalArgumentException().isThrownBy(() -> async().guardedBy(null))
			.withMessageStartingWith("filter");
		assertThat(this.mine.peek("k").isHit()).isTrue();
		assertThat(async().stalenessBound()).isEqualTo(this.mine.stalenessBound());
	}

}
