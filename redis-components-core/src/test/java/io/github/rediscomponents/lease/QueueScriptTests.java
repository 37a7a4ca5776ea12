// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the scripts decide, one step after the other.
 */
@Tag("contract")
@StandaloneAndCluster
class QueueScriptTests extends QueueFixture {

	/** A lease or a wait that a test sees the end of. */
	private static final long BRIEF = 500;

	QueueScriptTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void giveAFairLockToOneAndThenToTheOthersInTheirOrder() throws Exception {
		listen();
		Turn lock = fair();
		List<String> ids = IntStream.range(0, 5).mapToObj((i) -> id()).toList();
		long last = lock.acquire(ids.get(0));
		assertThat(last).isPositive();
		for (String id : ids.subList(1, 5)) {
			assertThat(lock.acquire(id)).isNegative();
		}
		assertThat(lock.info().waiting()).isEqualTo(4);
		for (int i = 1; i < 5; i++) {
			assertThat(lock.release(ids.get(i - 1))).isTrue();
			assertThat(nextWoken()).isEqualTo(ids.get(i));
			assertThat(lock.holders()).containsExactly(ids.get(i));
			assertThat(lock.tryAcquire(id())).isNotPositive();
			long token = lock.acquire(ids.get(i));
			assertThat(token).isGreaterThan(last);
			assertThat(lock.info().token()).isEqualTo(token);
			last = token;
		}
		assertThat(lock.release(ids.get(4))).isTrue();
		assertThat(lock.info().used()).isZero();
		assertThat(this.woken).isEmpty();
	}

	@Test
	void answerARepeatedAcquisitionAsBeforeAndARepeatedReleaseToo() {
		Turn lock = fair();
		String holder = id();
		String waiter = id();
		long token = lock.acquire(holder);
		assertThat(lock.acquire(holder)).isEqualTo(token);
		lock.acquire(waiter);
		lock.acquire(waiter);
		assertThat(lock.info()).satisfies((info) -> {
			assertThat(info.waiting()).isEqualTo(1);
			assertThat(info.used()).isEqualTo(1);
		});
		assertThat(lock.release(holder)).isTrue();
		assertThat(lock.release(holder)).isTrue();
		assertThat(lock.holders()).containsExactly(waiter);
		long handedOver = lock.acquire(waiter);
		assertThat(lock.acquire(waiter)).isEqualTo(handedOver);
		assertThat(lock.release(waiter)).isTrue();
		assertThat(lock.release(holder)).isFalse();
		assertThat(lock.release(id())).isFalse();
	}

	@Test
	void handOverForAShortTimeUntilItIsConfirmed() {
		Turn lock = fair();
		String holder = id();
		String waiter = id();
		lock.acquire(holder);
		lock.acquire(waiter, LONG, 60_000);
		lock.release(holder);
		assertThat(lock.info().holders().get(0).leftMillis()).isBetween(1L, 60_000L);
		lock.acquire(waiter, LONG, 60_000);
		assertThat(lock.info().holders().get(0).leftMillis()).isBetween(500_000L, LONG);
		lock.acquire(waiter, 10, 60_000);
		assertThat(lock.info().holders().get(0).leftMillis()).isBetween(500_000L, LONG);
	}

	@Test
	void skipWaitersOfWhomNothingIsHeardBeforeAndAfterTheHandOver() throws Exception {
		listen();
		Turn lock = fair();
		String holder = id();
		String deadBefore = id();
		String deadAfter = id();
		String alive = id();
		lock.acquire(holder);
		lock.acquire(deadBefore, LEASE, 1);
		await().until(() -> lock.info().waiting() == 0);
		lock.acquire(deadAfter, LONG, WAIT);
		long hint = lock.acquire(alive, LONG, LONG);
		assertThat(hint).isBetween(-WAIT, 0L);
		lock.release(holder);
		assertThat(nextWoken()).isEqualTo(deadAfter);
		expire(lock, List.of(deadAfter));
		assertThat(lock.acquire(alive, LONG, LONG)).isPositive();
		assertThat(lock.holders()).containsExactly(alive);
		assertThat(lock.acquire(deadAfter)).isNegative();
		assertThat(lock.info().waiting()).isEqualTo(1);
	}

	@Test
	void forgetAWaiterThatLeavesAndPassOnWhatItWasGiven() throws Exception {
		listen();
		Turn lock = fair();
		String holder = id();
		String leaves = id();
		String second = id();
		String third = id();
		lock.acquire(holder);
		lock.acquire(leaves);
		lock.acquire(second);
		lock.acquire(third);
		assertThat(lock.release(leaves)).isFalse();
		assertThat(lock.release(leaves)).isFalse();
		assertThat(lock.info().waiting()).isEqualTo(2);
		lock.release(holder);
		assertThat(nextWoken()).isEqualTo(second);
		assertThat(lock.release(second)).isTrue();
		assertThat(nextWoken()).isEqualTo(third);
		assertThat(lock.holders()).containsExactly(third);
	}

	@Test
	void letNobodyPassThoseWhoWaitForAFairLock() {
		Turn lock = fair();
		String holder = id();
		String waiter = id();
		lock.acquire(holder, LONG, WAIT);
		assertThat(lock.acquire(waiter, LONG, LONG)).isNegative();
		expire(lock, List.of(holder));
		assertThat(lock.info().used()).isZero();
		assertThat(lock.tryAcquire(id())).isNotPositive();
		assertThat(lock.holders()).containsExactly(waiter);
	}

	@Test
	void letReadersInTogetherAndWritersAlone() throws Exception {
		listen();
		Turn lock = readWrite();
		String firstReader = id();
		String secondReader = id();
		String writer = writer();
		String thirdReader = id();
		String fourthReader = id();
		String lastWriter = writer();
		assertThat(lock.acquire(firstReader)).isPositive();
		assertThat(lock.acquire(secondReader)).isGreaterThan(lock.acquire(firstReader));
		assertThat(lock.acquire(writer)).isNegative();
		assertThat(lock.acquire(thirdReader)).as("a reader behind a writer").isNegative();
		assertThat(lock.acquire(fourthReader)).isNegative();
		assertThat(lock.acquire(lastWriter)).isNegative();
		lock.release(firstReader);
		assertThat(lock.holders()).containsExactly(secondReader);
		lock.release(secondReader);
		assertThat(nextWoken()).isEqualTo(writer);
		assertThat(lock.holders()).containsExactly(writer);
		lock.release(writer);
		assertThat(List.of(nextWoken(), nextWoken())).containsExactly(thirdReader, fourthReader);
		assertThat(lock.holders()).containsExactly(thirdReader, fourthReader);
		assertThat(lock.acquire(fourthReader)).isGreaterThan(lock.acquire(thirdReader));
		lock.release(fourthReader);
		lock.release(thirdReader);
		assertThat(nextWoken()).isEqualTo(lastWriter);
	}

	@Test
	void letTheReadersBehindAWriterInWhenTheWriterGivesUp() throws Exception {
		listen();
		Turn lock = readWrite();
		String reader = id();
		String writer = writer();
		String behind = id();
		lock.acquire(reader);
		lock.acquire(writer);
		lock.acquire(behind);
		lock.release(writer);
		assertThat(nextWoken()).isEqualTo(behind);
		assertThat(lock.holders()).containsExactly(reader, behind);
	}

	@Test
	void neverGiveOutMorePermitsThanThereAre() throws Exception {
		listen();
		Turn semaphore = semaphore(5, true);
		String three = id(3);
		String two = id(2);
		String four = id(4);
		String one = id();
		assertThat(semaphore.acquire(three)).isPositive();
		assertThat(semaphore.acquire(two)).isPositive();
		assertThat(semaphore.info().used()).isEqualTo(5);
		assertThat(semaphore.acquire(four)).isNegative();
		assertThat(semaphore.acquire(one)).isNegative();
		semaphore.release(three);
		assertThat(semaphore.info().used()).as("one must not pass four").isEqualTo(2);
		semaphore.release(two);
		assertThat(List.of(nextWoken(), nextWoken())).containsExactly(four, one);
		assertThat(semaphore.info().used()).isEqualTo(5);
		assertThat(semaphore.holders()).containsExactly(four, one);
	}

	@Test
	void letANewcomerThatFitsPassWhereItIsNotFair() {
		Turn semaphore = semaphore(5, false);
		semaphore.acquire(id(3));
		String four = id(4);
		assertThat(semaphore.acquire(four)).isNegative();
		assertThat(semaphore.acquire(id(2))).isPositive();
		assertThat(semaphore.tryAcquire(id())).isNotPositive();
		assertThat(semaphore(5, true).tryAcquire(id())).isNotPositive();
		assertThat(semaphore.info()).satisfies((info) -> {
			assertThat(info.used()).isEqualTo(5);
			assertThat(info.waiting()).isEqualTo(1);
		});
	}

	@Test
	void takeANewSizeAtOnce() throws Exception {
		listen();
		String big = id(4);
		String small = id();
		String holder = id(2);
		assertThat(semaphore(3, true).acquire(holder)).isPositive();
		assertThat(semaphore(5, true).acquire(big)).isNegative();
		assertThat(semaphore(3, true).acquire(small)).as("passes what can never fit").isPositive();
		assertThat(semaphore(1, true).tryAcquire(id())).isNotPositive();
		assertThat(semaphore(1, true).info().used()).isEqualTo(3);
		assertThat(semaphore(1, true).release(holder)).isTrue();
		assertThat(semaphore(1, true).tryAcquire(id())).isNotPositive();
		assertThat(semaphore(5, true).acquire(big)).isPositive();
		assertThat(semaphore(5, true).holders()).containsExactly(small, big);
	}

	@Test
	void countPermitsAfterHoldersEnded() {
		Turn semaphore = semaphore(5, false);
		semaphore.acquire(id(2), 50, WAIT);
		String stays = id(3);
		semaphore.acquire(stays);
		await().until(() -> semaphore.info().used() == 3);
		String next = id(2);
		assertThat(semaphore.acquire(next)).isPositive();
		assertThat(semaphore.info().used()).isEqualTo(5);
		assertThat(semaphore.holders()).containsExactly(stays, next);
	}

	@Test
	void renewHoldersOnlyAndNeverShorten() {
		Turn lock = fair();
		String holder = id();
		String waiter = id();
		lock.acquire(holder, 60_000, WAIT);
		lock.acquire(waiter);
		assertThat(lock.renew(holder, LONG)).isTrue();
		assertThat(lock.renew(holder, 10)).isTrue();
		assertThat(lock.info().holders().get(0).leftMillis()).isBetween(500_000L, LONG);
		assertThat(lock.timeToLive(lock.keys.key())).isBetween(RETENTION + 500_000, RETENTION + LONG + 500);
		assertThat(lock.timeToLive(lock.keys.holders())).isBetween(500_000L, LONG + 500);
		assertThat(lock.renew(waiter, 60_000)).isFalse();
		assertThat(lock.renew(id(), 60_000)).isFalse();
		assertThat(readWrite().renew(holder, 60_000)).isFalse();
		String brief = id();
		Turn semaphore = semaphore(1, false);
		semaphore.acquire(brief, 20, WAIT);
		await().until(() -> semaphore.info().used() == 0);
		assertThat(semaphore.renew(brief, 60_000)).isFalse();
	}

	@Test
	void letEveryKeyExpireAndKeepOnlyTheToken() {
		Turn lock = fair();
		String holder = id();
		String waiter = id();
		lock.acquire(holder, LONG, LONG);
		lock.acquire(waiter, LONG, LONG + 200);
		assertThat(lock.existingKeys()).containsExactly(lock.keys.all());
		assertThat(List.of(lock.keys.all())).allMatch((key) -> lock.timeToLive(key) > 0);
		assertThat(lock.timeToLive(lock.keys.ends())).isLessThanOrEqualTo(2 * LONG);
		lock.release(waiter);
		lock.release(holder);
		lock.acquire(holder, BRIEF, BRIEF);
		lock.acquire(waiter, BRIEF, BRIEF + 200);
		await().atMost(Duration.ofMinutes(1)).until(() -> lock.existingKeys().size() == 1);
		assertThat(lock.timeToLive(lock.keys.key())).isBetween(RETENTION - 60_000, RETENTION);
		long token = lock.info().token();
		String next = id();
		assertThat(lock.acquire(next)).isGreaterThan(token);
		lock.release(next);
		assertThat(lock.existingKeys()).containsExactly(lock.keys.key());
		Turn semaphore = semaphore(4, false);
		String left = id();
		String stays = id(2);
		semaphore.acquire(left, LONG, 0);
		semaphore.acquire(stays, LONG, 0);
		assertThat(semaphore.tryAcquire(id(2))).isNotPositive();
		semaphore.release(left);
		assertThat(semaphore.existingKeys()).allMatch((key) -> semaphore.timeToLive(key) > 0).isNotEmpty();
		semaphore.release(stays);
		semaphore.acquire(id(2), BRIEF, 0);
		await().atMost(Duration.ofMinutes(1)).until(() -> semaphore.existingKeys().isEmpty());
		semaphore.tryAcquire(id(9));
		assertThat(semaphore.existingKeys()).isEmpty();
	}

	@Test
	void keepTokensRisingWithoutTheirKeyAndWithASlowClock() {
		Turn lock = fair();
		String first = id();
		long token = lock.acquire(first);
		redis(lock.keys.key(), "DEL", lock.keys.key());
		assertThat(lock.release(first)).as("held what was deleted").isFalse();
		assertThat(lock.renew(first, LEASE)).isFalse();
		String second = id();
		assertThat(lock.acquire(second)).isGreaterThan(token);
		assertThat(lock.holders()).containsExactly(second);
		lock.release(second);
		redis(lock.keys.key(), "HSET", lock.keys.key(), "f", "9000000000000000");
		String third = id();
		assertThat(lock.acquire(third)).isEqualTo(9_000_000_000_000_001L);
		assertThat(lock.acquire(third)).isEqualTo(9_000_000_000_000_001L);
		lock.release(third);
		assertThat(lock.acquire(id())).isEqualTo(9_000_000_000_000_002L);
	}

	@Test
	void revokeFromOneWhoHoldsOrFromAll() throws Exception {
		listen();
		Turn lock = readWrite();
		String first = id();
		String second = id();
		String waiter = writer();
		lock.acquire(first);
		lock.acquire(second);
		lock.acquire(waiter);
		assertThat(lock.revoke(waiter)).isFalse();
		assertThat(lock.revoke(first)).isTrue();
		assertThat(lock.revoke(first)).isFalse();
		assertThat(lock.release(first)).as("not its own release").isFalse();
		assertThat(lock.holders()).containsExactly(second);
		assertThat(lock.revoke(QueueCommands.ALL)).isTrue();
		assertThat(lock.release(second)).isFalse();
		assertThat(nextWoken()).isEqualTo(waiter);
		assertThat(lock.release(waiter)).isTrue();
		assertThat(lock.revoke(QueueCommands.ALL)).isFalse();
		assertThat(lock.info().used()).isZero();
		Turn untouched = semaphore(2, true);
		assertThat(untouched.revoke(QueueCommands.ALL)).isFalse();
		assertThat(untouched.existingKeys()).isEmpty();
	}

}
