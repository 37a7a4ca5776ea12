// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Calls of locks and semaphores that wait, made by the threads that bring the replies.
 */
@Tag("contract")
class WaitingThreadLockTests extends WaitingThreadFixture {

	private static final Duration WAIT = Duration.ofSeconds(1);

	private final NamedLock both = this.components.locks().all(List.of("order", "stock"));

	private final NamedSemaphore seats = this.components.semaphores().get("seats", SemaphoreOptions.of(5));

	WaitingThreadLockTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void areRefusedBeforeAnythingIsSent() throws InterruptedException {
		NamedLock fair = this.components.locks().fair("queue");
		NamedLock writes = this.components.locks().readWrite("page").write();
		areRefused(() -> this.both.acquire(), () -> this.both.tryAcquire(), () -> this.both.tryAcquire(WAIT),
				() -> this.both.tryAcquire(LockOptions.defaults()), () -> this.both.asLock().tryLock(),
				() -> this.both.info(), () -> this.both.forceRelease(), () -> fair.acquire(), () -> fair.tryAcquire(),
				() -> fair.info(), () -> fair.forceRelease(), () -> writes.acquire(), () -> writes.tryAcquire(),
				() -> writes.info(), () -> writes.forceRelease(), () -> this.seats.acquire(),
				() -> this.seats.tryAcquire(), () -> this.seats.tryAcquire(1, WAIT), () -> this.seats.available(),
				() -> this.seats.holders(), () -> this.seats.revoke("nobody"));
		this.both.acquire().close();
		this.seats.acquire().close();
	}

	@Test
	void severalLocksAreGivenBackWithoutWaiting() throws Exception {
		Lease lease = this.both.acquire();
		areNotMade(() -> lease.extend(Duration.ofMinutes(1)));
		assertThat(lease.isValid()).isTrue();
		assertThat(onIoThread(lease::release)).isIn(ReleaseResult.UNKNOWN, ReleaseResult.RELEASED);
		await().until(() -> !this.both.info().held());
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
	}

	@Test
	void aPermitIsGivenBackWithoutWaiting() throws Exception {
		int all = this.seats.available();
		Permit permit = this.seats.acquire();
		assertThat(onIoThread(permit::release)).isIn(ReleaseResult.UNKNOWN, ReleaseResult.RELEASED);
		await().until(() -> this.seats.available() == all);
		assertThat(permit.release()).isEqualTo(ReleaseResult.RELEASED);
	}

}
