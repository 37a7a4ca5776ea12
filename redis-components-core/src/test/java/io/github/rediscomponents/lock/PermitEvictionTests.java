// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.semaphore.SemaphoreSettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Redis evicts one of the keys of a semaphore while permits are held and waited for.
 */
class PermitEvictionTests extends QueueFaultFixture {

	private NamedSemaphore process() {
		DistributedSemaphore semaphores = DistributedSemaphore.create(open(this.server.uri(), PATIENCE), KEYS,
				new LiveSettings<>(SemaphoreSettings.defaults()), this.background);
		this.opened.add(0, semaphores);
		return semaphores.get(this.name, SemaphoreOptions.of(3));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2, 3 })
	void everyWaiterGetsItsPermitAndTheCountIsExactInTheEnd(int which) throws Exception {
		NamedSemaphore first = process();
		NamedSemaphore second = process();
		List<Permit> held = List.of(first.acquire(), second.tryAcquire(2, PATIENCE).orElseThrow());
		List<CompletableFuture<Optional<Permit>>> waiting = new ArrayList<>();
		waiting.add(first.tryAcquireAsync(2, PATIENCE).toCompletableFuture());
		awaitWaiting(this.permitKeys, 1);
		waiting.add(second.tryAcquireAsync(1, PATIENCE).toCompletableFuture());
		awaitWaiting(this.permitKeys, 2);
		assertThat(this.server.command("DEL", this.permitKeys.all()[which])).isEqualTo("1");
		for (Permit permit : held) {
			// One that was lost says so; the other frees what somebody waits for.
			assertThat(permit.release()).isIn(ReleaseResult.RELEASED, ReleaseResult.ALREADY_LOST);
			// As if the lease of a lost one had passed.
			this.server.command("ZADD", this.permitKeys.ends(), "XX", "1", permit.id());
		}
		for (CompletableFuture<Optional<Permit>> one : waiting) {
			assertThat(one).succeedsWithin(PATIENCE).satisfies((permit) -> assertThat(permit).isPresent());
		}
		assertThat(first.available()).isZero();
		assertThat(first.tryAcquire()).isEmpty();
		for (CompletableFuture<Optional<Permit>> one : waiting) {
			assertThat(one.join().orElseThrow().release()).isEqualTo(ReleaseResult.RELEASED);
		}
		assertThat(first.available()).isEqualTo(3);
		Permit all = second.tryAcquire(3, Duration.ZERO).orElseThrow();
		assertThat(first.tryAcquire()).isEmpty();
		all.close();
		assertThat(this.server.command("ZCARD", this.permitKeys.waiters())).hasToString("0");
	}

}
