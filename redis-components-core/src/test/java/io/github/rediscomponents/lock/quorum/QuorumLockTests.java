// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockActivity;
import io.github.rediscomponents.lock.LockFixture;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockedCounter;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.NamedLockContract;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What a quorum lock does while all its servers are there.
 */
@AsUserOfItsRoom
class QuorumLockTests extends QuorumFixture implements NamedLockContract {

	@Test
	void takesOneScriptOfEachServerToAcquireAndOneToRelease() {
		NamedLock lock = lock();
		lock.tryAcquire().orElseThrow().close();
		awaitFreeEverywhere();
		long before = scripts();
		for (int i = 0; i < 10; i++) {
			lock.tryAcquire().orElseThrow().close();
		}
		Lock view = lock.asLock();
		view.lock();
		view.lock();
		view.unlock();
		view.unlock();
		awaitFreeEverywhere();
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(scripts() - before).isEqualTo(11 * 2 * 3));
	}

	@Test
	void countsExactlyUnderContentionOfThreadsAndProcesses() {
		List<NamedLock> processes = List.of(lock(), lock(), lock(), lock());
		LockedCounter.assertExact(processes, 15 * Integer.getInteger("campaign.scale", 1), NamedLock::acquire);
		awaitFreeEverywhere();
	}

	@Test
	void asksOnlyNowAndThenWhileItWaits() throws Exception {
		try (Lease lease = lock().acquire()) {
			NamedLock other = lock(SETTINGS.withPollBound(Duration.ofSeconds(1)));
			long before = scripts();
			assertThat(other.tryAcquire(Duration.ofMillis(1000))).isEmpty();
			// At most one attempt each 50 ms.
			assertThat(scripts() - before).isBetween(6L, 22 * 3L);
			assertThat(lease.isValid()).isTrue();
		}
	}

	@Test
	void remembersATokenThatOnlyOneServerKnewByAMajority() {
		lock().tryAcquire().orElseThrow().close();
		SERVERS.get(0).command("HSET", key(), "f", "8000000000000000");
		SERVERS.get(1).command("HSET", key(), "f", "9000000000000000");
		SERVERS.get(1).command("HSET", key(), "d", "0");
		try (Lease lease = lock().tryAcquire().orElseThrow()) {
			long known = SERVERS.stream()
				.filter((server) -> Long.parseLong(String.valueOf(server.command("HGET", key(), "f"))) >= lease.token())
				.count();
			assertThat(known).isGreaterThanOrEqualTo(2);
			assertThat(lock().info().token()).isEqualTo(lease.token());
		}
	}

	@Test
	void givesTokensThatRiseWhicheverMajorityGrants() {
		NamedLock lock = ownLock(SETTINGS, PATIENCE);
		List<Long> tokens = new ArrayList<>();
		long ahead = 8_000_000_000_000_000L;
		for (int i = 0; i < 6; i++) {
			// One server alone knows of tokens far ahead; it grants, and is away the next
			// time, when another is back that has heard nothing of it.
			ahead += 1_000_000_000L;
			SERVERS.get(i % 3).command("HSET", key(), "f", String.valueOf(ahead));
			tokens.add(tokenWithout((i + 1) % 3, lock));
			assertThat(tokens.get(tokens.size() - 1)).isGreaterThan(ahead);
			tokens.add(tokenWithout(i % 3, lock));
		}
		assertThat(tokens).hasSize(12).isSorted().doesNotHaveDuplicates();
	}

	private long tokenWithout(int away, NamedLock lock) {
		SERVERS.get(away).pause();
		try (Lease lease = lock.tryAcquire().orElseThrow()) {
			return lease.token();
		}
		finally {
			SERVERS.get(away).resume();
			awaitFreeEverywhere();
		}
	}

	@Test
	void isLostWhenAnotherProcessReleasesItByForce() {
		Lease lease = lock().tryAcquire().orElseThrow();
		assertThat(lock().forceRelease()).isTrue();
		assertThat(lock().info().held()).isFalse();
		assertThat(lease.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
		assertThat(lease.lost().toCompletableFuture()).succeedsWithin(PATIENCE).isEqualTo(LossReason.REMOVED);
	}

	@Test
	void isLostWhenAMajorityHasForgottenIt() {
		Lease lease = lock().tryAcquire().orElseThrow();
		await().atMost(PATIENCE).until(() -> SERVERS.stream().allMatch((server) -> isHeld(server, key())));
		SERVERS.get(0).command("DEL", key());
		SERVERS.get(2).command("DEL", key());
		LockFixture.renewNow(lease);
		assertThat(lease.lost().toCompletableFuture()).succeedsWithin(PATIENCE).isEqualTo(LossReason.REMOVED);
		awaitFreeEverywhere();
		assertThat(lease.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
	}

	@Test
	void isHeldOnByAMajorityAndComesBackToAServerThatForgotIt() {
		NamedLock lock = lock();
		try (Lease lease = lock.tryAcquire().orElseThrow()) {
			for (int i = 0; i < 6; i++) {
				int node = i % 3;
				SERVERS.get(node).command("DEL", key());
				LockFixture.renewNow(lease);
				await().atMost(PATIENCE).until(() -> isHeld(SERVERS.get(node), key()));
				assertThat(lock.info().token()).isEqualTo(lease.token());
			}
			assertThat(lease.isValid()).isTrue();
		}
	}

	@Test
	void isAcquiredWithoutBlockingAndCanBeCancelled() throws Exception {
		NamedLock other = lock();
		Lease lease = lock().tryAcquireAsync(LockOptions.defaults()).toCompletableFuture().join().orElseThrow();
		CompletableFuture<Optional<Lease>> cancelled = other.tryAcquireAsync(LockOptions.defaults())
			.toCompletableFuture();
		CompletableFuture<Optional<Lease>> stays = other.tryAcquireAsync(LockOptions.defaults()).toCompletableFuture();
		cancelled.cancel(true);
		assertThat(lease.releaseAsync().toCompletableFuture()).succeedsWithin(PATIENCE)
			.isEqualTo(ReleaseResult.RELEASED);
		assertThat(stays).succeedsWithin(PATIENCE);
		stays.join().orElseThrow().close();
		awaitFreeEverywhere();
	}

	@Test
	void holdsNothingWhenInterruptedWhileItWaits() throws Exception {
		try (Lease lease = lock().acquire()) {
			NamedLock other = lock();
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(InterruptedException.class).isThrownBy(other::acquire);
			assertThat(lease.isValid()).isTrue();
		}
		awaitFreeEverywhere();
	}

	@Test
	void isSeenByItsProcess() {
		QuorumLock process = process(SERVERS.stream().map((server) -> open(server, PATIENCE)).toList(), SETTINGS);
		try (Lease lease = process.get(this.name).tryAcquire().orElseThrow()) {
			assertThat(process.activity().held()).singleElement()
				.satisfies((held) -> assertThat(held).returns(LockKind.QUORUM, LockActivity.Held::kind)
					.returns(lease.id(), LockActivity.Held::id));
		}
		assertThat(process.activity().held()).isEmpty();
	}

	@Test
	void letsEveryKeyExpire() {
		long day = Duration.ofHours(24).toMillis();
		Lease lease = lock().tryAcquire().orElseThrow();
		lease.extend(Duration.ofMinutes(1));
		lease.close();
		awaitFreeEverywhere();
		assertThat(SERVERS).allSatisfy((server) -> {
			assertThat(server.command("KEYS", "*" + this.name.substring(6) + "*")).isEqualTo(List.of(key()));
			assertThat(Long.parseLong(String.valueOf(server.command("PTTL", key())))).isBetween(day - 60_000,
					day + 61_000);
		});
	}

	@Test
	void refusesWhatCannotBe() {
		List<CommandPort> ports = SERVERS.stream().map((server) -> open(server, PATIENCE)).toList();
		assertThatIllegalArgumentException().isThrownBy(() -> create(ports.subList(0, 1)))
			.withMessageStartingWith("nodes");
		assertThatIllegalArgumentException().isThrownBy(() -> create(ports.subList(0, 2)))
			.withMessageStartingWith("nodes");
		assertThatIllegalArgumentException().isThrownBy(() -> create(List.of(ports.get(0), ports.get(1), ports.get(0))))
			.withMessageStartingWith("nodes");
		assertThatIllegalArgumentException().isThrownBy(() -> process(ports, SETTINGS).get(""));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> lock().tryAcquire(LockOptions.noWait().withMinReplicas(1)))
			.withMessageStartingWith("minReplicas");
	}

	private QuorumLock create(List<CommandPort> ports) {
		return QuorumLock.create(ports, new KeySpace("t"), new LiveSettings<>(SETTINGS), this.background,
				LockObserver.NONE);
	}

}
