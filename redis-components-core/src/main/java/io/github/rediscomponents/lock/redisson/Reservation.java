// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.redisson;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.redisson.api.RFuture;

/**
 * One wait for one of Redisson's locks.
 *
 * <p>
 * Redisson sleeps for as long as the lock's time to live if its wake-up message is lost.
 * So the attempt is repeated each poll bound, except for fair locks, where giving up
 * would lose the place in the queue.
 */
final class Reservation extends CompletableFuture<Boolean> {

	private static final int LATE_SUBSCRIPTIONS = 3;

	private final RedissonKeeper keeper;

	private final String holder;

	private final long leaseMillis;

	private final long endNanos;

	private final long waitMillis;

	private volatile @Nullable Future<Boolean> asking;

	private volatile boolean stopped;

	private int lateSubscriptions;

	Reservation(RedissonKeeper keeper, String holder, long leaseMillis, long waitMillis) {
		this.keeper = keeper;
		this.holder = holder;
		this.leaseMillis = leaseMillis;
		this.waitMillis = waitMillis;
		this.endNanos = System.nanoTime()
				+ TimeUnit.MILLISECONDS.toNanos(Math.min(waitMillis, Long.MAX_VALUE / 4_000_000));
	}

	Reservation start() {
		ask(this.waitMillis);
		return this;
	}

	private void ask(long millis) {
		try {
			// Redisson's queue stays in order only if all waiters name the same time.
			long wait = (this.keeper.outlastsWait() && millis > 0) ? this.keeper.commands().fairWaitMillis()
					: Math.min(millis, this.keeper.commands().pollMillis());
			LockPlace place = this.keeper.place();
			RFuture<Boolean> sent = place.lock(this.keeper.commands().redisson())
				.tryLockAsync(wait, this.leaseMillis, TimeUnit.MILLISECONDS, LockPlace.number(this.holder));
			this.asking = sent;
			if (this.stopped) {
				sent.cancel(false);
			}
			sent.whenComplete(this::answered);
		}
		catch (RuntimeException | Error ex) {
			completeExceptionally(RedissonFailures.translate(ex));
		}
	}

	private void answered(@Nullable Boolean granted, @Nullable Throwable failure) {
		if (isDone() || this.stopped) {
			return;
		}
		long left = TimeUnit.NANOSECONDS.toMillis(this.endNanos - System.nanoTime());
		if (Boolean.TRUE.equals(granted)) {
			complete(true);
		}
		else if (failure == null && left <= 0) {
			complete(false);
		}
		else if (failure == null
				|| (RedissonFailures.isLateSubscription(failure) && this.lateSubscriptions++ < LATE_SUBSCRIPTIONS)) {
			ask(Math.max(0, left));
		}
		else {
			completeExceptionally(RedissonFailures.translate(failure));
		}
	}

	@Override
	public boolean cancel(boolean mayInterrupt) {
		// Redisson stops before a possible acquisition is released.
		this.stopped = true;
		Future<Boolean> sent = this.asking;
		if (sent != null) {
			sent.cancel(false);
		}
		boolean first = super.cancel(mayInterrupt);
		if (first) {
			this.keeper.commands().stopped(this.keeper.place(), this.holder);
		}
		return first;
	}

}
