// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.LockFixture;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.support.SentinelFixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of permits when Sentinel replaces the master.
 */
class SemaphoreSentinelFailoverTests extends SentinelFixture {

	/**
	 * A permit that was handed over just before the loss is its waiter's for three poll
	 * bounds, so that one is as it is by default.
	 */
	private static final SemaphoreSettings POLLING = SemaphoreSettings.defaults().withLease(Duration.ofSeconds(2));

	@ParameterizedTest
	@EnumSource
	void givesPermitsAgain(Loss loss) throws Exception {
		for (int i = 0; i < 3; i++) {
			NamedSemaphore semaphore = semaphore(POLLING);
			goOn(() -> passed(semaphore));
			goOn(() -> passed(semaphore));
		}
		failOver(loss);
		finish();
		NamedSemaphore semaphore = semaphore(POLLING);
		// What the old master granted and the new one has learnt ends with its lease.
		await().atMost(BOUND).until(semaphore::available, (free) -> free == 2);
		assertThat(semaphore.holders()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void goesOnRenewingAPermitThatOutlastsTheFailover(Loss loss) {
		Duration length = Duration.ofMinutes(5);
		Permit permit = semaphore(length).tryAcquire().orElseThrow();
		long start = System.nanoTime();
		NamedSemaphore other = semaphore(length);
		awaitReplicated();
		lose(loss);
		// As only a renewal by the new master makes it.
		await().atMost(BOUND).ignoreExceptions().until(() -> {
			LockFixture.renewNow(SemaphoreInside.lease(permit));
			Duration passed = Duration.ofNanos(System.nanoTime() - start);
			return other.holders().get(0).remaining().plus(passed).compareTo(length.plusMillis(500)) > 0;
		});
		calm();
		assertThat(permit.isValid()).isTrue();
		assertThat(other.available()).isEqualTo(1);
		assertThat(other.holders()).extracting(PermitInfo::id).isEqualTo(List.of(permit.id()));
		assertThat(permit.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(other.available()).isEqualTo(2);
	}

	private static boolean passed(NamedSemaphore semaphore) throws InterruptedException {
		Optional<Permit> permit = semaphore.tryAcquire(1, Duration.ofSeconds(1));
		permit.ifPresent(Permit::release);
		return permit.isPresent();
	}

	private NamedSemaphore semaphore(Duration lease) {
		return semaphore(SemaphoreSettings.defaults().withLease(lease).withPollBound(Duration.ofMinutes(1)));
	}

	private NamedSemaphore semaphore(SemaphoreSettings settings) {
		return DistributedSemaphore
			.create(process(), new KeySpace("t"), new LiveSettings<>(settings), this.background, SemaphoreObserver.NONE)
			.get("printer", SemaphoreOptions.of(2));
	}

}
