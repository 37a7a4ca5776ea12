// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.redisson;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.FaultFixture;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.LockedCounter;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.lock.Trouble;
import io.github.rediscomponents.test.RedisProxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What the engine on Redisson does when connections, messages and replies are lost.
 */
class RedissonFaultTests extends FaultFixture {

	private NamedLock lock(String uri, int timeoutMillis, LockSettings settings) {
		RedissonClient client = RedissonEngine.open(uri, timeoutMillis);
		this.opened.add(0, () -> client.shutdown(0, 2, TimeUnit.SECONDS));
		DistributedLock locks = RedissonEngine.create(() -> client, new LiveSettings<>(settings), this.background,
				LockObserver.NONE);
		this.opened.add(0, locks);
		return locks.get(this.name);
	}

	private NamedLock lock() {
		return lock(this.server.uri(), 3000, LockSettings.defaults());
	}

	@Test
	void freesALockThatWasGrantedWithoutTheAnswerArriving() {
		try (RedisProxy proxy = RedisProxy.to(this.server)) {
			NamedLock lock = lock(proxy.uri(), 700, LockSettings.defaults());
			lock.tryAcquire().orElseThrow().close();
			NamedLock other = lock();
			proxy.swallowNextReply();
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(lock::tryAcquire)
				.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN));
			assertThat(proxy.swallowedReplies()).isEqualTo(1);
			await().atMost(Duration.ofSeconds(15)).until(() -> !other.info().held());
			lock.tryAcquire().orElseThrow().close();
		}
	}

	@Test
	void doesNotKnowTheResultOfAReleaseWithoutAnAnswerAndRepeatsIt() {
		try (RedisProxy proxy = RedisProxy.to(this.server)) {
			NamedLock lock = lock(proxy.uri(), 500, LockSettings.defaults());
			Lease lease = lock.tryAcquire().orElseThrow();
			NamedLock other = lock();
			proxy.freeze();
			assertThat(lease.release()).isEqualTo(ReleaseResult.UNKNOWN);
			assertThat(lease.isValid()).isFalse();
			assertThat(other.info().held()).isTrue();
			proxy.thaw();
			await().atMost(Duration.ofSeconds(20)).until(() -> !other.info().held());
		}
	}

	@Test
	void reportsTheLossBeforeAServerThatIsSilentForLongerThanTheLeaseCanGiveTheLockAway() throws Exception {
		LockSettings quick = LockSettings.defaults().withLease(Duration.ofMillis(1200));
		String key = RedissonEngine.key(this.name);
		assertLossComesFirst(lock(this.server.uri(), 3000, quick),
				lock(this.server.uri(), 10_000, LockSettings.defaults()),
				() -> this.server.command("PEXPIRE", key, "600000"), () -> this.server.command("DEL", key));
	}

	@Test
	void countsExactlyWhileConnectionsBreakAndScriptsAreForgotten() {
		List<NamedLock> clients = List.of(lock(), lock(), lock());
		try (Trouble trouble = Trouble.at(this.server, Duration.ofMillis(150), this.background.workers())) {
			LockedCounter.assertExact(clients, 15 * SCALE, (lock) -> Trouble.outlasting(lock::acquire));
		}
		await().atMost(PATIENCE).until(() -> !clients.get(0).info().held());
	}

	@Test
	void aWaitThatEndsWhileItSubscribesIsForgottenWithTheNextOne() throws Exception {
		try (RedisProxy proxy = RedisProxy.to(this.server)) {
			NamedLock lock = lock(proxy.uri(), 3000, LockSettings.defaults());
			NamedLock other = lock();
			try (Lease lease = other.acquire()) {
				assertThat(lock.tryAcquire(Duration.ofMillis(500))).isEmpty();
				await().atMost(PATIENCE).until(() -> other.info().waiting() == 0);
				proxy.delay(Duration.ofMillis(70));
				AtomicInteger waits = new AtomicInteger();
				// Redisson does not end a subscription that came too late. On a slow
				// machine a short wait is over before it subscribes.
				await().atMost(PATIENCE).until(() -> {
					int millis = 200 + 25 * Math.max(0, waits.incrementAndGet() - 5);
					assertThat(lock.tryAcquire(Duration.ofMillis(millis))).isEmpty();
					return waits.get() >= 5 && other.info().waiting() == 1;
				});
				proxy.delay(Duration.ZERO);
				assertThat(lock.tryAcquire(Duration.ofMillis(500))).isEmpty();
				await().atMost(PATIENCE).until(() -> other.info().waiting() == 0);
				assertThat(lease.isValid()).isTrue();
			}
			lock.tryAcquire().orElseThrow().close();
		}
	}

}
