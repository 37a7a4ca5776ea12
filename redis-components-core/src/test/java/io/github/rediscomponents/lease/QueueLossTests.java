// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.List;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What is given out in turn when one of its keys is lost, as by an eviction: whoever held
 * does not hold any more, nobody is given more than there is afterwards, and nobody waits
 * for what nobody holds.
 */
class QueueLossTests extends QueueFixture {

	QueueLossTests() {
		super(RedisTopology.STANDALONE);
	}

	private void lose(String key) {
		assertThat(redis(key, "DEL", key)).isEqualTo("1");
	}

	@Test
	void aFormerHolderFreesNothingOfALaterOneWithoutTheEnds() {
		Turn lock = fair();
		String former = id();
		lock.acquire(former);
		lose(lock.keys.ends());
		String later = id();
		assertThat(lock.tryAcquire(later)).isPositive();
		assertThat(lock.release(former)).as("held what was lost").isFalse();
		assertThat(lock.tryAcquire(id())).as("beside the later one").isNotPositive();
		assertThat(lock.holders()).containsExactly(later);
		assertThat(lock.info().used()).isOne();
	}

	@Test
	void noMorePermitsAreGivenOutThanThereAreWithoutTheEnds() {
		Turn semaphore = semaphore(3, true);
		String former = id(2);
		semaphore.acquire(former);
		lose(semaphore.keys.ends());
		assertThat(semaphore.tryAcquire(id())).isPositive();
		semaphore.release(former);
		assertThat(semaphore.tryAcquire(id(2))).isPositive();
		assertThat(semaphore.tryAcquire(id())).as("a fourth one").isNotPositive();
	}

	@Test
	void nobodyWaitsForADeadWaiterWithoutTheEnds() {
		Turn lock = fair();
		String holder = id();
		lock.acquire(holder);
		// It is not heard of again.
		lock.acquire(id(), LEASE, WAIT);
		lose(lock.keys.ends());
		String later = id();
		assertThat(lock.tryAcquire(later)).isPositive();
		assertThat(lock.info().waiting()).isZero();
		assertThat(lock.release(later)).isTrue();
		assertThat(lock.info().used()).isZero();
		assertThat(lock.tryAcquire(id())).isPositive();
	}

	@Test
	void nobodyWaitsForAHolderWithoutTheHolders() {
		Turn lock = fair();
		String holder = id();
		lock.acquire(holder, LONG, 0);
		String waiter = id();
		assertThat(lock.acquire(waiter)).isNotPositive();
		lose(lock.keys.holders());
		assertThat(lock.renew(holder, LEASE)).isFalse();
		assertThat(lock.info().used()).isZero();
		// At the latest when the lease that was lost has ended, as with every other one.
		expire(lock, List.of(holder));
		await().until(() -> lock.acquire(waiter) > 0);
		assertThat(lock.release(holder)).isFalse();
		assertThat(lock.tryAcquire(id())).isNotPositive();
		assertThat(lock.release(waiter)).isTrue();
		assertThat(lock.tryAcquire(id())).isPositive();
	}

	@Test
	void permitsComeBackWithoutTheHolders() {
		Turn semaphore = semaphore(3, false);
		String holder = id(2);
		semaphore.acquire(holder, LONG, 0);
		String waiter = id(2);
		assertThat(semaphore.acquire(waiter)).isNotPositive();
		lose(semaphore.keys.holders());
		expire(semaphore, List.of(holder));
		await().until(() -> semaphore.acquire(waiter) > 0);
		assertThat(semaphore.info().used()).isEqualTo(2);
		assertThat(semaphore.tryAcquire(id())).isPositive();
		assertThat(semaphore.tryAcquire(id())).isNotPositive();
	}

	@Test
	void countsNobodyWhoWaitsWithoutTheWaiters() {
		Turn lock = fair();
		lock.acquire(id());
		String waiter = id();
		lock.acquire(waiter);
		lose(lock.keys.waiters());
		expire(lock, List.of(waiter));
		await().until(() -> lock.info().waiting() == 0);
		assertThat(lock.info().waiting()).isZero();
	}

}
