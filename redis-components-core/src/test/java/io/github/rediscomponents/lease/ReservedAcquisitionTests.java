// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * An acquisition whose client waits by itself, given up between two of its steps. The
 * campaign of interrupts found it.
 */
class ReservedAcquisitionTests {

	private final Background background = new Background();

	private final LeaseEngine engine = new LeaseEngine(null, new KeySpace("t"), LockSettings::defaults, this.background,
			LockObserver.NONE);

	private @Nullable Acquisition acquisition;

	@AfterEach
	void close() {
		this.background.close();
	}

	@Test
	void nothingIsLeftOfAWaitThatWasGivenUpBeforeItAskedAgain() {
		Slow keeper = new Slow();
		LockOptions options = LockOptions.defaults().withLease(LockOptions.MIN_LEASE);
		this.acquisition = new Acquisition(this.engine, keeper, options, null);
		HandOver handOver = this.acquisition.async();
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(handOver::await);
		await().untilAsserted(() -> {
			assertThat(keeper.givenBack).containsExactly("first", "second");
			assertThat(keeper.reservations).as("the one that was granted, and the one that nobody wants").hasSize(2);
			assertThat(keeper.reservations.get(1)).isCancelled();
			assertThat(this.engine.waiting().all()).isEmpty();
		});
	}

	/**
	 * Answers when the lease is over, and the attempt is given up before the next one.
	 */
	private final class Slow implements ReservingKeeper {

		private final List<CompletableFuture<Boolean>> reservations = new CopyOnWriteArrayList<>();

		private final List<String> givenBack = new CopyOnWriteArrayList<>();

		@Override
		public String newLeaseId(Client client) {
			Acquisition given = ReservedAcquisitionTests.this.acquisition;
			if (given == null) {
				return "first";
			}
			given.shutDown();
			return "second";
		}

		@Override
		public CompletableFuture<Boolean> reserve(String leaseId, long leaseMillis, long waitMillis) {
			CompletableFuture<Boolean> reservation = new CompletableFuture<>();
			this.reservations.add(reservation);
			if (leaseId.equals("first")) {
				reservation.complete(true);
			}
			return reservation;
		}

		@Override
		public CompletionStage<Long> acquireAsync(String leaseId, long leaseMillis, long retentionMillis,
				long waitMillis) {
			return new CompletableFuture<Long>().completeOnTimeout(1L, 2 * leaseMillis, TimeUnit.MILLISECONDS);
		}

		@Override
		public CompletionStage<Long> releaseAsync(String leaseId) {
			this.givenBack.add(leaseId);
			return CompletableFuture.completedFuture(1L);
		}

		@Override
		public boolean outlastsWait() {
			return false;
		}

		@Override
		public long leastMillis() {
			return 0;
		}

		@Override
		public String name() {
			return "order";
		}

		@Override
		public LockKind kind() {
			return LockKind.PLAIN;
		}

		@Override
		public String key() {
			return "t:lock:order";
		}

		@Override
		public boolean takesTurns() {
			return false;
		}

		@Override
		public long acquire(String leaseId, long leaseMillis, long retentionMillis, long waitMillis) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void leave(String leaseId) {
			// The client of this process alone waits.
		}

		@Override
		public boolean release(String leaseId) {
			throw new UnsupportedOperationException();
		}

		@Override
		public Keeper replicated(int minReplicas, Duration wait) {
			throw new UnsupportedOperationException();
		}

		@Override
		public Renewal renewal() {
			throw new UnsupportedOperationException();
		}

	}

}
