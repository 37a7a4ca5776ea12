// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.redisson;

import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.support.Attempt;
import io.github.rediscomponents.support.FailureLog;

/**
 * Redisson's locks, and the scripts beside them. A holder has a number where Redisson
 * expects a thread's.
 */
final class RedissonCommands {

	private static final Logger logger = LoggerFactory.getLogger(DistributedLock.class);

	private final RedissonClient redisson;

	private final Supplier<LockSettings> settings;

	private final Background background;

	private final RedissonScripts scripts;

	private final long fairWaitMillis;

	// Begins anywhere, because other locks may use the same client.
	private final AtomicLong number = new AtomicLong(new SecureRandom().nextLong() >>> 2);

	RedissonCommands(RedissonClient redisson, Supplier<LockSettings> settings, Background background) {
		this.redisson = redisson;
		this.settings = settings;
		this.background = background;
		this.scripts = new RedissonScripts(redisson);
		this.fairWaitMillis = redisson.getConfig().getFairLockWaitTimeout();
	}

	RedissonScripts scripts() {
		return this.scripts;
	}

	RedissonClient redisson() {
		return this.redisson;
	}

	long pollMillis() {
		return this.settings.get().pollBound().toMillis();
	}

	/** How long each waiter of a fair lock has to name. */
	long fairWaitMillis() {
		return this.fairWaitMillis;
	}

	String newHolder(LockPlace place) {
		return place.holder(this.redisson.getId(), this.number.incrementAndGet());
	}

	String holder(LockPlace place, long number) {
		return place.holder(this.redisson.getId(), number);
	}

	/**
	 * Gives one hold back.
	 * @return completes with 1 if it was held, else 0
	 */
	CompletionStage<Long> unlock(LockPlace place, long number) {
		return Attempt.of(() -> {
			RLock lock = place.lock(this.redisson);
			if (place.kind() != LockKind.FAIR) {
				return unlock(lock, number);
			}
			// Redisson takes a fair lock that is gone for one that it has released
			// before.
			return lock.isHeldByThreadAsync(number)
				.thenCompose((held) -> held ? unlock(lock, number) : CompletableFuture.completedFuture(0L));
		});
	}

	private static CompletionStage<Long> unlock(RLock lock, long number) {
		return lock.unlockAsync(number).handle((ok, failure) -> {
			if (failure == null) {
				return CompletableFuture.completedFuture(1L);
			}
			return RedissonFailures.isNotHeld(failure) ? CompletableFuture.completedFuture(0L)
					: CompletableFuture.<Long>failedFuture(failure);
		}).thenCompose((answer) -> answer);
	}

	/**
	 * Gives all holds back.
	 * @return completes with 0 when there is none any more
	 */
	CompletionStage<Long> unlockAll(LockPlace place, long number) {
		return unlock(place, number)
			.thenCompose((held) -> (held > 0) ? unlockAll(place, number) : CompletableFuture.completedFuture(held));
	}

	/**
	 * Clears up after a wait that was stopped: takes the waiter out of the queue of a
	 * fair lock, and gives the lock back. Both are repeated once, because a command that
	 * Redisson sent before may arrive after the first time.
	 */
	void stopped(LockPlace place, String holder) {
		leave(place, holder);
		try {
			this.background.timer().schedule(() -> {
				leave(place, holder);
				unlockAll(place, LockPlace.number(holder));
			}, 1, TimeUnit.SECONDS);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			FailureLog.debug(logger, ex, "Shut down while a lock was waited for, or there is no thread");
		}
	}

	private void leave(LockPlace place, String holder) {
		if (place.kind() == LockKind.FAIR) {
			Attempt.of(() -> this.scripts.leave(place, holder)).whenComplete((waited, failure) -> {
				if (failure != null) {
					FailureLog.debug(logger, failure, "A waiter could not leave the queue of a fair lock");
				}
			});
		}
	}

}
