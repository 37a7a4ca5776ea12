// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisProxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What locks do when connections, messages, replies and processes are lost.
 */
class LockFaultTests extends FaultFixture {

	private NamedLock lock(CommandPort port, LockSettings settings) {
		DistributedLock locks = LettuceLocks.create(port, new KeySpace("t"), new LiveSettings<>(settings),
				this.background);
		this.opened.add(0, locks);
		return locks.get(this.name);
	}

	private NamedLock lock(LockSettings settings) {
		return lock(open(this.server.uri(), PATIENCE), settings);
	}

	private NamedLock lock() {
		return lock(LockSettings.defaults());
	}

	@Test
	void countsExactlyWhileConnectionsBreakAndScriptsAreForgotten() {
		List<NamedLock> clients = List.of(lock(), lock(), lock(), lock());
		clients.forEach(NamedLock::info);
		try (Trouble trouble = Trouble.at(this.server, Duration.ofMillis(40), this.background.workers())) {
			LockedCounter.assertExact(clients, 25 * SCALE, (lock) -> Trouble.outlasting(lock::acquire));
		}
		// A release without an answer is repeated.
		await().atMost(PATIENCE).until(() -> !clients.get(0).info().held());
	}

	@Test
	void countsExactlyInSeveralJvms() throws Exception {
		int times = 60 * SCALE;
		List<ChildJvm> children = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			ChildJvm child = ChildJvm.start(LockChild.class, "count", this.server.uri(), this.name,
					String.valueOf(times));
			this.opened.add(child);
			children.add(child);
		}
		children.forEach((child) -> child.awaitLine("ready"::equals));
		children.forEach((child) -> child.send("go"));
		CommandPort port = open(this.server.uri(), PATIENCE);
		NamedLock lock = lock(port, LockSettings.defaults());
		for (int i = 0; i < times; i++) {
			try (Lease lease = lock.acquire()) {
				LockChild.raise(port, this.name);
				lease.checkValid();
			}
		}
		children.forEach((child) -> child.awaitLine("done"::equals));
		assertThat(this.server.command("GET", this.name)).isEqualTo(String.valueOf(4 * times));
	}

	@Test
	void wakesWithinOnePollWhenTheMessageIsLost() throws Exception {
		Lease lease = lock().acquire();
		NamedLock other = lock();
		CompletableFuture<Long> acquired = new CompletableFuture<>();
		Thread waiting = new Thread(() -> {
			try (Lease next = other.acquire()) {
				acquired.complete(System.nanoTime());
			}
			catch (Exception ex) {
				acquired.completeExceptionally(ex);
			}
		});
		waiting.start();
		await().atMost(PATIENCE).until(() -> other.info().waiting() == 1);
		// The waiter's registration is taken away, so that nobody publishes at all.
		this.server.command("HDEL", "t:lock:{" + this.name + "}", "w");
		this.server.command("CLIENT", "KILL", "TYPE", "pubsub");
		long released = System.nanoTime();
		lease.close();
		assertThat(acquired).succeedsWithin(PATIENCE);
		assertThat(Duration.ofNanos(acquired.get() - released)).isLessThan(SOON);
	}

	@Test
	void isFreeSoonAfterTheProcessOfTheHolderWasKilled() throws Exception {
		NamedLock lock = lock();
		assertThat(lock.info().held()).isFalse();
		try (ChildJvm child = ChildJvm.start(LockChild.class, "hold", this.server.uri(), this.name, "30000")) {
			child.awaitLine("held"::equals);
			assertThat(lock.tryAcquire()).isEmpty();
			child.kill();
			LeaseEnds.pass(this.server, this.name);
			long killed = System.nanoTime();
			try (Lease lease = lock.acquire()) {
				assertThat(lease.isValid()).isTrue();
				assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(SOON);
			}
		}
	}

	@Test
	void skipsWaitersWhoseProcessIsGone() throws Exception {
		Lease lease = lock().acquire();
		String key = "t:lock:{" + this.name + "}";
		long soon = System.currentTimeMillis() + 60_000;
		this.server.command("HSET", key, "w", "gone1 " + soon + " gone2 1");
		NamedLock other = lock();
		CompletableFuture<Long> acquired = CompletableFuture.supplyAsync(() -> {
			Lease next = other.tryAcquire().orElseGet(() -> acquire(other));
			long now = System.nanoTime();
			next.close();
			return now;
		}, this.background.workers());
		await().atMost(PATIENCE).until(() -> other.info().waiting() == 2);
		long released = System.nanoTime();
		lease.close();
		assertThat(acquired).succeedsWithin(PATIENCE);
		assertThat(Duration.ofNanos(acquired.get() - released)).isLessThan(SOON);
	}

	private static Lease acquire(NamedLock lock) {
		try {
			return lock.acquire();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void aForcedReleaseThatIsRepeatedTakesNothingFromTheNextHolder() {
		Lease first = lock().tryAcquire().orElseThrow();
		NamedLock other = lock();
		List<Lease> next = new ArrayList<>();
		CommandPort repeating = InterceptedPort.of(open(this.server.uri(), PATIENCE), (method, args, real) -> {
			Object reply = real.proceed();
			if (InterceptedPort.script(args).equals("lock/release")) {
				// The driver does not know the first reply.
				next.add(other.tryAcquire(PATIENCE).orElseThrow());
				return real.proceed();
			}
			return reply;
		});
		NamedLock lock = lock(repeating, LockSettings.defaults());
		assertThat(lock.forceRelease()).isTrue();
		assertThat(next).singleElement().satisfies((lease) -> {
			assertThat(lease.extend(Duration.ofMinutes(1))).isTrue();
			assertThat(lock.info().holder()).contains(lease.id());
			assertThat(first.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
			assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		});
		assertThat(lock.forceRelease()).isFalse();
	}

	@Test
	void freesALockThatWasGrantedWithoutTheAnswerArriving() {
		try (RedisProxy proxy = RedisProxy.to(this.server)) {
			AtomicBoolean hurry = new AtomicBoolean();
			NamedLock lock = lock(open(proxy.uri(), Duration.ofMillis(700), hurry), LockSettings.defaults());
			lock.tryAcquire().orElseThrow().close();
			NamedLock other = lock();
			proxy.refuse(true);
			proxy.swallowNextReply();
			hurry.set(true);
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(lock::tryAcquire)
				.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN));
			await().atMost(PATIENCE).until(() -> proxy.swallowedReplies() == 1);
			assertThat(other.info().held()).isTrue();
			proxy.refuse(false);
			hurry.set(false);
			// Long before the lease has passed.
			await().atMost(SOON).until(() -> !other.info().held());
			lock.tryAcquire().orElseThrow().close();
		}
	}

	@Test
	void isHeldOnceWhenTheAcquisitionWasSentTwice() throws Exception {
		try (RedisProxy proxy = RedisProxy.to(this.server)) {
			NamedLock lock = lock(open(proxy.uri(), PATIENCE), LockSettings.defaults());
			lock.tryAcquire().orElseThrow().close();
			proxy.swallowNextReply();
			CompletableFuture<Lease> acquiring = CompletableFuture.supplyAsync(() -> lock.tryAcquire().orElseThrow(),
					this.background.workers());
			await().atMost(PATIENCE).until(() -> proxy.swallowedReplies() == 1);
			LockInfo granted = lock().info();
			assertThat(granted.held()).isTrue();
			proxy.cut();
			Lease lease = acquiring.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
			assertThat(lease.token()).isEqualTo(granted.token());
			assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
			assertThat(lock().info().held()).isFalse();
		}
	}

	@Test
	void isReleasedOnceWhenTheReleaseWasSentTwice() {
		try (RedisProxy proxy = RedisProxy.to(this.server)) {
			NamedLock lock = lock(open(proxy.uri(), PATIENCE), LockSettings.defaults());
			lock.tryAcquire().orElseThrow().close();
			Lease lease = lock.tryAcquire().orElseThrow();
			proxy.swallowNextReply();
			assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
			assertThat(proxy.swallowedReplies()).isEqualTo(1);
		}
	}

	@Test
	void doesNotKnowTheResultOfAReleaseWithoutAnAnswerAndRepeatsIt() {
		try (RedisProxy proxy = RedisProxy.to(this.server)) {
			AtomicBoolean hurry = new AtomicBoolean();
			NamedLock lock = lock(open(proxy.uri(), Duration.ofMillis(500), hurry), LockSettings.defaults());
			Lease lease = lock.tryAcquire().orElseThrow();
			proxy.freeze();
			hurry.set(true);
			assertThat(lease.release()).isEqualTo(ReleaseResult.UNKNOWN);
			assertThat(lease.isValid()).isFalse();
			proxy.thaw();
			NamedLock other = lock();
			await().atMost(PATIENCE).until(() -> !other.info().held());
		}
	}

	@Test
	void reportsTheLossBeforeAServerThatIsSilentForLongerThanTheLeaseCanGiveTheLockAway() throws Exception {
		LockSettings quick = LockSettings.defaults().withLease(Duration.ofMillis(1200));
		assertLossComesFirst(lock(quick), lock(), () -> LeaseEnds.outlast(this.server, this.name),
				() -> LeaseEnds.pass(this.server, this.name));
	}

	@Test
	void keepsALockThroughAnInterruptionThatIsShorterThanTheLease() throws Exception {
		Lease lease = lock(LockSettings.defaults().withLease(NamedLockContract.QUICK)).acquire();
		for (int i = 0; i < 3; i++) {
			this.server.command("CLIENT", "KILL", "TYPE", "normal");
			this.server.command("SCRIPT", "FLUSH");
			NamedLockContract.awaitOutlasting(System.nanoTime(), () -> {
				LockFixture.renewNow(lease);
				return lease.remaining();
			});
			assertThat(lock().tryAcquire(Duration.ofMillis(20))).isEmpty();
		}
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
	}

}
