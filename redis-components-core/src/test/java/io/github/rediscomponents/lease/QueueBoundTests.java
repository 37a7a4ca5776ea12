// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One script removes and grants so much and no more; the next ones go on.
 */
@Tag("contract")
@StandaloneAndCluster
class QueueBoundTests extends QueueBoundFixture {

	private static final LuaScript<Long> CHANGE = LuaScript.integer("lease/queue", 4, 10);

	QueueBoundTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void grantSoManyWaitersOfAGrownSemaphoreInTheirOrder() {
		Turn small = semaphore(1, true);
		Turn grown = semaphore(MANY, true);
		String holder = id();
		small.acquire(holder, LONG, 0);
		List<String> waiters = add(small, MANY - 1, 1);
		for (int granted = MOST; granted < MANY; granted += MOST) {
			// The first one holds after the first script, and confirms afterwards.
			assertThat(grown.acquire(waiters.get(0))).isPositive();
			assertThat(size(grown.keys.holders())).isEqualTo(1 + granted);
			assertThat(size(grown.keys.waiters())).isEqualTo(MANY - 1 - granted);
			assertThat(more(grown)).isTrue();
			assertThat(polled(grown, waiters.get(MANY - 2))).isZero();
			assertCounted(grown);
		}
		assertThat(grown.acquire(waiters.get(0))).isPositive();
		assertThat(all(grown.keys.holders())).isEqualTo(concat(List.of(holder), waiters));
		assertThat(more(grown)).isFalse();
		assertThat(polled(grown, waiters.get(0))).isPositive();
		assertCounted(grown);
	}

	@Test
	void letNobodyPassThoseWhoAreStillToBeGranted() {
		for (boolean fair : new boolean[] { true, false }) {
			Turn small = semaphore(1, fair);
			Turn grown = semaphore(2 * MANY, fair);
			String holder = id();
			small.acquire(holder, LONG, 0);
			List<String> waiters = add(small, MANY, 1);
			String newcomer = id();
			assertThat(grown.acquire(newcomer, LONG, LONG)).isZero();
			assertThat(all(grown.keys.holders())).isEqualTo(concat(List.of(holder), waiters.subList(0, MOST)));
			long before = scripts();
			String hasty = id();
			assertThat(grown.tryAcquire(hasty)).as("there are enough for all").isPositive();
			assertThat(scripts() - before).isEqualTo(MANY / MOST);
			assertThat(all(grown.keys.holders()))
				.isEqualTo(concat(List.of(holder), concat(waiters, List.of(newcomer, hasty))));
			assertCounted(grown);
			redis(grown.keys.key(), "DEL", grown.keys.key());
		}
	}

	@Test
	void goOnWithARefusedAcquisitionThatDoesNotWait() {
		Turn small = semaphore(1, true);
		Turn grown = semaphore(MANY, true);
		small.acquire(id(), LONG, 0);
		add(small, MANY, 1);
		assertThat(grown.tryAcquire(id())).isNegative();
		assertThat(commands().acquireAsync(grown.keys, grown.terms(), id(), LONG, 0).toCompletableFuture().join())
			.isNegative();
		assertThat(size(grown.keys.holders())).isEqualTo(MANY);
		assertThat(size(grown.keys.waiters())).isEqualTo(1);
		assertThat(more(grown)).isFalse();
	}

	@Test
	void grantTheReadersBehindAWriterTogether() {
		Turn lock = readWrite();
		String writer = writer();
		lock.acquire(writer, LONG, 0);
		List<String> readers = add(lock, MANY, 1);
		String next = writer();
		lock.acquire(next, LONG, LONG);
		assertThat(lock.release(writer)).isTrue();
		assertThat(all(lock.keys.holders())).isEqualTo(readers.subList(0, MOST - 1));
		assertThat(lock.release(writer)).as("sent again").isTrue();
		assertThat(lock.tryAcquire(id())).as("behind a writer").isNotPositive();
		assertThat(all(lock.keys.holders())).isEqualTo(readers);
		assertThat(all(lock.keys.waiters())).containsExactly(next);
		assertCounted(lock);
	}

	@Test
	void tellOneWhoStillWaitsThatThereIsMore() throws Exception {
		listen();
		Turn lock = readWrite();
		String writer = writer();
		lock.acquire(writer, LONG, 0);
		List<String> readers = add(lock, MANY, 1);
		expire(lock, readers.subList(MANY - 100, MANY));
		assertThat(lock.release(writer)).isTrue();
		int granted = MOST - 101;
		for (String reader : readers.subList(0, granted)) {
			assertThat(nextWoken()).isEqualTo(reader);
		}
		assertThat(nextWoken()).as("the last one of whom something is heard").isEqualTo(readers.get(MANY - 101));
		expire(lock, readers.subList(granted, MANY - 101));
		assertThat(lock.release(readers.get(0))).isTrue();
		assertThat(nextWoken()).as("none was granted").isEqualTo(readers.get(MANY - 101));
		assertThat(this.woken).isEmpty();
	}

	@Test
	void removeSoManyExpiredHoldersAndGrantAfterwards() {
		Turn semaphore = semaphore(MANY, true);
		List<String> holders = add(semaphore, MANY, 1);
		expire(semaphore, holders);
		String newcomer = id();
		for (int removed = MOST; removed <= MANY; removed += MOST) {
			assertThat(semaphore.acquire(newcomer, LONG, LONG)).isZero();
			assertThat(all(semaphore.keys.holders())).isEqualTo(holders.subList(removed, MANY));
			assertThat(polled(semaphore, newcomer)).isZero();
			assertCounted(semaphore);
		}
		assertThat(semaphore.acquire(newcomer, LONG, LONG)).isPositive();
		assertThat(all(semaphore.keys.holders())).containsExactly(newcomer);
		assertThat(more(semaphore)).isFalse();
		assertCounted(semaphore);
	}

	@Test
	void acquireAtOnceWhatThousandsOfExpiredHoldersLeft() {
		Turn semaphore = semaphore(MANY, true);
		expire(semaphore, add(semaphore, MANY, 1));
		long before = scripts();
		assertThat(semaphore.tryAcquire(id(MANY))).isPositive();
		assertThat(scripts() - before).isEqualTo(MANY / MOST + 1);
		assertThat(size(semaphore.keys.ends())).isEqualTo(1);
		assertCounted(semaphore);
	}

	@Test
	void skipThousandsOfExpiredWaiters() {
		Turn lock = fair();
		String holder = id();
		lock.acquire(holder, LONG, 0);
		List<String> dead = add(lock, MANY, 1);
		String alive = id();
		lock.acquire(alive, LONG, LONG);
		expire(lock, dead);
		assertThat(lock.release(holder)).isTrue();
		assertThat(size(lock.keys.waiters())).isEqualTo(MANY + 1 - (MOST - 1));
		assertThat(size(lock.keys.holders())).as("an expired one").isZero();
		long before = scripts();
		while (lock.acquire(alive, LONG, LONG) == 0) {
			assertThat(size(lock.keys.holders())).isZero();
		}
		assertThat(scripts() - before).isEqualTo(MANY / MOST);
		assertThat(all(lock.keys.holders())).containsExactly(alive);
		assertThat(size(lock.keys.ends())).isEqualTo(1);
	}

	@Test
	void releaseConfirmAndWaitAlsoWhileTheirOwnEndIsBeyondTheBound() {
		Turn semaphore = semaphore(MANY, true);
		List<String> holders = add(semaphore, MANY, 1);
		String waiter = id();
		semaphore.acquire(waiter, LONG, LONG);
		String dead = id();
		semaphore.acquire(dead, LONG, LONG);
		expire(semaphore, concat(holders, List.of(waiter, dead)));
		String last = holders.get(MANY - 1);
		assertThat(semaphore.release(last)).isTrue();
		assertThat(size(semaphore.keys.ends())).isEqualTo(MANY + 2 - MOST);
		assertThat(semaphore.release(last)).as("sent again").isTrue();
		assertThat(semaphore.release(dead)).as("did not hold").isFalse();
		assertThat(size(semaphore.keys.ends())).isEqualTo(MANY + 2 - 2 * MOST);
		String late = holders.get(MANY - 2);
		long token = semaphore.acquire(late, LONG, LONG);
		assertThat(token).as("nobody has it instead").isPositive();
		assertThat(semaphore.acquire(late, LONG, LONG)).isEqualTo(token);
		assertThat(semaphore.renew(late, LONG)).isTrue();
		assertCounted(semaphore);
		while (semaphore.acquire(waiter, LONG, LONG) == 0) {
			assertCounted(semaphore);
		}
		assertThat(all(semaphore.keys.holders())).containsExactly(late, waiter);
		assertThat(semaphore.release(holders.get(0))).isFalse();
		assertCounted(semaphore);
	}

	@Test
	void revokeFromThousandsOfHoldersByBlocks() {
		Turn lock = readWrite();
		List<String> readers = add(lock, MANY, 1);
		String writer = writer();
		lock.acquire(writer, LONG, LONG);
		List<String> behind = add(lock, 2, 1);
		long before = scripts();
		assertThat(lock.revoke(QueueCommands.ALL)).isTrue();
		assertThat(scripts() - before).as("the last token, and the parts").isEqualTo(1 + MANY / MOST + 1);
		assertThat(all(lock.keys.holders())).containsExactly(writer);
		assertThat(all(lock.keys.waiters())).isEqualTo(behind);
		assertThat(lock.release(readers.get(0))).isFalse();
		assertThat(lock.release(readers.get(MANY - 1))).isFalse();
		assertThat(more(lock)).isFalse();
		assertCounted(lock);
	}

	private long revokeOnce(Turn lock, String to) {
		byte[][] args = { Utf8.bytes("revoke"), lock.keys.kind().code(), Utf8.bytes(lock.terms().permits()),
				Utf8.bytes("t:lock:channel:"), {}, Utf8.bytes(0), Utf8.bytes(0), Utf8.bytes(0), Utf8.bytes(0),
				Utf8.bytes(to) };
		return port().eval(CHANGE, lock.keys.all(), args);
	}

	@Test
	void leaveWhoCameAfterARevocationBegan() {
		Turn lock = readWrite();
		List<String> readers = add(lock, MOST + 100, 1);
		long to = revokeOnce(lock, "");
		assertThat(to).isEqualTo(lock.acquire(readers.get(MOST + 99)));
		assertThat(all(lock.keys.holders())).isEqualTo(readers.subList(MOST, MOST + 100));
		String later = id();
		assertThat(lock.acquire(later)).isGreaterThan(to);
		assertThat(revokeOnce(lock, "" + to)).isOne();
		assertThat(all(lock.keys.holders())).containsExactly(later);
		assertThat(revokeOnce(lock, "" + to)).isZero();
		assertThat(lock.release(later)).isTrue();
		assertThat(revokeOnce(lock, "" + to)).isZero();
	}

	@Test
	void passSoManyWaitersThatRequestTooMuch() {
		int passed = 5_001;
		Turn five = semaphore(5, true);
		Turn one = semaphore(1, true);
		String holder = id(5);
		five.acquire(holder, LONG, 0);
		List<String> large = add(five, 2 * passed, 5);
		String small = id();
		assertThat(one.acquire(small, LONG, LONG)).isZero();
		assertThat(redis(one.keys.key(), "HGET", one.keys.key(), "s"))
			.isEqualTo(redis(one.keys.key(), "ZSCORE", one.keys.waiters(), large.get(passed - 1)));
		assertThat(one.release(holder)).isTrue();
		assertThat(size(one.keys.holders())).isZero();
		assertThat(more(one)).isTrue();
		assertThat(one.acquire(small, LONG, LONG)).isPositive();
		assertThat(more(one)).isFalse();
		assertThat(five.acquire(large.get(0), LONG, LONG)).isNegative();
		assertThat(one.release(small)).isTrue();
		assertThat(five.acquire(large.get(0), LONG, LONG)).isPositive();
	}

}
