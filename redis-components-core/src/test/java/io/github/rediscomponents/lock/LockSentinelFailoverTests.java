// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.support.SentinelFixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of locks when Sentinel replaces the master.
 */
class LockSentinelFailoverTests extends SentinelFixture {

	private static final String NAME = "order";

	@ParameterizedTest
	@EnumSource
	void givesTheLockAgainAndItsTokenNeverGoesBack(Loss loss) throws Exception {
		Queue<Hold> holds = new ConcurrentLinkedQueue<>();
		for (int i = 0; i < 3; i++) {
			NamedLock lock = lock(Duration.ofSeconds(2));
			goOn(() -> acquired(lock, holds));
			goOn(() -> acquired(lock, holds));
		}
		failOver(loss);
		finish();
		assertTokensIncrease(holds);
	}

	@ParameterizedTest
	@EnumSource
	void goesOnRenewingALeaseThatOutlastsTheFailover(Loss loss) {
		Duration length = Duration.ofMinutes(5);
		Lease lease = lock(length).tryAcquire().orElseThrow();
		long start = System.nanoTime();
		NamedLock other = lock(length);
		awaitReplicated();
		lose(loss);
		// As only a renewal by the new master makes it.
		await().atMost(BOUND).ignoreExceptions().until(() -> {
			LockFixture.renewNow(lease);
			Duration passed = Duration.ofNanos(System.nanoTime() - start);
			return other.info().remaining().plus(passed).compareTo(length.plusMillis(500)) > 0;
		});
		calm();
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.lost().toCompletableFuture()).isNotDone();
		assertThat(other.tryAcquire()).isEmpty();
		assertThat(other.info().token()).isEqualTo(lease.token());
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(other.tryAcquire()).isPresent();
	}

	@ParameterizedTest
	@EnumSource
	void tellsOfALeaseThatDidNotOutlastTheFailoverBeforeAnybodyElseHasTheLock(Loss loss) throws Exception {
		Lease lease = lock(Duration.ofSeconds(1)).tryAcquire().orElseThrow();
		awaitReplicated();
		lose(loss);
		NamedLock other = lock(Duration.ofSeconds(1));
		await().atMost(BOUND).ignoreExceptions().until(() -> {
			Optional<Lease> next = other.tryAcquire(Duration.ofSeconds(5));
			assertThat(next).hasValueSatisfying((taken) -> {
				assertThat(lease.isValid()).isFalse();
				assertThat(taken.token()).isGreaterThan(lease.token());
			});
			return next.isPresent();
		});
		assertThat(lease.lost()).succeedsWithin(BOUND);
		assertThat(lease.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
	}

	@Test
	void wakesAWaiterOverTheNewMaster() throws Exception {
		NamedLock holder = lock(Duration.ofMinutes(5));
		NamedLock waiter = lock(Duration.ofMinutes(5));
		Lease lease = holder.tryAcquire().orElseThrow();
		AtomicBoolean taken = new AtomicBoolean();
		// Its turn comes by a message or not in time: the poll bound is a minute.
		goOn(() -> {
			if (!taken.get()) {
				taken.set(waiter.tryAcquire(Duration.ofMinutes(1)).isPresent());
			}
			return taken.get();
		});
		await().until(() -> holder.info().waiting() == 1);
		awaitReplicated();
		lose(Loss.CRASH);
		await().atMost(BOUND).ignoreExceptions().until(() -> holder.info().waiting() == 1);
		calm();
		assertThat(taken).isFalse();
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		awaitProgress();
		finish();
	}

	private static boolean acquired(NamedLock lock, Queue<Hold> holds) throws InterruptedException {
		long asked = System.nanoTime();
		Optional<Lease> lease = lock.tryAcquire(Duration.ofSeconds(1));
		if (lease.isEmpty()) {
			return false;
		}
		holds.add(new Hold(asked, System.nanoTime(), lease.get().token()));
		lease.get().release();
		return true;
	}

	/**
	 * Whoever asked after another had got the lock has the larger token.
	 */
	private static void assertTokensIncrease(Queue<Hold> holds) {
		List<Hold> byAsked = new ArrayList<>(holds);
		byAsked.sort(Comparator.comparingLong(Hold::asked));
		List<Hold> byGot = new ArrayList<>(holds);
		byGot.sort(Comparator.comparingLong(Hold::got));
		long largest = 0;
		int next = 0;
		for (Hold hold : byAsked) {
			while (byGot.get(next).got() < hold.asked()) {
				largest = Math.max(largest, byGot.get(next++).token());
			}
			assertThat(hold.token()).isGreaterThan(largest);
		}
		assertThat(holds.stream().map(Hold::token)).doesNotHaveDuplicates();
		assertThat(next).isGreaterThan(holds.size() / 2);
	}

	private NamedLock lock(Duration lease) {
		LockSettings settings = LockSettings.defaults().withLease(lease).withPollBound(Duration.ofMinutes(1));
		return LettuceLocks.create(process(), new KeySpace("t"), new LiveSettings<>(settings), this.background)
			.get(NAME);
	}

	/**
	 * That the lock was held.
	 *
	 * @param asked when it was asked for
	 * @param got when it was known to be held
	 * @param token its token
	 */
	private record Hold(long asked, long got, long token) {
	}

}
