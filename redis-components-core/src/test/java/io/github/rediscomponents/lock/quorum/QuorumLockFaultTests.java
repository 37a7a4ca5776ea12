// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockFixture;
import io.github.rediscomponents.lock.LockInfo;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.LockedCounter;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.NamedLockContract;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.lock.Trouble;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What a quorum lock does when servers are away.
 */
class QuorumLockFaultTests extends QuorumFixture {

	private static final Duration NODE = Duration.ofMillis(500);

	/** Where nothing depends on it. */
	private static final Duration PATIENT = Duration.ofSeconds(20);

	@Test
	void worksWithOneServerKilled() throws Exception {
		LockSettings quick = SETTINGS.withLease(NamedLockContract.QUICK);
		NamedLock here = ownLock(quick, PATIENT);
		NamedLock there = ownLock(quick, PATIENT);
		SERVERS.get(1).kill();
		Lease lease = here.acquire();
		NamedLockContract.awaitOutlasting(System.nanoTime(), () -> there.info().remaining());
		assertThat(there.tryAcquire(Duration.ofMillis(20))).isEmpty();
		assertThat(lease.isValid()).isTrue();
		assertThat(there.info().holder()).contains(lease.id());
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		try (Lease next = there.acquire()) {
			assertThat(next.token()).isGreaterThan(lease.token());
		}
	}

	@Test
	void worksWithOneServerStoppedAndDoesNotWaitForIt() {
		NamedLock lock = ownLock(SETTINGS, PATIENCE);
		SERVERS.get(0).pause();
		long start = System.nanoTime();
		for (int i = 0; i < 5; i++) {
			lock.tryAcquire().orElseThrow().close();
			assertThat(lock.info().held()).isFalse();
		}
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE.minusSeconds(10));
		SERVERS.get(0).resume();
		awaitFreeEverywhere();
	}

	@Test
	void failsInTimeWithTwoServersKilledAndHoldsNothing() {
		NamedLock lock = ownLock(SETTINGS, NODE);
		SERVERS.get(0).kill();
		SERVERS.get(2).kill();
		long start = System.nanoTime();
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(lock::tryAcquire);
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> lock.tryAcquire(Duration.ofSeconds(60)));
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(lock::info);
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(lock::forceRelease);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(40));
		await().atMost(PATIENCE).until(() -> !isHeld(SERVERS.get(1), key()));
		SERVERS.get(0).restart();
		await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> lock.tryAcquire().orElseThrow().close());
	}

	@Test
	void saysThatAMinorityWasChanged() {
		NamedLock lock = ownLock(SETTINGS, PATIENT);
		Lease lease = lock.tryAcquire().orElseThrow();
		await().atMost(PATIENCE).until(() -> SERVERS.stream().allMatch((server) -> isHeld(server, key())));
		List<RedisServer> majority = List.of(SERVERS.get(0), SERVERS.get(2));
		majority.forEach((server) -> server.command("REPLICAOF", "127.0.0.1", "1"));
		try {
			assertThatExceptionOfType(RedisUnavailableException.class)
				.isThrownBy(() -> lease.extend(Duration.ofMinutes(10)))
				.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(RedisUnavailableException.Outcome.UNKNOWN));
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(lock::forceRelease)
				.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(RedisUnavailableException.Outcome.UNKNOWN));
			await().atMost(PATIENCE).until(() -> !isHeld(SERVERS.get(1), key()));
		}
		finally {
			majority.forEach((server) -> server.command("REPLICAOF", "NO", "ONE"));
		}
		lease.release();
		awaitFreeEverywhere();
	}

	@Test
	void aForcedReleaseThatIsRepeatedTakesNothingFromTheNextHolder() throws Exception {
		Lease first = lock().tryAcquire().orElseThrow();
		await().atMost(PATIENCE).until(() -> SERVERS.stream().allMatch((server) -> isHeld(server, key())));
		NamedLock other = lock();
		CountDownLatch released = new CountDownLatch(SERVERS.size());
		CompletableFuture<Lease> next = CompletableFuture.supplyAsync(() -> {
			try {
				released.await();
				return other.tryAcquire(PATIENCE).orElseThrow();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}, this.background.workers());
		NamedLock lock = releasing((release) -> sent(release).thenCompose((reply) -> {
			released.countDown();
			// The driver does not know the first reply.
			return next.thenCompose((lease) -> sent(release));
		}));
		assertThat(CompletableFuture.supplyAsync(lock::forceRelease, this.background.workers()))
			.succeedsWithin(PATIENCE)
			.isEqualTo(true);
		Lease lease = next.get();
		assertThat(lease.extend(Duration.ofMinutes(1))).isTrue();
		assertThat(lock.info().holder()).contains(lease.id());
		assertThat(first.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(lock().forceRelease()).isFalse();
	}

	@Test
	void aForcedReleaseKeepsTheVotesThatItsProcessGotMeanwhile() throws Exception {
		Lease first = lock().tryAcquire().orElseThrow();
		await().atMost(PATIENCE).until(() -> SERVERS.stream().allMatch((server) -> isHeld(server, key())));
		CountDownLatch released = new CountDownLatch(SERVERS.size());
		CompletableFuture<Lease> next = new CompletableFuture<>();
		NamedLock lock = releasing((release) -> sent(release).thenCompose((reply) -> {
			released.countDown();
			return next.thenApply((lease) -> reply);
		}));
		CompletableFuture<Boolean> forced = CompletableFuture.supplyAsync(lock::forceRelease,
				this.background.workers());
		assertThat(released.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		next.complete(lock.tryAcquire(PATIENCE).orElseThrow());
		assertThat(forced).succeedsWithin(PATIENCE).isEqualTo(true);
		assertThat(next.join().extend(Duration.ofMinutes(1))).isTrue();
		assertThat(lock().tryAcquire()).isEmpty();
		assertThat(next.join().release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(first.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
	}

	/** As through a proxy in between, or from a server of another kind. */
	@Test
	void aReplyThatCannotBeReadIsNone() {
		Lease lease = lock().tryAcquire().orElseThrow();
		await().atMost(PATIENCE).until(() -> SERVERS.stream().allMatch((server) -> isHeld(server, key())));
		assertThat(seenBy(unreadable(1))).succeedsWithin(PATIENCE)
			.satisfies((info) -> assertThat(info.holder()).contains(lease.id()));
		assertThat(seenBy(unreadable(2))).failsWithin(PATIENCE)
			.withThrowableThat()
			.withRootCauseInstanceOf(IndexOutOfBoundsException.class);
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
	}

	private CompletableFuture<LockInfo> seenBy(NamedLock lock) {
		return CompletableFuture.supplyAsync(lock::info, this.background.workers());
	}

	/** The lock of another process whom the last servers tell nothing of a lock. */
	private NamedLock unreadable(int servers) {
		AtomicInteger left = new AtomicInteger(SERVERS.size());
		return process(SERVERS.stream().map((server) -> {
			boolean last = left.getAndDecrement() <= servers;
			return InterceptedPort.of(open(server, PATIENCE),
					(method, args, real) -> (last && InterceptedPort.script(args).equals("lock/info"))
							? sent(real).thenApply((reply) -> ((List<?>) reply).subList(0, 1)) : real.proceed());
		}).toList(), SETTINGS).get(this.name);
	}

	/** The lock of another process whose releases are sent in another way. */
	private NamedLock releasing(Function<InterceptedPort.Call, Object> how) {
		return process(SERVERS.stream()
			.map((server) -> InterceptedPort.of(open(server, PATIENCE),
					(method, args, real) -> InterceptedPort.script(args).equals("lock/quorum-release") ? how.apply(real)
							: real.proceed()))
			.toList(), SETTINGS).get(this.name);
	}

	private static CompletionStage<Object> sent(InterceptedPort.Call call) {
		try {
			@SuppressWarnings("unchecked")
			CompletionStage<Object> reply = (CompletionStage<Object>) call.proceed();
			return reply;
		}
		catch (Throwable ex) {
			return CompletableFuture.failedStage(ex);
		}
	}

	@Test
	void givesBackTheVotesOfServersThatAnswerTooLate() {
		NamedLock lock = ownLock(SETTINGS, NODE);
		SERVERS.get(0).pause();
		SERVERS.get(1).pause();
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(lock::tryAcquire)
			.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(RedisUnavailableException.Outcome.UNKNOWN));
		SERVERS.get(0).resume();
		SERVERS.get(1).resume();
		awaitFreeEverywhere();
	}

	@Test
	void releasesAServerThatWasSilentDuringTheReleaseWhenItIsBack() {
		NamedLock lock = ownLock(SETTINGS, PATIENT);
		Lease lease = lock.tryAcquire().orElseThrow();
		await().atMost(PATIENCE).until(() -> SERVERS.stream().allMatch((server) -> isHeld(server, key())));
		SERVERS.get(2).pause();
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		SERVERS.get(2).resume();
		awaitFreeEverywhere();
	}

	@Test
	void doesNotKnowTheResultOfAReleaseWithoutAMajorityAndRepeatsIt() {
		AtomicBoolean hurry = new AtomicBoolean();
		List<CommandPort> ports = SERVERS.stream().map((server) -> open(server, PATIENT)).toList();
		NamedLock lock = process(ports.stream()
			.map((port) -> InterceptedPort.withTimeout(port, () -> hurry.get() ? NODE : PATIENT))
			.toList(), SETTINGS).get(this.name);
		Lease lease = lock.tryAcquire().orElseThrow();
		SERVERS.get(1).pause();
		SERVERS.get(2).pause();
		hurry.set(true);
		assertThat(lease.release()).isEqualTo(ReleaseResult.UNKNOWN);
		assertThat(lease.isValid()).isFalse();
		SERVERS.get(1).resume();
		SERVERS.get(2).resume();
		awaitFreeEverywhere();
	}

	@Test
	void isLostInTimeWhenNoMajorityRenewsIt() {
		LockSettings quick = SETTINGS.withLease(Duration.ofMillis(1500));
		Lease lease = ownLock(quick, PATIENT).tryAcquire().orElseThrow();
		long start = System.nanoTime();
		SERVERS.get(0).pause();
		SERVERS.get(1).pause();
		assertThat(lease.lost().toCompletableFuture()).succeedsWithin(PATIENCE).isEqualTo(LossReason.EXPIRED);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
		assertThat(lease.isValid()).isFalse();
		SERVERS.get(0).resume();
		SERVERS.get(1).resume();
		assertThat(lease.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
		awaitFreeEverywhere();
	}

	@Test
	void keepsALeaseWhileServersComeBackEmptyOneAfterTheOther() throws Exception {
		Lease lease = ownLock(SETTINGS, PATIENT).tryAcquire().orElseThrow();
		NamedLock other = ownLock(SETTINGS, PATIENT);
		for (RedisServer server : SERVERS) {
			// Not the other, whose vote is taken back in the background, nor a majority
			// only.
			await().atMost(PATIENCE).until(() -> {
				LockFixture.renewNow(lease);
				return SERVERS.stream()
					.allMatch((one) -> String.valueOf(one.command("HGET", key(), "o")).startsWith(lease.id()));
			});
			server.kill();
			server.restart();
			assertThat(server.command("EXISTS", key())).isEqualTo("0");
			assertThat(other.tryAcquire()).isEmpty();
		}
		assertThat(lease.isValid()).isTrue();
		assertThat(other.tryAcquire()).isEmpty();
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		other.tryAcquire(PATIENCE).orElseThrow().close();
	}

	@Test
	void subtractsWhatTheAcquisitionTookFromTheLease() throws Exception {
		NamedLock lock = ownLock(SETTINGS, PATIENT);
		Lease lease = answeredAfter(Duration.ofMillis(400), lock, Duration.ofMinutes(1)).join().orElseThrow();
		assertThat(lease.remaining()).isLessThan(Duration.ofMillis(59_600));
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		// Nobody else holds it. It is asked for once more, which may take as long.
		CompletableFuture<Optional<Lease>> late = answeredAfter(Duration.ofMillis(500), lock, Duration.ofMillis(200));
		if (!late.handle((other, failure) -> failure instanceof RedisUnavailableException).join()) {
			late.join().orElseThrow().close();
		}
		awaitFreeEverywhere();
	}

	private static CompletableFuture<Optional<Lease>> answeredAfter(Duration silence, NamedLock lock, Duration lease) {
		SERVERS.forEach(RedisServer::pause);
		CompletableFuture<Optional<Lease>> asked = lock.tryAcquireAsync(LockOptions.noWait().withLease(lease))
			.toCompletableFuture();
		long sent = System.nanoTime();
		await().until(() -> System.nanoTime() - sent > silence.toNanos());
		SERVERS.forEach(RedisServer::resume);
		return asked;
	}

	@Test
	void countsExactlyWhileOneServerAfterTheOtherIsInTrouble() {
		List<NamedLock> clients = List.of(ownLock(SETTINGS, Duration.ofSeconds(2)),
				ownLock(SETTINGS, Duration.ofSeconds(2)), ownLock(SETTINGS, Duration.ofSeconds(2)),
				ownLock(SETTINGS, Duration.ofSeconds(2)));
		int times = 12 * Integer.getInteger("campaign.scale", 1);
		try (Trouble trouble = Trouble.of(QuorumLockFaultTests::disturbOneServer, this.background.workers())) {
			LockedCounter.assertExact(clients, times, (lock) -> Trouble.outlasting(lock::acquire));
		}
		awaitFreeEverywhere();
	}

	/** Stops, cuts off or confuses one server. */
	private static void disturbOneServer(int time) {
		RedisServer server = SERVERS.get(time % 3);
		LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
		switch (time % 4) {
			case 0 -> server.command("CLIENT", "PAUSE", "100");
			case 1 -> server.command("CLIENT", "KILL", "TYPE", "normal");
			case 2 -> server.command("SCRIPT", "FLUSH");
			default -> {
				server.pause();
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(60));
				server.resume();
			}
		}
	}

}
