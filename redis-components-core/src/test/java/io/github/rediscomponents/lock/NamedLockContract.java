// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What every lock does, whether one server keeps it or a majority of several.
 */
public interface NamedLockContract {

	/** Longer than any renewal and any lease that is waited for. */
	Duration GRACE = Duration.ofSeconds(30);

	/**
	 * A lease that is soon renewed, and outlives a machine that stands still for a
	 * moment.
	 */
	Duration QUICK = Duration.ofSeconds(6);

	/** The lock that is tested, as another process sees it. */
	NamedLock lock(LockSettings settings);

	/**
	 * Waits until something holds for longer than {@link #QUICK} from a moment on, as
	 * only a renewal makes it.
	 */
	static void awaitOutlasting(long nanos, Supplier<Duration> remaining) {
		await().atMost(GRACE).until(() -> {
			Duration passed = Duration.ofNanos(System.nanoTime() - nanos);
			return passed.plus(remaining.get()).compareTo(QUICK.plusMillis(500)) > 0;
		});
	}

	/** The lock that is tested, as another process with the default settings sees it. */
	NamedLock lock();

	@Test
	default void hasOneHolderAtATime() {
		NamedLock here = lock();
		NamedLock there = lock();
		Lease lease = here.tryAcquire().orElseThrow();
		assertThat(there.tryAcquire()).isEmpty();
		assertThat(here.tryAcquire()).isEmpty();
		assertThat(there.info()).satisfies((info) -> {
			assertThat(info.holder()).contains(lease.id());
			assertThat(info.token()).isEqualTo(lease.token());
			assertThat(info.remaining()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(30));
		});
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(lease.isValid()).isFalse();
		assertThat(there.info().held()).isFalse();
		assertThat(there.info().token()).isEqualTo(lease.token());
		try (Lease next = there.tryAcquire().orElseThrow()) {
			assertThat(next.token()).isGreaterThan(lease.token());
		}
	}

	@Test
	default void keepsARenewedLockLongerThanItsLease() throws Exception {
		LockSettings quick = LockSettings.defaults().withLease(QUICK);
		Lease lease = lock(quick).acquire();
		NamedLock other = lock(quick);
		awaitOutlasting(System.nanoTime(), () -> other.info().remaining());
		assertThat(other.tryAcquire(Duration.ofMillis(20))).isEmpty();
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
	}

	@Test
	default void losesAFixedLeaseBeforeAnotherGetsIt() throws Exception {
		Lease lease = lock().tryAcquire(LockOptions.defaults().withLease(Duration.ofMillis(600))).orElseThrow();
		try (Lease next = lock().acquire()) {
			assertThat(lease.isValid()).isFalse();
			assertThat(lease.lost().toCompletableFuture()).succeedsWithin(GRACE).isEqualTo(LossReason.EXPIRED);
			assertThat(lease.remaining()).isZero();
			assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::checkValid).satisfies((ex) -> {
				assertThat(ex.reason()).isEqualTo(LossReason.EXPIRED);
				assertThat(ex.token()).isEqualTo(lease.token());
			});
			assertThat(lease.extend(Duration.ofSeconds(5))).isFalse();
			assertThat(lease.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
			assertThat(next.token()).isGreaterThan(lease.token());
			assertThat(lock().info().holder()).contains(next.id());
		}
	}

	@Test
	default void makesAFixedLeaseLonger() throws Exception {
		Lease lease = lock().tryAcquire(LockOptions.noWait().withLease(Duration.ofMinutes(1))).orElseThrow();
		assertThat(lease.extend(Duration.ofMinutes(10))).isTrue();
		assertThat(lease.extend(Duration.ofMillis(10))).isTrue();
		assertThat(lease.remaining()).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
		assertThat(lock().info().remaining()).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
	}

	@Test
	default void isLostWhenReleasedByForce() {
		NamedLock here = lock();
		assertThat(here.forceRelease()).isFalse();
		Lease lease = here.tryAcquire().orElseThrow();
		assertThat(here.forceRelease()).isTrue();
		assertThat(lease.isValid()).isFalse();
		assertThat(lease.lost().toCompletableFuture()).succeedsWithin(GRACE).isEqualTo(LossReason.REMOVED);
		assertThat(lease.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
	}

	@Test
	default void runsACallUnderTheLock() throws Exception {
		NamedLock lock = lock();
		boolean valid = lock.call(LockOptions.defaults(), Lease::isValid);
		assertThat(valid).isTrue();
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> lock.call(LockOptions.noWait(), (lease) -> {
				throw new IllegalStateException("body");
			}));
		assertThat(lock.info().held()).isFalse();
		try (Lease lease = lock.acquire()) {
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> lock().call(LockOptions.noWait(), Lease::token))
				.satisfies((ex) -> assertThat(ex.name()).isEqualTo(lease.name()));
		}
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> lock.call(LockOptions.noWait(), (lease) -> lock.forceRelease()));
		assertThat(lock.info().held()).isFalse();
	}

}
