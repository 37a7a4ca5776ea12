// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.support.acl.AsUserOfItsRoom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * What locks do wherever they are kept: holding, renewing, losing.
 */
@Tag("contract")
@ParameterizedClass(name = "{0}")
@EnumSource(TestedLock.class)
@AsUserOfItsRoom
class LockTests extends LockFixture implements NamedLockContract {

	LockTests(TestedLock tested) {
		super(tested);
	}

	@Test
	void sendsNothingForALockThatThisProcessHolds() {
		assumeTrue(kind() == LockKind.PLAIN, "each acquisition of the other kinds has a place of its own in Redis");
		NamedLock lock = lock();
		try (Lease lease = lock.tryAcquire().orElseThrow()) {
			Map<String, Long> before = server().commandCalls();
			assertThat(lock.tryAcquire()).isEmpty();
			assertThat(server().commandCalls().get("evalsha")).isEqualTo(before.get("evalsha"));
			assertThat(lease.isValid()).isTrue();
		}
	}

	@Test
	void takesNothingBackThatItGranted() throws Exception {
		NamedLock lock = lock();
		for (int i = 0; i < 200; i++) {
			try (Lease lease = lock.acquire()) {
				assertThat(lock.info().held()).as("after the grant of token " + lease.token()).isTrue();
				assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
			}
		}
	}

	@Test
	void stopsRenewingAfterTheLongestTimeToHold() throws Exception {
		LockSettings quick = SETTINGS.withLease(Duration.ofMillis(2800));
		LockOptions options = LockOptions.defaults().withMaxHold(Duration.ofSeconds(3));
		Lease lease = lock(quick).tryAcquire(options).orElseThrow();
		assertThat(lease.lost().toCompletableFuture()).succeedsWithin(PATIENCE).isEqualTo(LossReason.MAX_HOLD);
		assertThat(lease.isValid()).isFalse();
		lock(quick).tryAcquire(PATIENCE).orElseThrow().close();
	}

	@Test
	void learnsFromTheNextRenewalThatAnotherProcessReleasedByForce() {
		List<LossReason> heard = new CopyOnWriteArrayList<>();
		LockObserver listener = new LockObserver() {
			@Override
			public void lost(Lease lease, LossReason reason) {
				heard.add(reason);
			}
		};
		Lease lease = named(process(SETTINGS, listener)).tryAcquire().orElseThrow();
		assertThat(lock().forceRelease()).isTrue();
		renewNow(lease);
		assertThat(lease.lost().toCompletableFuture()).succeedsWithin(PATIENCE).isEqualTo(LossReason.REMOVED);
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(heard).containsExactly(LossReason.REMOVED));
	}

	@Test
	void reportsADeletedLockWhenItIsReleasedAndKeepsTokensRising() {
		Lease lease = lock().tryAcquire().orElseThrow();
		server().masterFor(key()).command("DEL", key());
		try (Lease next = lock().tryAcquire().orElseThrow()) {
			assertThat(next.token()).isGreaterThan(lease.token());
			assertThat(lease.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
			assertThat(next.isValid()).isTrue();
			assertThat(lock().info().holder()).contains(next.id());
		}
	}

	@Test
	void refusesWhatCannotBe() {
		assertThatIllegalArgumentException().isThrownBy(() -> process(SETTINGS, LockObserver.NONE).get(""));
		assertThatIllegalArgumentException().isThrownBy(() -> lock().tryAcquire(Duration.ofMillis(-1)))
			.withMessageStartingWith("maxWait");
		assertThatIllegalArgumentException().isThrownBy(() -> LockOptions.defaults().withLease(Duration.ofMillis(9)))
			.withMessageStartingWith("lease");
		assertThatIllegalArgumentException().isThrownBy(() -> SETTINGS.withLease(Duration.ofMillis(99)))
			.withMessageStartingWith("lock.lease");
		Optional<Lease> lease = lock().tryAcquire();
		assertThatIllegalArgumentException().isThrownBy(() -> lease.orElseThrow().extend(Duration.ZERO))
			.withMessageStartingWith("duration");
		lease.orElseThrow().close();
	}

}
