// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.support.acl.OfSeveralRooms;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What fair locks and semaphores do while connections break again and again.
 */
@OfSeveralRooms
class QueueTroubleTests extends QueueFaultFixture {

	private Trouble trouble() {
		return Trouble.at(this.server, Duration.ofMillis(40), this.background.workers());
	}

	@Test
	void countExactlyWhileConnectionsBreakAndScriptsAreForgotten() throws Exception {
		List<NamedReadWriteLock> clients = IntStream.range(0, 4).mapToObj((i) -> locks().readWrite(this.name)).toList();
		int times = 20 * SCALE;
		int[] counter = new int[1];
		AtomicInteger reading = new AtomicInteger();
		List<Concurrently.Action> threads = new ArrayList<>();
		for (NamedReadWriteLock lock : clients) {
			threads.add(() -> {
				for (int i = 0; i < times; i++) {
					try (Lease lease = Trouble.outlasting(lock.write()::acquire)) {
						int seen = counter[0];
						assertThat(reading.get()).isZero();
						Thread.yield();
						counter[0] = seen + 1;
						lease.checkValid();
					}
				}
			});
			threads.add(() -> {
				for (int i = 0; i < times; i++) {
					try (Lease lease = Trouble.outlasting(lock.read()::acquire)) {
						reading.incrementAndGet();
						int seen = counter[0];
						Thread.yield();
						assertThat(counter[0]).isEqualTo(seen);
						lease.checkValid();
						reading.decrementAndGet();
					}
				}
			});
		}
		try (Trouble trouble = trouble()) {
			Concurrently.run(threads.stream().map(QueueTroubleTests::callable).toList());
		}
		assertThat(counter[0]).isEqualTo(4 * times);
		await().atMost(PATIENCE).until(() -> !clients.get(0).read().info().held());
	}

	@Test
	void neverHaveMorePermitsOutWhileConnectionsBreakAndScriptsAreForgotten() throws Exception {
		List<NamedSemaphore> clients = IntStream.range(0, 4).mapToObj((i) -> semaphore(7)).toList();
		int times = 20 * SCALE;
		long seed = System.nanoTime();
		AtomicInteger out = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		List<Concurrently.Action> threads = new ArrayList<>();
		for (int thread = 0; thread < 8; thread++) {
			NamedSemaphore semaphore = clients.get(thread % 4);
			Random random = new Random(seed + thread);
			threads.add(() -> {
				for (int i = 0; i < times; i++) {
					int count = 1 + random.nextInt(7);
					try (Permit permit = Trouble
						.outlasting(() -> semaphore.tryAcquire(count, PATIENCE).orElseThrow())) {
						most.accumulateAndGet(out.addAndGet(count), Math::max);
						Thread.yield();
						assertThat(permit.isValid()).isTrue();
						out.addAndGet(-count);
					}
				}
			});
		}
		try (Trouble trouble = trouble()) {
			Concurrently.run(threads.stream().map(QueueTroubleTests::callable).toList());
		}
		assertThat(most.get()).as("seed %d", seed).isBetween(1, 7);
		await().atMost(PATIENCE).until(() -> clients.get(0).available() == 7);
	}

	private static Callable<Boolean> callable(Concurrently.Action action) {
		return () -> {
			action.run();
			return true;
		};
	}

}
