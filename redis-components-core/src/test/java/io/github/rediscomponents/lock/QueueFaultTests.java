// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lease.Client;
import io.github.rediscomponents.lease.QueueCommands;
import io.github.rediscomponents.lease.QueueKeys;
import io.github.rediscomponents.lease.QueueTerms;
import io.github.rediscomponents.lease.Renewals;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.PermitInfo;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisProxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What fair and read-write locks and semaphores do when processes, messages, replies and
 * connections are lost.
 */
class QueueFaultTests extends QueueFaultFixture {

	@ParameterizedTest
	@ValueSource(strings = { "fair", "read", "write" })
	void areFreeSoonAfterTheProcessOfTheHolderWasKilled(String what) throws Exception {
		ChildJvm child = child(what, "30");
		child.awaitLine("held"::equals);
		NamedLock lock = what.equals("fair") ? locks().fair(this.name) : locks().readWrite(this.name).write();
		assertThat(lock.tryAcquire()).isEmpty();
		CompletableFuture<Lease> next = async(lock::acquire);
		awaitWaiting(this.lockKeys, 1);
		child.kill();
		endLeases(this.lockKeys);
		long killed = System.nanoTime();
		assertThat(next).succeedsWithin(PATIENCE);
		assertThat(since(killed)).isLessThan(SOON);
		assertThat(next.join().release()).isEqualTo(ReleaseResult.RELEASED);
	}

	@Test
	void getThePermitsOfAKilledProcessBack() throws Exception {
		ChildJvm child = child("permits", "30");
		child.awaitLine("held"::equals);
		NamedSemaphore semaphore = semaphore(5);
		assertThat(semaphore.available()).isEqualTo(1);
		child.kill();
		endLeases(this.permitKeys);
		long killed = System.nanoTime();
		Permit all = semaphore.tryAcquire(5, PATIENCE).orElseThrow();
		assertThat(since(killed)).isLessThan(SOON);
		assertThat(semaphore.available()).isZero();
		all.close();
		assertThat(semaphore.available()).isEqualTo(5);
	}

	@Test
	void skipTheHeadOfTheQueueWhenItsProcessWasKilled() throws Exception {
		Lease lease = locks().fair(this.name).acquire();
		ChildJvm child = child("fair");
		awaitWaiting(this.lockKeys, 1);
		NamedLock lock = locks().fair(this.name);
		CompletableFuture<Lease> second = async(lock::acquire);
		awaitWaiting(this.lockKeys, 2);
		child.kill();
		long killed = System.nanoTime();
		long before = this.server.commandCalls().get("evalsha");
		lease.close();
		assertThat(second).succeedsWithin(PATIENCE);
		assertThat(since(killed)).isLessThan(SOON);
		assertThat(this.server.commandCalls().get("evalsha") - before)
			.isLessThanOrEqualTo(20 + since(killed).toSeconds());
		second.join().close();
	}

	/** Hands over as a holder whose message never arrives. */
	private void releaseWithoutAMessage(QueueKeys keys, int size, String leaseId) {
		QueueCommands silent = new QueueCommands(open(this.server.uri(), Duration.ofSeconds(5)),
				new Client(new KeySpace("nowhere")));
		assertThat(silent.release(keys, new QueueTerms(size, true, 0), leaseId)).isTrue();
	}

	@Test
	void loseAtMostOnePollWithALostMessageForALock() throws Exception {
		Lease lease = locks().fair(this.name).acquire();
		CompletableFuture<Lease> next = async(locks().fair(this.name)::acquire);
		awaitWaiting(this.lockKeys, 1);
		long released = System.nanoTime();
		releaseWithoutAMessage(this.lockKeys, 1, lease.id());
		assertThat(next).succeedsWithin(PATIENCE);
		assertThat(since(released)).isLessThan(SOON);
		next.join().close();
	}

	@Test
	void loseAtMostOnePollWithALostMessageForASemaphore() throws Exception {
		Permit permit = semaphore(2).tryAcquire(2, Duration.ZERO).orElseThrow();
		CompletableFuture<Permit> next = async(semaphore(2)::acquire);
		awaitWaiting(this.permitKeys, 1);
		long released = System.nanoTime();
		releaseWithoutAMessage(this.permitKeys, 2, permit.id());
		assertThat(next).succeedsWithin(PATIENCE);
		assertThat(since(released)).isLessThan(SOON);
		next.join().close();
	}

	@Test
	void loseAtMostOnePollWhenTheConnectionThatHearsIsKilled() throws Exception {
		Lease lease = locks().fair(this.name).acquire();
		Permit permit = semaphore(1).acquire();
		CompletableFuture<Lease> nextLease = async(locks().fair(this.name)::acquire);
		CompletableFuture<Permit> nextPermit = async(semaphore(1)::acquire);
		awaitWaiting(this.lockKeys, 1);
		awaitWaiting(this.permitKeys, 1);
		this.server.command("CLIENT", "KILL", "TYPE", "pubsub");
		long released = System.nanoTime();
		lease.close();
		permit.close();
		assertThat(nextLease).succeedsWithin(PATIENCE);
		assertThat(nextPermit).succeedsWithin(PATIENCE);
		assertThat(since(released)).isLessThan(SOON);
		nextLease.join().close();
		nextPermit.join().close();
	}

	@Test
	void areHeldOnceWhenTheAcquisitionWasSentTwice() throws Exception {
		try (RedisProxy proxy = RedisProxy.to(this.server)) {
			NamedSemaphore semaphore = semaphore(proxy.uri(), PATIENCE, 5);
			semaphore.tryAcquire().orElseThrow().close();
			proxy.swallowNextReply();
			CompletableFuture<Optional<Permit>> acquiring = async(() -> semaphore.tryAcquire(3, Duration.ZERO));
			await().atMost(PATIENCE).until(() -> proxy.swallowedReplies() == 1);
			assertThat(semaphore(5).available()).isEqualTo(2);
			proxy.cut();
			Permit permit = acquiring.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).orElseThrow();
			assertThat(semaphore(5).available()).isEqualTo(2);
			assertThat(semaphore(5).holders()).extracting(PermitInfo::id).containsExactly(permit.id());
			proxy.swallowNextReply();
			CompletableFuture<ReleaseResult> releasing = async(permit::release);
			await().atMost(PATIENCE).until(() -> proxy.swallowedReplies() == 2);
			proxy.cut();
			assertThat(releasing.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(ReleaseResult.RELEASED);
			assertThat(semaphore(5).available()).isEqualTo(5);
		}
	}

	@Test
	void stayOneWaiterWhenTheWaitWasSentTwiceAndNoneWhenItsEndWas() throws Exception {
		try (RedisProxy proxy = RedisProxy.to(this.server)) {
			NamedLock lock = locks(proxy.uri(), PATIENCE).fair(this.name);
			lock.tryAcquire().orElseThrow().close();
			Lease lease = locks().fair(this.name).acquire();
			proxy.swallowNextReply();
			CompletableFuture<Optional<Lease>> waiting = lock
				.tryAcquireAsync(LockOptions.defaults().withMaxWait(PATIENCE))
				.toCompletableFuture();
			await().atMost(PATIENCE).until(() -> proxy.swallowedReplies() == 1);
			awaitWaiting(this.lockKeys, 1);
			proxy.cut();
			assertThat(locks().fair(this.name).info().waiting()).isEqualTo(1);
			waiting.cancel(true);
			awaitWaiting(this.lockKeys, 0);
			assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
			assertThat(this.server.command("EXISTS", this.lockKeys.waiters(), this.lockKeys.ends(),
					this.lockKeys.holders()))
				.hasToString("0");
		}
	}

	@Test
	void areGivenBackWhenTheyWereGrantedWithoutTheAnswerArriving() {
		try (RedisProxy proxy = RedisProxy.to(this.server)) {
			AtomicBoolean hurry = new AtomicBoolean();
			NamedSemaphore semaphore = semaphore(open(proxy.uri(), Duration.ofMillis(700), hurry), 2);
			semaphore.tryAcquire().orElseThrow().close();
			NamedSemaphore other = semaphore(2);
			proxy.refuse(true);
			proxy.swallowNextReply();
			hurry.set(true);
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(semaphore::tryAcquire);
			await().atMost(PATIENCE).until(() -> proxy.swallowedReplies() == 1);
			assertThat(other.available()).isEqualTo(1);
			proxy.refuse(false);
			hurry.set(false);
			// Long before the lease has passed.
			await().atMost(SOON).until(() -> other.available() == 2);
		}
	}

	@Test
	void keepsWritersOutUntilAReaderKnowsThatItMayHaveLostItsLock() {
		AtomicInteger lost = new AtomicInteger();
		LockObserver listener = new LockObserver() {
			@Override
			public void lost(Lease lease, LossReason reason) {
				lost.incrementAndGet();
			}
		};
		AtomicBoolean hurry = new AtomicBoolean();
		try (RedisProxy proxy = RedisProxy.to(this.server);
				DistributedLock locks = LettuceLocks.create(open(proxy.uri(), Duration.ofSeconds(1), hurry), KEYS,
						new LiveSettings<>(LockSettings.defaults()), this.background, listener)) {
			NamedReadWriteLock lock = locks.readWrite(this.name);
			Lock write = lock.write().asLock();
			Lock read = lock.read().asLock();
			NamedLock other = locks().readWrite(this.name).write();
			write.lock();
			read.lock();
			proxy.swallowNextReply();
			proxy.refuse(true);
			hurry.set(true);
			write.unlock();
			await().atMost(PATIENCE).until(() -> proxy.swallowedReplies() == 1);
			assertThat(other.tryAcquire()).isEmpty();
			proxy.refuse(false);
			Optional<Lease> taken = await().atMost(PATIENCE).until(other::tryAcquire, Optional::isPresent);
			await().atMost(PATIENCE).untilAsserted(() -> assertThat(lost).hasValue(1));
			assertThatExceptionOfType(LockLostException.class).isThrownBy(read::unlock);
			assertThat(taken.orElseThrow().release()).isEqualTo(ReleaseResult.RELEASED);
		}
	}

	@Test
	void warnsOnceWhenRedisRefusesToRenew() throws Exception {
		AtomicInteger failures = new AtomicInteger();
		LockObserver listener = new LockObserver() {

			@Override
			public void renewalFailed(Lease lease, Duration remaining) {
				failures.incrementAndGet();
			}

		};
		try (CapturedLog log = CapturedLog.of(Renewals.class.getName());
				DistributedLock locks = LettuceLocks.create(open(this.server.uri(), PATIENCE), KEYS,
						new LiveSettings<>(LockSettings.defaults()), this.background, listener)) {
			Lease lease = locks.fair(this.name).acquire();
			this.server.command("SET", this.lockKeys.key(), "no hash");
			await().atMost(PATIENCE).until(() -> {
				LockFixture.renewNow(lease);
				return failures.get() >= 5;
			});
			assertThat(log.lines()).singleElement().asString().contains("Redis refuses to renew a lock");
		}
	}

}
