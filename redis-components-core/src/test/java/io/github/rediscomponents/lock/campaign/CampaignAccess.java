// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreInside;

/**
 * A lock or semaphore, as a contender of {@link LockCampaignTests} sees it. Permits are
 * looked at as the leases that they are, because those have tokens.
 */
interface CampaignAccess {

	Duration LONG = Duration.ofHours(1);

	Optional<Lease> now() throws InterruptedException;

	Optional<Lease> within(Duration wait) throws InterruptedException;

	/** Waits until it is acquired. */
	Optional<Lease> forever() throws InterruptedException;

	CompletableFuture<Optional<Lease>> async(Duration wait);

	/**
	 * A lock, or a side of one.
	 *
	 * @param lock which
	 * @param terms for how long to hold it
	 */
	record Lock(NamedLock lock, LockOptions terms) implements CampaignAccess {

		@Override
		public Optional<Lease> now() throws InterruptedException {
			return this.terms.equals(LockOptions.defaults()) ? this.lock.tryAcquire() : within(Duration.ZERO);
		}

		@Override
		public Optional<Lease> within(Duration wait) throws InterruptedException {
			return this.lock.tryAcquire(this.terms.withMaxWait(wait));
		}

		@Override
		public Optional<Lease> forever() throws InterruptedException {
			return this.lock.tryAcquire(this.terms);
		}

		@Override
		public CompletableFuture<Optional<Lease>> async(Duration wait) {
			return this.lock.tryAcquireAsync(this.terms.withMaxWait(wait)).toCompletableFuture();
		}

	}

	/**
	 * Permits of a semaphore.
	 *
	 * @param semaphore which
	 * @param count how many at once
	 */
	record Permits(NamedSemaphore semaphore, int count) implements CampaignAccess {

		@Override
		public Optional<Lease> now() throws InterruptedException {
			return within(Duration.ZERO);
		}

		@Override
		public Optional<Lease> within(Duration wait) throws InterruptedException {
			return this.semaphore.tryAcquire(this.count, wait).map(Permits::lease);
		}

		@Override
		public Optional<Lease> forever() throws InterruptedException {
			return within(LONG);
		}

		@Override
		public CompletableFuture<Optional<Lease>> async(Duration wait) {
			// Not a dependent stage, so that cancelling reaches what waits.
			CompletableFuture<Optional<Permit>> permit = this.semaphore.tryAcquireAsync(this.count, wait)
				.toCompletableFuture();
			CompletableFuture<Optional<Lease>> lease = new CompletableFuture<>();
			permit.whenComplete((acquired, failure) -> {
				if (failure != null) {
					lease.completeExceptionally(failure);
				}
				else if (!lease.complete(acquired.map(Permits::lease))) {
					acquired.ifPresent(Permit::releaseAsync);
				}
			});
			lease.whenComplete((acquired, failure) -> {
				if (lease.isCancelled()) {
					permit.cancel(false);
				}
			});
			return lease;
		}

		private static Lease lease(Permit permit) {
			return SemaphoreInside.lease(permit);
		}

	}

}
