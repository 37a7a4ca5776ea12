// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreInside;
import io.github.rediscomponents.semaphore.SemaphoreObserver;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.semaphore.SemaphoreSettings;
import io.github.rediscomponents.support.CapturedLog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A process whose user loses the right to renew permits while it holds one.
 */
class PermitRefusalTests extends QueueFaultFixture {

	private static final Duration LEASE = Duration.ofSeconds(3);

	private final AtomicInteger refused = new AtomicInteger();

	private final AtomicInteger lost = new AtomicInteger();

	private final SemaphoreObserver observer = new SemaphoreObserver() {

		@Override
		public void lost(Permit permit, LossReason reason) {
			assertThat(reason).isEqualTo(LossReason.EXPIRED);
			PermitRefusalTests.this.lost.incrementAndGet();
		}

		@Override
		public void renewalFailed(Permit permit, Duration remaining) {
			PermitRefusalTests.this.refused.incrementAndGet();
		}

	};

	private NamedSemaphore semaphore(String user, Duration lease, SemaphoreObserver observer) {
		String uri = "redis://" + user + ":secret@127.0.0.1:" + this.server.port();
		DistributedSemaphore semaphores = DistributedSemaphore.create(open(uri, PATIENCE), KEYS,
				new LiveSettings<>(SemaphoreSettings.defaults().withLease(lease)), this.background, observer);
		this.opened.add(0, semaphores);
		return semaphores.get(this.name, SemaphoreOptions.of(2));
	}

	@Test
	void isToldOnceAndItsPermitIsFreeWhenTheLeaseHasPassedWhileOthersGoOn() throws Exception {
		this.server.command("ACL", "SETUSER", "loses", "on", ">secret", "~*", "&*", "+@all");
		this.server.command("ACL", "SETUSER", "keeps", "on", ">secret", "~*", "&*", "+@all");
		NamedSemaphore loses = semaphore("loses", LEASE, this.observer);
		NamedSemaphore keeps = semaphore("keeps", SemaphoreSettings.defaults().lease(), SemaphoreObserver.NONE);
		Permit mine = loses.acquire();
		Permit other = keeps.acquire();
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.lease.Renewals")) {
			this.server.command("ACL", "SETUSER", "loses", "-zrem");
			LockFixture.renewNow(SemaphoreInside.lease(mine));
			CompletableFuture<Optional<Permit>> waiting = async(() -> keeps.tryAcquire(1, PATIENCE));
			assertThat(mine.lost()).succeedsWithin(PATIENCE);
			assertThat(mine.isValid()).isFalse();
			assertThat(waiting).succeedsWithin(PATIENCE).satisfies((permit) -> permit.orElseThrow().close());
			await().atMost(PATIENCE).untilAtomic(this.lost, org.hamcrest.Matchers.is(1));
			assertThat(this.refused).hasValueGreaterThan(1);
			assertThat(log.lines()).filteredOn((line) -> line.startsWith("WARN")).hasSize(1);
		}
		assertThat(other.isValid()).isTrue();
		assertThat(mine.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
		this.server.command("ACL", "SETUSER", "loses", "+zrem");
		loses.tryAcquire().orElseThrow().close();
		assertThat(other.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(this.lost).hasValue(1);
	}

}
