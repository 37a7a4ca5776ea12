// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.LockFixture;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What semaphores do wherever they are kept.
 */
@Tag("contract")
@StandaloneAndCluster
@AsUserOfItsRoom
class SemaphoreTests extends SemaphoreFixture {

	SemaphoreTests(RedisTopology topology) {
		super(topology);
	}

	// So long that whoever is not woken fails the test.
	private static final Duration LONG = Duration.ofMinutes(5);

	@Test
	void takesTheLongestTimeThereIsForWithoutLimit() throws Exception {
		semaphore(1).tryAcquire(1, Duration.ofNanos(Long.MAX_VALUE)).orElseThrow().close();
		Permit permit = semaphore(1).acquire();
		CompletableFuture<Optional<Permit>> waiting = semaphore(1)
			.tryAcquireAsync(1, Duration.ofSeconds(Long.MAX_VALUE))
			.toCompletableFuture();
		awaitWaiting(1);
		permit.close();
		assertThat(waiting).succeedsWithin(PATIENCE).satisfies((acquired) -> acquired.orElseThrow().close());
	}

	@Test
	void givesOutAsManyPermitsAsThereAre() throws Exception {
		NamedSemaphore here = semaphore(3);
		NamedSemaphore there = semaphore(3);
		assertThat(here.available()).isEqualTo(3);
		Permit one = here.acquire();
		Permit two = there.tryAcquire(2, Duration.ZERO).orElseThrow();
		assertThat(one.count()).isEqualTo(1);
		assertThat(two.count()).isEqualTo(2);
		assertThat(one.name()).isEqualTo(this.name);
		assertThat(here.available()).isZero();
		assertThat(here.tryAcquire()).isEmpty();
		assertThat(here.tryAcquire(1, Duration.ofMillis(50))).isEmpty();
		assertThat(here.holders()).extracting(PermitInfo::id).containsExactly(one.id(), two.id());
		assertThat(here.holders()).extracting(PermitInfo::count).containsExactly(1, 2);
		assertThat(here.holders()).allSatisfy((holder) -> {
			assertThat(holder.age()).isBetween(Duration.ZERO, PATIENCE);
			assertThat(holder.remaining()).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(30));
		});
		assertThat(two.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(two.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(two.isValid()).isFalse();
		assertThat(here.available()).isEqualTo(2);
		assertThat(one.releaseAsync().toCompletableFuture()).succeedsWithin(PATIENCE).isEqualTo(ReleaseResult.RELEASED);
		assertThat(here.available()).isEqualTo(3);
	}

	@Test
	void takesTwoScriptsForAPairAndPublishesNothing() {
		NamedSemaphore semaphore = semaphore(2);
		semaphore.tryAcquire().orElseThrow().close();
		Map<String, Long> before = server().commandCalls();
		for (int i = 0; i < 10; i++) {
			semaphore.tryAcquire().orElseThrow().close();
		}
		Map<String, Long> after = server().commandCalls();
		assertThat(after.get("evalsha") - before.get("evalsha")).isEqualTo(20);
		assertThat(after.getOrDefault("publish", 0L)).isEqualTo(before.getOrDefault("publish", 0L));
	}

	@Test
	void neverHasMorePermitsOutThanThereAre() {
		for (boolean fair : new boolean[] { false, true }) {
			SemaphoreOptions options = fair ? SemaphoreOptions.of(10).asFair() : SemaphoreOptions.of(10);
			List<NamedSemaphore> processes = Stream.generate(() -> semaphore(options)).limit(4).toList();
			AtomicInteger out = new AtomicInteger();
			AtomicInteger most = new AtomicInteger();
			AtomicInteger permits = new AtomicInteger();
			long seed = System.nanoTime();
			List<Callable<Integer>> threads = IntStream.range(0, 16).<Callable<Integer>>mapToObj((number) -> () -> {
				Random random = new Random(seed + number);
				int taken = 0;
				for (int i = 0; i < 25; i++) {
					int count = 1 + random.nextInt(6);
					try (Permit permit = processes.get(number % 4).tryAcquire(count, PATIENCE).orElseThrow()) {
						most.accumulateAndGet(out.addAndGet(count), Math::max);
						permits.addAndGet(permit.count());
						taken += count;
						Thread.yield();
						out.addAndGet(-count);
					}
				}
				return taken;
			}).toList();
			int taken = Concurrently.run(threads).stream().mapToInt(Integer::intValue).sum();
			assertThat(most.get()).as("seed %d", seed).isBetween(6, 10);
			assertThat(permits.get()).isEqualTo(taken);
			assertThat(processes.get(0).available()).isEqualTo(10);
			assertThat(waiting()).isZero();
		}
	}

	@Test
	void servesThoseWhoWaitInTheirOrder() throws Exception {
		NamedSemaphore semaphore = process(NO_POLLING).get(this.name, SemaphoreOptions.of(3).asFair());
		Permit all = semaphore.tryAcquire(3, Duration.ZERO).orElseThrow();
		ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
		List<CompletableFuture<Void>> over = new ArrayList<>();
		for (int i = 0; i < 60; i++) {
			int number = i;
			over.add(semaphore.tryAcquireAsync(3, LONG).thenAccept((acquired) -> {
				order.add(number);
				acquired.orElseThrow().release();
			}).toCompletableFuture());
		}
		awaitWaiting(60);
		assertThat(semaphore.tryAcquire()).isEmpty();
		all.close();
		assertThat(CompletableFuture.allOf(over.toArray(CompletableFuture[]::new))).succeedsWithin(PATIENCE);
		assertThat(order).containsExactlyElementsOf(IntStream.range(0, 60).boxed().toList());
	}

	@Test
	void wakesSeveralAtOnceWhenManyPermitsComeBack() throws Exception {
		NamedSemaphore semaphore = process(NO_POLLING).get(this.name, SemaphoreOptions.of(4));
		Permit all = semaphore.tryAcquire(4, Duration.ZERO).orElseThrow();
		List<CompletableFuture<Optional<Permit>>> waiting = IntStream.range(0, 4)
			.mapToObj((i) -> semaphore.tryAcquireAsync(1, LONG).toCompletableFuture())
			.toList();
		awaitWaiting(4);
		all.close();
		for (CompletableFuture<Optional<Permit>> one : waiting) {
			assertThat(one).succeedsWithin(PATIENCE);
		}
		assertThat(semaphore.available()).isZero();
		waiting.forEach((one) -> one.join().orElseThrow().close());
	}

	@Test
	void letsANewcomerPassUnlessItIsFair() throws Exception {
		NamedSemaphore semaphore = semaphore(3);
		try (Permit two = semaphore.tryAcquire(2, Duration.ZERO).orElseThrow()) {
			CompletableFuture<Optional<Permit>> waits = semaphore.tryAcquireAsync(3, PATIENCE).toCompletableFuture();
			awaitWaiting(1);
			assertThat(semaphore(SemaphoreOptions.of(3).asFair()).tryAcquire()).isEmpty();
			semaphore.tryAcquire().orElseThrow().close();
			assertThat(waits).isNotDone();
			waits.cancel(true);
			awaitWaiting(0);
			assertThat(two.isValid()).isTrue();
		}
	}

	@Test
	void leavesNoTraceOfWaitersThatWereCancelledInterruptedOrLate() throws Exception {
		NamedSemaphore semaphore = semaphore(1);
		try (Permit permit = semaphore.acquire()) {
			CompletableFuture<Optional<Permit>> cancelled = semaphore.tryAcquireAsync(1, PATIENCE)
				.toCompletableFuture();
			CompletableFuture<Thread> thread = new CompletableFuture<>();
			FutureTask<Permit> interrupted = LockFixture.inBackground(() -> {
				thread.complete(Thread.currentThread());
				return semaphore.acquire();
			});
			awaitWaiting(2);
			assertThat(process(SETTINGS).activity().waiting()).isEmpty();
			cancelled.cancel(true);
			thread.join().interrupt();
			assertThatExceptionOfType(java.util.concurrent.ExecutionException.class)
				.isThrownBy(() -> LockFixture.get(interrupted))
				.withCauseInstanceOf(InterruptedException.class);
			assertThat(semaphore.tryAcquire(1, Duration.ofMillis(30))).isEmpty();
			awaitWaiting(0);
			assertThat(permit.isValid()).isTrue();
		}
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(semaphore::acquire);
		assertThat(semaphore.available()).isEqualTo(1);
	}

	@Test
	void takesANewSizeOverWhileItIsUsed() throws Exception {
		SemaphoreSettings small = SETTINGS.withSemaphores(Map.of(this.name, SemaphoreOptions.of(2)));
		LiveSettings<SemaphoreSettings> settings = new LiveSettings<>(small);
		NamedSemaphore semaphore = process(settings, SemaphoreObserver.NONE).get(this.name);
		Permit two = semaphore.tryAcquire(2, Duration.ZERO).orElseThrow();
		CompletableFuture<Optional<Permit>> third = semaphore.tryAcquireAsync(1, LONG).toCompletableFuture();
		awaitWaiting(1);
		settings.swap(SETTINGS.withSemaphores(Map.of(this.name, SemaphoreOptions.of(3))));
		assertThat(third).succeedsWithin(PATIENCE);
		settings.swap(small);
		assertThat(semaphore.available()).isZero();
		two.close();
		assertThat(semaphore.available()).isEqualTo(1);
		assertThatIllegalArgumentException().isThrownBy(() -> semaphore.tryAcquire(3, Duration.ZERO))
			.withMessageStartingWith("permits");
		CompletableFuture<Optional<Permit>> waits = semaphore.tryAcquireAsync(2, LONG).toCompletableFuture();
		awaitWaiting(1);
		settings.swap(SETTINGS);
		assertThatIllegalArgumentException().isThrownBy(semaphore::tryAcquire).withMessageContaining(this.name);
		third.join().orElseThrow().close();
		assertThat(waits).succeedsWithin(PATIENCE);
		waits.join().orElseThrow().close();
	}

	@Test
	void takesANewSizeOverThatCameWhileItAsked() {
		SemaphoreSettings small = SETTINGS.withSemaphores(Map.of(this.name, SemaphoreOptions.of(1)));
		LiveSettings<SemaphoreSettings> settings = new LiveSettings<>(small);
		NamedSemaphore semaphore = process(settings, SemaphoreObserver.NONE).get(this.name);
		Permit one = semaphore.tryAcquire().orElseThrow();
		server().nodes().forEach(RedisServer::pause);
		CompletableFuture<Optional<Permit>> second;
		try {
			second = semaphore.tryAcquireAsync(1, LONG).toCompletableFuture();
			settings.swap(SETTINGS.withSemaphores(Map.of(this.name, SemaphoreOptions.of(2))));
		}
		finally {
			server().nodes().forEach(RedisServer::resume);
		}
		assertThat(second).succeedsWithin(PATIENCE).satisfies((permit) -> permit.orElseThrow().close());
		one.close();
	}

	@Test
	void renewsPermitsAndLosesThoseThatAreNotRenewed() throws Exception {
		List<LossReason> heard = new CopyOnWriteArrayList<>();
		SemaphoreObserver listener = new SemaphoreObserver() {
			@Override
			public void lost(Permit permit, LossReason reason) {
				heard.add(reason);
			}
		};
		Duration lease = Duration.ofSeconds(6);
		LiveSettings<SemaphoreSettings> settings = new LiveSettings<>(SETTINGS.withLease(lease));
		NamedSemaphore semaphore = process(settings, listener).get(this.name, SemaphoreOptions.of(2));
		Permit renewed = semaphore.acquire();
		long began = System.nanoTime();
		Permit extended = process(settings, listener)
			.get(this.name, SemaphoreOptions.of(2).withLease(Duration.ofMinutes(1)))
			.acquire();
		assertThat(extended.extend(Duration.ofMinutes(10))).isTrue();
		assertThat(extended.remaining()).isGreaterThan(Duration.ofMinutes(9));
		assertThat(semaphore.tryAcquire()).isEmpty();
		assertThat(extended.release()).isEqualTo(ReleaseResult.RELEASED);
		Permit brief = process(settings, listener)
			.get(this.name, SemaphoreOptions.of(2).withLease(Duration.ofSeconds(1)))
			.acquire();
		assertThat(brief.lost().toCompletableFuture()).succeedsWithin(PATIENCE).isEqualTo(LossReason.EXPIRED);
		assertThat(brief.isValid()).isFalse();
		assertThat(brief.remaining()).isZero();
		assertThat(brief.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
		// Longer than its first lease, at the server.
		await().atMost(PATIENCE).until(() -> {
			Duration held = Duration.ofNanos(System.nanoTime() - began);
			return semaphore.holders().get(0).remaining().plus(held).compareTo(lease.plusMillis(500)) > 0;
		});
		assertThat(semaphore.tryAcquire(2, Duration.ofMillis(20))).as("the other one is renewed").isEmpty();
		assertThat(renewed.isValid()).isTrue();
		assertThat(renewed.release()).isEqualTo(ReleaseResult.RELEASED);
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(heard).containsExactly(LossReason.EXPIRED));
	}

	@Test
	void isLostWhenRevoked() throws Exception {
		NamedSemaphore semaphore = semaphore(2);
		Permit here = semaphore.acquire();
		NamedSemaphore elsewhere = process(SETTINGS).get(this.name, SemaphoreOptions.of(2));
		Permit there = elsewhere.acquire();
		assertThat(semaphore.revoke("nobody.1")).isFalse();
		assertThat(semaphore.revoke(here.id())).isTrue();
		assertThat(semaphore.revoke(there.id())).isTrue();
		assertThat(semaphore.revoke(there.id())).isFalse();
		assertThat(semaphore.available()).isEqualTo(2);
		assertThat(here.isValid()).isFalse();
		assertThat(here.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
		LockFixture.renewNow(SemaphoreInside.lease(there));
		assertThat(there.lost().toCompletableFuture()).succeedsWithin(PATIENCE).isEqualTo(LossReason.REMOVED);
		assertThatIllegalArgumentException().isThrownBy(() -> semaphore.revoke("")).withMessageStartingWith("permitId");
	}

	@Test
	void tellsItsListenerAndShowsItsActivity() throws Exception {
		List<String> heard = new ArrayList<>();
		SemaphoreObserver listener = new SemaphoreObserver() {
			@Override
			public void acquired(Permit permit, long waitedNanos) {
				heard.add("acquired " + permit.count());
			}

			@Override
			public void notAcquired(String semaphore, long waitedNanos) {
				heard.add("not " + semaphore);
			}

			@Override
			public void released(Permit permit, ReleaseResult result, long heldNanos) {
				heard.add("released " + result);
				throw new IllegalStateException("A listener that fails");
			}
		};
		DistributedSemaphore process = process(new LiveSettings<>(SETTINGS), listener);
		NamedSemaphore semaphore = process.get(this.name, SemaphoreOptions.of(2));
		Permit permit = semaphore.tryAcquire(2, Duration.ZERO).orElseThrow();
		assertThat(process.activity().held()).singleElement().satisfies((held) -> {
			assertThat(held.kind()).isEqualTo(LockKind.PERMIT);
			assertThat(held.permits()).isEqualTo(2);
			assertThat(held.id()).isEqualTo(permit.id());
		});
		assertThat(semaphore.tryAcquire()).isEmpty();
		permit.close();
		assertThat(heard).containsExactly("acquired 2", "not " + this.name, "released RELEASED");
	}

	@Test
	void leavesNothingInRedis() throws Exception {
		Permit forgotten = semaphore(SemaphoreOptions.of(2).withLease(Duration.ofSeconds(1))).acquire();
		semaphore(2).acquire().close();
		await().atMost(PATIENCE).until(() -> existingKeys().isEmpty());
		assertThat(forgotten.isValid()).isFalse();
		NamedSemaphore semaphore = semaphore(SemaphoreOptions.of(2).withLease(Duration.ofMinutes(1)));
		Permit one = semaphore.acquire();
		Permit two = semaphore.acquire();
		assertThat(semaphore.tryAcquire(1, Duration.ofMillis(20))).isEmpty();
		assertThat(existingKeys()).isNotEmpty().allSatisfy((key) -> {
			assertThat(Long.parseLong(redis("PTTL", key))).isBetween(1L, 61_400L);
		});
		one.close();
		two.close();
	}

	@Test
	void refusesWhatCannotBe() {
		DistributedSemaphore process = process(SETTINGS.withSemaphores(Map.of("printer", SemaphoreOptions.of(1))));
		assertThatIllegalArgumentException().isThrownBy(() -> process.get("scanner"))
			.withMessageContaining("[printer]");
		assertThatIllegalArgumentException().isThrownBy(() -> process.get("", SemaphoreOptions.of(1)));
		assertThatIllegalArgumentException().isThrownBy(() -> process.get("x".repeat(513), SemaphoreOptions.of(1)));
		assertThatIllegalArgumentException().isThrownBy(() -> SemaphoreOptions.of(0))
			.withMessageStartingWith("permits");
		NamedSemaphore semaphore = semaphore(2);
		assertThatIllegalArgumentException().isThrownBy(() -> semaphore.tryAcquire(3, Duration.ZERO))
			.withMessageStartingWith("permits");
		assertThatIllegalArgumentException().isThrownBy(() -> semaphore.tryAcquire(0, Duration.ZERO))
			.withMessageStartingWith("permits");
		assertThatIllegalArgumentException().isThrownBy(() -> semaphore.tryAcquireAsync(1, Duration.ofMillis(-1)))
			.withMessageStartingWith("maxWait");
		assertThatIllegalArgumentException().isThrownBy(() -> SETTINGS.withLease(Duration.ofMillis(99)))
			.withMessageStartingWith("lease");
		assertThatIllegalArgumentException().isThrownBy(() -> SETTINGS.withPollBound(Duration.ofMinutes(2)))
			.withMessageStartingWith("pollBound");
		assertThat(existingKeys()).isEmpty();
	}

	@Test
	void escapesBracesInNames() throws Exception {
		NamedSemaphore odd = process(SETTINGS).get(this.name + "{x}", SemaphoreOptions.of(1));
		Permit permit = odd.acquire();
		assertThat(odd.tryAcquire()).isEmpty();
		assertThat(semaphore(1).available()).isEqualTo(1);
		permit.close();
	}

}
