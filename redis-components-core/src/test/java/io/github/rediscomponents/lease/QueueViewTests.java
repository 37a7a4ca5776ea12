// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One script reads so many holders and waiters and no more; the next ones go on.
 */
@Tag("contract")
@StandaloneAndCluster
class QueueViewTests extends QueueBoundFixture {

	private @Nullable Runnable between;

	private int views;

	QueueViewTests(RedisTopology topology) {
		super(topology);
	}

	/** What another one does after the first script of a view has replied. */
	@Override
	protected CommandPort port() {
		return InterceptedPort.of(super.port(), (method, args, real) -> {
			Object reply = real.proceed();
			if (InterceptedPort.script(args).equals("lease/queue-info")) {
				this.views++;
				Runnable other = this.between;
				this.between = null;
				if (other != null) {
					other.run();
				}
			}
			return reply;
		});
	}

	private static List<String> ids(List<QueueInfo.Holder> holders) {
		return holders.stream().map(QueueInfo.Holder::leaseId).toList();
	}

	private void assertSeen(Turn turn, int used, int waiting, int scripts) {
		this.views = 0;
		QueueInfo info = commands().info(turn.keys, 0);
		assertThat(info.used()).isEqualTo(used);
		assertThat(info.waiting()).isEqualTo(waiting);
		assertThat(info.holders()).isEmpty();
		assertThat(this.views).isEqualTo(scripts);
	}

	@Test
	void countWhatHasExpiredByBlocks() {
		Turn semaphore = semaphore(MANY + 3, true);
		List<String> dead = add(semaphore, MANY - 1, 1);
		String three = id(3);
		semaphore.acquire(three, LONG, 0);
		semaphore.acquire(id(), LONG, 0);
		List<String> gaveUp = add(semaphore, MOST, 1);
		semaphore.acquire(id(), LONG, LONG);
		assertSeen(semaphore, MANY + 3, MOST + 1, 1);
		expire(semaphore, dead.subList(0, MOST - 1));
		assertSeen(semaphore, MANY + 3 - (MOST - 1), MOST + 1, 1);
		expire(semaphore, concat(dead, List.of(three)));
		assertSeen(semaphore, 1, MOST + 1, MANY / MOST + 1);
		expire(semaphore, concat(concat(dead, List.of(three)), gaveUp));
		assertSeen(semaphore, 1, 1, MANY / MOST + 2);
	}

	@Test
	void countAtTheSameEndsEachOnce() {
		Turn semaphore = semaphore(MANY, true);
		List<String> dead = add(semaphore, 1_200, 1);
		dead.forEach((id) -> expire(semaphore, List.of(id)));
		assertSeen(semaphore, 0, 0, 3);
	}

	@Test
	void countAgainWhatChangedMeanwhile() {
		Turn semaphore = semaphore(MANY, true);
		List<String> dead = add(semaphore, MANY - 4, 1);
		String holder = id(4);
		semaphore.acquire(holder, LONG, 0);
		expire(semaphore, dead);
		this.between = () -> assertThat(semaphore.acquire(id(2), LONG, LONG)).isZero();
		assertSeen(semaphore, 4, 1, 7);
		this.between = () -> assertThat(semaphore.release(holder)).isTrue();
		assertSeen(semaphore, 0, 1, 6);
		this.between = () -> redis(semaphore.keys.ends(), "DEL", semaphore.keys.ends());
		assertSeen(semaphore, 0, 0, 3);
	}

	@Test
	void countAgainWhereOneThatHadExpiredConfirmsMeanwhile() {
		Turn semaphore = semaphore(MANY, true);
		String three = id(3);
		semaphore.acquire(three, LONG, 0);
		List<String> dead = add(semaphore, MANY - 3, 1);
		expire(semaphore, concat(List.of(three), dead));
		this.between = () -> assertThat(semaphore.acquire(three, LONG, LONG)).isPositive();
		assertSeen(semaphore, 3, 0, 2 + MANY / MOST);
	}

	@Test
	void listHoldersByBlocksInTheirOrder() {
		Turn semaphore = semaphore(MANY, true);
		List<String> holders = add(semaphore, MANY, 1);
		assertThat(ids(commands().holders(semaphore.keys))).isEqualTo(holders);
		assertThat(this.views).isEqualTo(MANY / MOST + 1);
		expire(semaphore, holders.subList(100, MANY - 100));
		List<QueueInfo.Holder> alive = commands().holders(semaphore.keys);
		assertThat(ids(alive)).isEqualTo(concat(holders.subList(0, 100), holders.subList(MANY - 100, MANY)));
		assertThat(alive).allSatisfy((holder) -> assertThat(holder.leftMillis()).isBetween(1L, LONG));
	}

	@Test
	void listHoldersThatStayedOnceWhileOthersComeAndGo() {
		Turn semaphore = semaphore(MANY, true);
		List<String> holders = add(semaphore, 1_300, 1);
		String later = id();
		this.between = () -> {
			semaphore.release(holders.get(0));
			semaphore.release(holders.get(1_000));
			semaphore.acquire(later, LONG, 0);
		};
		assertThat(ids(commands().holders(semaphore.keys)))
			.isEqualTo(concat(concat(holders.subList(0, 1_000), holders.subList(1_001, 1_300)), List.of(later)));
	}

	@Test
	void findTheFirstReaderBehindThoseThatHaveExpired() {
		Turn lock = readWrite();
		List<String> readers = add(lock, 1_200, 1);
		lock.acquire(writer(), LONG, LONG);
		expire(lock, readers.subList(0, 1_199));
		QueueInfo info = commands().info(lock.keys, 1);
		assertThat(ids(info.holders())).containsExactly(readers.get(1_199));
		assertThat(info.used()).isEqualTo(1);
		assertThat(info.waiting()).isEqualTo(1);
		assertThat(this.views).isLessThan(7);
		this.views = 0;
		expire(lock, readers);
		assertThat(commands().info(lock.keys, 1).holders()).isEmpty();
	}

}
