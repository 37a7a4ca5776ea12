// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.lease.QueueKeys;
import io.github.rediscomponents.lease.QueueKind;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What it costs to wait in a queue in which nothing happens, and what holds while one
 * script looks for all of a process.
 */
class QueuePollTests extends LockFixture {

	private static final int PROCESSES = 5;

	private static final int EACH = 100;

	private final RedisServer server = RedisServer.start();

	private final CommandPort port = TestPorts.open(this.server.uri(), PATIENCE);

	QueuePollTests() {
		super(TestedLock.FAIR);
	}

	@Override
	protected CommandPort port() {
		return this.port;
	}

	@Override
	protected RedisDeployment server() {
		return this.server;
	}

	@Override
	void leaveNothingBehind() {
		super.leaveNothingBehind();
		this.port.close();
		this.server.close();
	}

	@Test
	void looksOnceForAllOfAProcess() throws Exception {
		Lease lease = lock().acquire();
		ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
		// So long that nobody loses its place on a slow machine.
		LockSettings settings = SETTINGS.withPollBound(Duration.ofSeconds(2));
		List<NamedLock> processes = Stream.generate(() -> lock(settings)).limit(PROCESSES).toList();
		List<CompletableFuture<Void>> over = new ArrayList<>();
		for (int i = 0; i < PROCESSES * EACH; i++) {
			int number = i;
			over.add(processes.get(i % PROCESSES).tryAcquireAsync(LockOptions.defaults()).thenAccept((acquired) -> {
				order.add(number);
				acquired.orElseThrow().release();
			}).toCompletableFuture());
		}
		awaitWaiting(PROCESSES * EACH);
		Map<String, Long> before = this.server.commandCalls();
		long start = System.nanoTime();
		// Longer than Redis keeps one who waits and is not heard of.
		await().during(Duration.ofSeconds(7)).atMost(PATIENCE).until(() -> true);
		Map<String, Long> after = this.server.commandCalls();
		double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
		double scripts = (after.get("evalsha") - before.get("evalsha")) / seconds;
		System.out.printf("%d waiting threads in %d processes: %.1f scripts/s%n", PROCESSES * EACH, PROCESSES, scripts);
		// A poll of each process each 1.6 to 2 s; each thread would make 250 scripts a
		// second and more.
		assertThat(scripts).isLessThan(PROCESSES * 0.9);
		assertThat(lock().info().waiting()).isEqualTo(PROCESSES * EACH);
		lease.close();
		assertThat(CompletableFuture.allOf(over.toArray(CompletableFuture[]::new)))
			.succeedsWithin(Duration.ofSeconds(60));
		assertThat(order).containsExactlyElementsOf(IntStream.range(0, PROCESSES * EACH).boxed().toList());
	}

	@Test
	void findsThoseWhoLostTheirPlace() throws Exception {
		Lease lease = lock().acquire();
		List<CompletableFuture<Optional<Lease>>> waiting = new ArrayList<>();
		NamedLock lock = lock();
		for (int i = 0; i < 3; i++) {
			waiting.add(lock.tryAcquireAsync(LockOptions.defaults()).toCompletableFuture());
		}
		awaitWaiting(3);
		QueueKeys keys = QueueKeys.of(new KeySpace("t"), "lock", QueueKind.FAIR, this.name);
		// As an eviction does.
		this.server.command("DEL", keys.waiters());
		awaitWaiting(3);
		lease.close();
		for (int i = 0; i < 3; i++) {
			await().atMost(PATIENCE).until(() -> waiting.stream().anyMatch(CompletableFuture::isDone));
			CompletableFuture<Optional<Lease>> next = waiting.stream()
				.filter(CompletableFuture::isDone)
				.findFirst()
				.orElseThrow();
			waiting.remove(next);
			next.join().orElseThrow().close();
		}
		awaitWaiting(0);
	}

}
