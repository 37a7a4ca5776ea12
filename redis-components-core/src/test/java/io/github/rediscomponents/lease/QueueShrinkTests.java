// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A semaphore that has fewer permits than thousands of waiters request.
 */
class QueueShrinkTests extends QueueFixture {

	private static final int WAITERS = 5_000;

	QueueShrinkTests() {
		super(RedisTopology.STANDALONE);
	}

	/** How many commands Redis ran, those of scripts included. */
	private long commandsRun() {
		Map<String, Long> calls = server().commandCalls();
		return calls.values().stream().mapToLong(Long::longValue).sum();
	}

	private String add(Turn turn, int permits) {
		String id = id(permits);
		assertThat(turn.acquire(id, LEASE, 600_000)).isNotPositive();
		return id;
	}

	@Test
	void looksAtEachOfThemOnceAndKeepsTheirOrder() {
		Turn five = semaphore(5, true);
		Turn one = semaphore(1, true);
		String holder = id(5);
		five.acquire(holder, 600_000, WAIT);
		List<String> large = new ArrayList<>();
		for (int i = 0; i < WAITERS; i++) {
			large.add(add(five, 5));
		}
		String small = add(one, 1);
		String last = add(one, 1);
		add(five, 5);
		long before = commandsRun();
		for (int i = 0; i < 10; i++) {
			assertThat(one.acquire(small, LEASE, 600_000)).isNotPositive();
			assertThat(one.acquire(last, LEASE, 600_000)).isNotPositive();
		}
		// About ten each, and none for each waiter.
		assertThat(commandsRun() - before).isBetween(20L, 400L);
		before = commandsRun();
		assertThat(one.release(holder)).isTrue();
		assertThat(one.holders()).containsExactly(small);
		assertThat(one.release(small)).isTrue();
		assertThat(one.holders()).containsExactly(last);
		assertThat(one.release(last)).isTrue();
		assertThat(one.holders()).isEmpty();
		assertThat(commandsRun() - before).isLessThan(300);
		// There are more permits again.
		assertThat(five.acquire(large.get(3), LEASE, 600_000)).isNotPositive();
		assertThat(five.holders()).containsExactly(large.get(0));
		assertThat(one.acquire(small)).isNotPositive();
		five.release(large.get(0));
		assertThat(five.holders()).containsExactly(large.get(1));
	}

	@Test
	void looksAtAHundredThatShrinkingLeftBehindInFewCommands() {
		Turn five = semaphore(5, true);
		Turn one = semaphore(1, true);
		five.acquire(id(5), 600_000, WAIT);
		for (int i = 0; i < 300; i++) {
			add(five, 5);
		}
		String waiter = id();
		long before = commandsRun();
		assertThat(one.acquire(waiter)).isNotPositive();
		assertThat(commandsRun() - before).isLessThan(40);
	}

}
