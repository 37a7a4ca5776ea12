// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Closed locks grant nothing that they would not renew.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(value = TestedLock.class, names = { "PLAIN", "FAIR", "WRITE", "REDISSON_PLAIN", "REDISSON_FAIR" })
class ClosedLockTests extends LockFixture {

	private static final Duration LONG = Duration.ofMinutes(5);

	ClosedLockTests(TestedLock tested) {
		super(tested);
	}

	private DistributedLock process() {
		return process(SETTINGS.withPollBound(Duration.ofMinutes(1)), LockObserver.NONE);
	}

	private static void isRefused(ThrowingCallable acquisition) {
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(acquisition)
			.withMessage("The locks are closed")
			.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.NOT_EXECUTED));
	}

	private void everyAcquisitionIsRefused(DistributedLock locks) {
		NamedLock lock = named(locks);
		LockOptions patient = LockOptions.defaults().withOnUnavailable(OnUnavailable.KEEP_WAITING);
		isRefused(lock::tryAcquire);
		isRefused(lock::acquire);
		isRefused(() -> lock.tryAcquire(LONG));
		isRefused(() -> lock.tryAcquire(patient));
		isRefused(() -> lock.asLock().tryLock());
		isRefused(() -> lock.asLock().lock());
		isRefused(() -> lock.asLock(patient).lock());
		isRefused(() -> locks.all(List.of(this.name, "other")).tryAcquire(LONG));
		isRefused(() -> locks.all(List.of(this.name, "other")).tryAcquire(patient));
		assertThat(lock.tryAcquireAsync(patient)).completesExceptionallyWithin(PATIENCE)
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(RedisUnavailableException.class);
		assertThat(locks.activity().held()).isEmpty();
		await().atMost(PATIENCE).until(() -> locks.activity().waiting().isEmpty());
		assertThat(server().masterFor(key()).command("EXISTS", key())).isEqualTo("0");
	}

	@Test
	void closedLocksRefuseEveryAcquisitionBeforeAnythingIsWritten() {
		DistributedLock locks = process();
		locks.close();
		everyAcquisitionIsRefused(locks);
		lock().tryAcquire().orElseThrow().close();
	}

	@Test
	void locksWithoutTheirThreadsRefuseEveryAcquisition() {
		DistributedLock locks = process();
		this.background.close();
		everyAcquisitionIsRefused(locks);
	}

	@Test
	void waitsEndAndGiveUpTheirPlaces() throws Exception {
		Lease held = lock().tryAcquire().orElseThrow();
		DistributedLock locks = process();
		NamedLock lock = named(locks);
		FutureTask<Lease> blocked = inBackground(lock::acquire);
		await().atMost(PATIENCE).until(() -> locks.activity().waiting().size() == 1);
		List<CompletableFuture<Optional<Lease>>> waiting = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			waiting.add(lock.tryAcquireAsync(LockOptions.defaults()).toCompletableFuture());
		}
		await().atMost(PATIENCE).until(() -> locks.activity().waiting().size() == 21);
		locks.close();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> get(blocked))
			.withCauseInstanceOf(RedisUnavailableException.class)
			.havingCause()
			.withMessage("The locks are closed");
		waiting.forEach((one) -> assertThat(one).completesExceptionallyWithin(PATIENCE));
		await().atMost(PATIENCE).until(() -> locks.activity().waiting().isEmpty());
		if (!this.tested.isRedisson()) {
			awaitWaiting(0);
		}
		held.close();
		lock().tryAcquire(PATIENCE).orElseThrow().close();
	}

	@Test
	void leasesThatAreHeldCanBeReleasedAndExtended() {
		DistributedLock locks = process();
		Lease lease = named(locks).tryAcquire().orElseThrow();
		locks.close();
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.extend(Duration.ofSeconds(50))).isTrue();
		assertThat(lock().tryAcquire()).isEmpty();
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		lock().tryAcquire().orElseThrow().close();
	}

}
