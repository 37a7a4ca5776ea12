// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Closed semaphores grant nothing that they would not renew.
 */
class ClosedSemaphoreTests extends SemaphoreFixture {

	private static final Duration LONG = Duration.ofMinutes(5);

	ClosedSemaphoreTests() {
		super(RedisTopology.STANDALONE);
	}

	private static void isRefused(ThrowingCallable acquisition) {
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(acquisition)
			.withMessage("The semaphores are closed");
	}

	@Test
	void closedSemaphoresRefuseEveryAcquisitionBeforeAnythingIsWritten() {
		DistributedSemaphore semaphores = process(NO_POLLING);
		NamedSemaphore semaphore = semaphores.get(this.name, SemaphoreOptions.of(3));
		semaphores.close();
		isRefused(semaphore::acquire);
		isRefused(semaphore::tryAcquire);
		isRefused(() -> semaphore.tryAcquire(2, LONG));
		assertThat(semaphore.tryAcquireAsync(3, LONG)).completesExceptionallyWithin(PATIENCE)
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(RedisUnavailableException.class);
		assertThat(semaphores.activity().held()).isEmpty();
		assertThat(existingKeys()).isEmpty();
	}

	@Test
	void waitsEndAndGiveUpTheirPlacesWhileHeldPermitsCanBeReleased() {
		DistributedSemaphore semaphores = process(NO_POLLING);
		NamedSemaphore semaphore = semaphores.get(this.name, SemaphoreOptions.of(2));
		Permit held = semaphore.tryAcquire().orElseThrow();
		CompletableFuture<Optional<Permit>> waiting = semaphore.tryAcquireAsync(2, LONG).toCompletableFuture();
		awaitWaiting(1);
		semaphores.close();
		assertThat(waiting).completesExceptionallyWithin(PATIENCE)
			.withThrowableOfType(ExecutionException.class)
			.havingCause()
			.withMessage("The semaphores are closed");
		awaitWaiting(0);
		assertThat(held.isValid()).isTrue();
		assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
		semaphore(2).tryAcquire().orElseThrow().close();
	}

}
