// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What only the engine with scripts of its own does: exact costs, its keys, one waiter
 * woken at a time.
 */
@Tag("contract")
@ParameterizedClass(name = "{0}")
@EnumSource(value = TestedLock.class, names = { "PLAIN", "PLAIN_CLUSTER", "FAIR", "FAIR_CLUSTER", "WRITE" })
class LettuceLockTests extends LockFixture {

	LettuceLockTests(TestedLock tested) {
		super(tested);
	}

	@Test
	void takesTwoScriptsForAPairAndNoneForNesting() {
		Map<String, Long> calls = callsOfTwentyPairs();
		assertThat(calls.get("evalsha")).isEqualTo(40);
		assertThat(calls.getOrDefault("publish", 0L)).isZero();
		assertThat(((ScheduledThreadPoolExecutor) this.background.timer()).getQueue()).hasSizeLessThanOrEqualTo(2);
	}

	@Test
	void keepsTokensRisingWhenTheClockOfTheServerIsBehindTheLastToken() {
		lock().tryAcquire().orElseThrow().close();
		server().masterFor(key()).command("HSET", key(), "f", "9000000000000000");
		try (Lease lease = lock().tryAcquire().orElseThrow()) {
			assertThat(lease.token()).isEqualTo(9_000_000_000_000_001L);
		}
		try (Lease lease = lock().tryAcquire().orElseThrow()) {
			assertThat(lease.token()).isEqualTo(9_000_000_000_000_002L);
		}
	}

	@Test
	void letsEveryKeyExpire() throws Exception {
		assertThat(timeToLive()).isEqualTo(-2);
		Lease lease = lock().acquire();
		long day = Duration.ofHours(24).toMillis();
		assertThat(timeToLive()).isBetween(day, day + 30_500);
		assertThat(lock().tryAcquire(Duration.ofMillis(20))).isEmpty();
		assertThat(lease.extend(Duration.ofMinutes(1))).isTrue();
		assertThat(timeToLive()).isBetween(day + 50_000, day + 60_500);
		lease.close();
		assertThat(timeToLive()).isBetween(day, day + 60_500);
		assertThat(server().masterFor(key()).command("KEYS", "t:lock:*" + this.name.substring(6) + "*"))
			.isEqualTo(List.of(key()));
	}

	@Test
	void wakesOneWaiterARelease() throws Exception {
		LockSettings noPolling = SETTINGS.withPollBound(Duration.ofMinutes(1)).withLease(Duration.ofMinutes(10));
		Lease lease = lock(noPolling).acquire();
		List<FutureTask<Lease>> waiting = new ArrayList<>();
		for (int i = 1; i <= 3; i++) {
			waiting.add(inBackground(lock(noPolling)::acquire));
			awaitWaiting(i);
		}
		lease.close();
		while (!waiting.isEmpty()) {
			// Not always the first: one that has just subscribed asks once more.
			await().atMost(PATIENCE).until(() -> waiting.stream().anyMatch(FutureTask::isDone));
			List<FutureTask<Lease>> woken = waiting.stream().filter(FutureTask::isDone).toList();
			assertThat(woken).hasSize(1);
			waiting.removeAll(woken);
			get(woken.get(0)).close();
		}
	}

	@Test
	void leavesTheProcessItsPlaceWhenOneOfItsThreadsGivesUp() throws Exception {
		LockSettings noPolling = SETTINGS.withPollBound(Duration.ofMinutes(1)).withLease(Duration.ofMinutes(10));
		Lease lease = lock(noPolling).acquire();
		NamedLock here = lock(noPolling);
		FutureTask<Optional<Lease>> impatient = inBackground(() -> here.tryAcquire(Duration.ofMillis(1500)));
		await().atMost(PATIENCE).until(() -> lock().info().waiting() == 1 || impatient.isDone());
		CompletableFuture<Optional<Lease>> cancelled = here.tryAcquireAsync(LockOptions.defaults())
			.toCompletableFuture();
		CompletableFuture<Optional<Lease>> patient = here.tryAcquireAsync(LockOptions.defaults()).toCompletableFuture();
		// Of plain locks the process waits, of fair ones each thread.
		int registered = (kind() == LockKind.PLAIN) ? 1 : 3;
		// On a slow machine its time may be over before it is seen.
		await().atMost(PATIENCE).until(() -> lock().info().waiting() == registered || impatient.isDone());
		CompletableFuture<Optional<Lease>> there = lock(noPolling).tryAcquireAsync(LockOptions.defaults())
			.toCompletableFuture();
		await().atMost(PATIENCE).until(() -> lock().info().waiting() == registered + 1 || impatient.isDone());
		assertThat(get(impatient)).isEmpty();
		cancelled.cancel(false);
		await().atMost(PATIENCE).until(() -> lock().info().waiting() == 2);
		lease.close();
		assertThat(patient).succeedsWithin(PATIENCE);
		assertThat(there).isNotDone();
		patient.join().orElseThrow().close();
		assertThat(there).succeedsWithin(PATIENCE).satisfies((acquired) -> acquired.orElseThrow().close());
		awaitWaiting(0);
	}

	private long timeToLive() {
		return Long.parseLong(String.valueOf(server().masterFor(key()).command("PTTL", key())));
	}

}
