// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.lease.RedisLease;
import io.github.rediscomponents.support.acl.AsDefaultUser;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What plain locks cost, and how many threads they serve.
 */
class LockCostTests extends LockFixture {

	LockCostTests() {
		super(TestedLock.PLAIN);
	}

	@Test
	@AsDefaultUser(AsDefaultUser.COUNTS)
	void renewsAHundredLeasesWithOneScript() {
		// The renewal after the first one is far away.
		Duration lease = Duration.ofMinutes(10);
		DistributedLock locks = process(SETTINGS.withLease(lease), LockObserver.NONE);
		// A reply that says that the server does not know a script is worth no count.
		try (Lease warm = locks.get(this.name + " warm").tryAcquire().orElseThrow()) {
			assertThat(warm.extend(lease)).isTrue();
		}
		List<CompletableFuture<Optional<Lease>>> asked = IntStream.range(0, 250)
			.mapToObj((i) -> locks.get(this.name + i).tryAcquireAsync(LockOptions.noWait()).toCompletableFuture())
			.toList();
		List<Lease> leases = asked.stream().map((one) -> one.join().orElseThrow()).toList();
		long before = server().commandCalls().get("evalsha");
		// As if all had been acquired at once, so that they fall due together in two
		// seconds.
		long sent = System.nanoTime() + TimeUnit.SECONDS.toNanos(2) - lease.toNanos() / 3;
		leases.stream().map(RedisLease.class::cast).forEach((one) -> one.restart(one.terms(), sent, lease.toMillis()));
		await().atMost(PATIENCE).until(() -> server().commandCalls().get("evalsha") - before >= 3);
		// The replies may still be on their way.
		await().atMost(PATIENCE)
			.untilAsserted(
					() -> assertThat(leases).allMatch((one) -> one.remaining().compareTo(Duration.ofMinutes(8)) > 0));
		assertThat(server().commandCalls().get("evalsha") - before).isEqualTo(3);
		leases.forEach(Lease::close);
	}

	@Test
	void sendsFewBytesForAPair() {
		NamedLock lock = process(SETTINGS, LockObserver.NONE).get("order:4711");
		lock.tryAcquire().orElseThrow().close();
		long asking = receivedBytes();
		long before = receivedBytes();
		for (int i = 0; i < 100; i++) {
			lock.tryAcquire().orElseThrow().close();
		}
		long sent = receivedBytes() - before - (before - asking);
		assertThat(sent / 100).isBetween(100L, 300L);
	}

	private long receivedBytes() {
		String stats = String.valueOf(SharedRedis.standalone().command("INFO", "stats"));
		return stats.lines()
			.filter((line) -> line.startsWith("total_net_input_bytes:"))
			.mapToLong((line) -> Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
			.findFirst()
			.orElseThrow();
	}

	@Test
	void passesOnWithinAProcessWithOneScript() throws Exception {
		NamedLock lock = lock();
		Lease first = lock.acquire();
		List<CompletableFuture<Optional<Lease>>> waiting = IntStream.range(0, 20)
			.mapToObj((i) -> lock.tryAcquireAsync(LockOptions.defaults()).toCompletableFuture())
			.toList();
		long before = server().commandCalls().get("evalsha");
		Lease last = first;
		for (CompletableFuture<Optional<Lease>> next : waiting) {
			last.close();
			assertThat(next).succeedsWithin(PATIENCE);
			assertThat(next.join().orElseThrow().token()).isGreaterThan(last.token());
			last = next.join().orElseThrow();
		}
		last.close();
		assertThat(server().commandCalls().get("evalsha") - before).isEqualTo(21);
	}

	/** Virtual threads where this Java has them. */
	private static ExecutorService threadPerTask() throws Exception {
		return (Runtime.version().feature() < 21) ? Executors.newCachedThreadPool()
				: (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
	}

	@Test
	void servesAThreadForEachTaskVirtualOnesIncluded() throws Exception {
		ExecutorService virtual = threadPerTask();
		int[] counter = new int[1];
		NamedLock here = lock();
		NamedLock there = lock();
		List<Future<?>> contenders = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			Lock view = ((i % 2 == 0) ? here : there).asLock();
			contenders.add(virtual.submit(() -> {
				for (int j = 0; j < 10; j++) {
					view.lock();
					view.lock();
					int seen = counter[0];
					Thread.yield();
					counter[0] = seen + 1;
					view.unlock();
					view.unlock();
				}
			}));
		}
		for (Future<?> contender : contenders) {
			contender.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		}
		virtual.shutdown();
		assertThat(counter[0]).isEqualTo(1000);
	}

}
