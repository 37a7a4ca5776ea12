// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What several locks as one do, wherever they are kept.
 */
@Tag("contract")
@ParameterizedClass(name = "{0}")
@EnumSource(value = TestedLock.class, names = { "PLAIN", "PLAIN_CLUSTER" })
class MultiLockTests extends LockFixture {

	MultiLockTests(TestedLock tested) {
		super(tested);
	}

	private @Nullable DistributedLock observer;

	private String name(int number) {
		return this.name + " " + number;
	}

	private List<String> names(int... numbers) {
		return IntStream.of(numbers).mapToObj(this::name).toList();
	}

	private DistributedLock process() {
		return process(SETTINGS, LockObserver.NONE);
	}

	private boolean isHeld(int number) {
		if (this.observer == null) {
			this.observer = process();
		}
		return this.observer.get(name(number)).info().held();
	}

	@Test
	void holdsAllOrNothing() {
		DistributedLock here = process();
		DistributedLock there = process();
		Lease lease = here.all(names(3, 1, 2, 1)).tryAcquire().orElseThrow();
		assertThat(lease.isValid()).isTrue();
		assertThat(((CombinedLease) lease).leases()).extracting(Lease::name).isEqualTo(names(1, 2, 3));
		assertThat(there.get(name(2)).tryAcquire()).isEmpty();
		assertThat(there.all(names(4, 3)).tryAcquire()).isEmpty();
		assertThat(there.all(names(4, 3)).info().held()).isTrue();
		await().atMost(PATIENCE).until(() -> !isHeld(4));
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(lease.isValid()).isFalse();
		Lease next = there.all(names(1, 2, 3, 4)).tryAcquire().orElseThrow();
		assertThat(next.token()).isGreaterThan(lease.token());
		for (int i = 1; i <= 3; i++) {
			assertThat(((CombinedLease) next).token(name(i))).isGreaterThan(((CombinedLease) lease).token(name(i)));
		}
		next.close();
	}

	@Test
	void takesOneScriptForEachNameToAcquireAndToRelease() {
		NamedLock all = process().all(names(1, 2, 3));
		all.tryAcquire().orElseThrow().close();
		Map<String, Long> before = server().commandCalls();
		for (int i = 0; i < 5; i++) {
			all.tryAcquire().orElseThrow().close();
		}
		assertThat(server().commandCalls().get("evalsha") - before.get("evalsha")).isEqualTo(5 * 3 * 2);
	}

	@Test
	void countsEachNameExactlyUnderContentionOfOverlappingSets() {
		List<DistributedLock> processes = List.of(process(), process(), process(), process());
		int[] counters = new int[6];
		int[] expected = new int[6];
		int times = 15 * Integer.getInteger("campaign.scale", 1);
		long seed = System.nanoTime();
		System.out.println("Overlapping sets of seed " + seed);
		List<Callable<int[]>> contenders = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			Random random = new Random(seed + i);
			DistributedLock locks = processes.get(i % 4);
			boolean viewed = i >= 6;
			contenders.add(() -> contend(locks, random, times, counters, viewed));
		}
		Concurrently.run(contenders)
			.forEach((mine) -> Arrays.setAll(expected, (number) -> expected[number] + mine[number]));
		assertThat(counters).isEqualTo(expected);
		for (int i = 0; i < 6; i++) {
			assertThat(isHeld(i)).isFalse();
		}
	}

	private int[] contend(DistributedLock locks, Random random, int times, int[] counters, boolean viewed)
			throws InterruptedException {
		int[] mine = new int[counters.length];
		List<Integer> numbers = new ArrayList<>(IntStream.range(0, counters.length).boxed().toList());
		for (int n = 0; n < times; n++) {
			Collections.shuffle(numbers, random);
			List<Integer> set = List.copyOf(numbers.subList(0, 1 + random.nextInt(4)));
			NamedLock all = locks.all(set.stream().map(this::name).toList());
			Lock view = all.asLock();
			Lease lease = viewed ? null : all.acquire();
			if (viewed) {
				view.lock();
			}
			for (int number : set) {
				int seen = counters[number];
				Thread.yield();
				counters[number] = seen + 1;
				mine[number]++;
			}
			if (lease != null) {
				lease.checkValid();
				lease.close();
			}
			else {
				view.unlock();
			}
		}
		return mine;
	}

	@Test
	void holdsUpNobodyWhileItWaits() throws Exception {
		try (Lease taken = process().get(name(2)).acquire()) {
			FutureTask<Lease> waiting = inBackground(process().all(names(1, 2, 3))::acquire);
			await().atMost(PATIENCE).until(() -> process().get(name(2)).info().waiting() == 1);
			process().get(name(1)).tryAcquire(PATIENCE).orElseThrow().close();
			process().get(name(3)).tryAcquire(PATIENCE).orElseThrow().close();
			assertThat(waiting.isDone()).isFalse();
			taken.close();
			get(waiting).close();
		}
	}

	@Test
	void givesUpWhenTheTimeToWaitHasPassedAndHoldsNothing() throws Exception {
		try (Lease taken = process().get(name(2)).acquire()) {
			long start = System.nanoTime();
			assertThat(process().all(names(1, 2, 3)).tryAcquire(Duration.ofMillis(300))).isEmpty();
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
			await().atMost(PATIENCE).until(() -> !isHeld(1) && !isHeld(3));
			assertThat(taken.isValid()).isTrue();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> process().all(names(1, 2)).call(LockOptions.noWait(), Lease::token));
		}
	}

	@Test
	void holdsNothingWhenInterruptedOrCancelled() throws Exception {
		try (Lease taken = process().get(name(2)).acquire()) {
			CompletableFuture<Thread> thread = new CompletableFuture<>();
			NamedLock all = process().all(names(1, 2, 3));
			FutureTask<Lease> waiting = inBackground(() -> {
				thread.complete(Thread.currentThread());
				return all.acquire();
			});
			await().atMost(PATIENCE).until(() -> process().get(name(2)).info().waiting() == 1);
			thread.join().interrupt();
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> get(waiting))
				.withCauseInstanceOf(InterruptedException.class);
			CompletableFuture<Optional<Lease>> asked = all.tryAcquireAsync(LockOptions.defaults())
				.toCompletableFuture();
			await().atMost(PATIENCE).until(() -> process().get(name(2)).info().waiting() == 1);
			asked.cancel(true);
			await().atMost(PATIENCE).until(() -> process().get(name(2)).info().waiting() == 0);
			// A cancelled call gives back what it has without being waited for.
			await().atMost(PATIENCE).until(() -> !isHeld(1) && !isHeld(3));
			assertThat(taken.isValid()).isTrue();
		}
	}

	@Test
	void holdsNothingWhenCancelledAtAnyMoment() throws Exception {
		NamedLock all = process().all(names(1, 2, 3));
		for (int i = 0; i < 20; i++) {
			CompletableFuture<Optional<Lease>> asked = all.tryAcquireAsync(LockOptions.defaults())
				.toCompletableFuture();
			CompletableFuture<Boolean> cancelling = CompletableFuture.supplyAsync(() -> asked.cancel(true));
			if (!cancelling.join()) {
				assertThat(asked).succeedsWithin(PATIENCE);
				asked.join().orElseThrow().close();
			}
			await().atMost(PATIENCE)
				.pollInterval(Duration.ofMillis(5))
				.until(() -> !isHeld(1) && !isHeld(2) && !isHeld(3));
		}
	}

	@Test
	void isLostWhenOneOfThemIsLost() throws Exception {
		NamedLock all = process().all(names(1, 2, 3));
		Lease lease = all.acquire();
		assertThat(process().get(name(2)).forceRelease()).isTrue();
		((CombinedLease) lease).leases().forEach(LockFixture::renewNow);
		assertThat(lease.lost().toCompletableFuture()).succeedsWithin(PATIENCE).isEqualTo(LossReason.REMOVED);
		assertThat(lease.isValid()).isFalse();
		assertThat(lease.remaining()).isZero();
		assertThat(lease.extend(Duration.ofSeconds(5))).isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::checkValid)
			.satisfies((ex) -> assertThat(ex.name()).isEqualTo(name(2)));
		assertThat(isHeld(1)).isTrue();
		assertThat(lease.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
		assertThat(isHeld(1) || isHeld(3)).isFalse();
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> all.call(LockOptions.noWait(), (held) -> process().get(name(3)).forceRelease()));
	}

	@Test
	void makesAllOfThemLonger() throws Exception {
		NamedLock all = process().all(names(1, 2));
		try (Lease lease = all.tryAcquire(LockOptions.noWait().withLease(Duration.ofMinutes(1))).orElseThrow()) {
			assertThat(lease.remaining()).isLessThan(Duration.ofMinutes(1));
			assertThat(lease.extend(Duration.ofMinutes(10))).isTrue();
			assertThat(lease.remaining()).isGreaterThan(Duration.ofMinutes(9));
		}
	}

	@Test
	void getsThemSoonAfterTheProcessOfAHolderWasKilled() throws Exception {
		try (ChildJvm child = ChildJvm.start(LockChild.class, "hold", server().uris().get(0), childsName(), "30000")) {
			child.awaitLine("held"::equals);
			NamedLock all = process().all(List.of(name(1), childsName(), name(2)));
			assertThat(all.tryAcquire()).isEmpty();
			child.kill();
			LeaseEnds.pass(server(), childsName());
			long killed = System.nanoTime();
			try (Lease lease = all.acquire()) {
				assertThat(lease.isValid()).isTrue();
				assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(FaultFixture.SOON);
			}
		}
	}

	/** One that lives on the first server, to which the child connects. */
	private String childsName() {
		return IntStream.range(0, 10_000)
			.mapToObj((number) -> this.name + " child " + number)
			.filter((candidate) -> server().masterFor(
					new io.github.rediscomponents.KeySpace("t").key("lock", candidate)) == server().nodes().get(0))
			.findFirst()
			.orElseThrow();
	}

	@Test
	void isEnteredAgainByItsThreadTogetherWithTheSingleNames() {
		DistributedLock locks = process();
		Lock all = locks.all(names(1, 2)).asLock();
		Lock one = locks.get(name(1)).asLock();
		one.lock();
		all.lock();
		assertThat(locks.all(names(2, 1)).asLock().tryLock()).isTrue();
		assertThat(Concurrently.run(1, () -> all.tryLock())).containsExactly(false);
		all.unlock();
		all.unlock();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(all::unlock);
		assertThat(isHeld(1)).isTrue();
		assertThat(isHeld(2)).isFalse();
		all.lock();
		process().get(name(2)).forceRelease();
		one.unlock();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(all::unlock);
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(all::unlock);
		assertThat(isHeld(1)).isFalse();
	}

	@Test
	void saysWhenAHoldThatIsEnteredAgainWasLost() {
		DistributedLock locks = process();
		Lock all = locks.all(names(1, 2)).asLock();
		locks.get(name(2)).asLock().lock();
		assertThat(locks.get(name(2)).forceRelease()).isTrue();
		assertThat(all.tryLock()).isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(all::lock);
		assertThat(isHeld(1)).isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> locks.get(name(2)).asLock().unlock());
	}

	@Test
	void refusesWhatCannotBe() {
		DistributedLock locks = process();
		assertThatIllegalArgumentException().isThrownBy(() -> locks.all(List.of())).withMessageStartingWith("names");
		assertThatIllegalArgumentException().isThrownBy(() -> locks.all(List.of("a", "")));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> locks.all(IntStream.range(0, 101).mapToObj(this::name).toList()))
			.withMessageStartingWith("names");
		assertThatIllegalArgumentException().isThrownBy(() -> locks.all(Arrays.asList("a", null)))
			.withMessageStartingWith("names");
		try (Lease lease = locks.all(names(1)).tryAcquire().orElseThrow()) {
			assertThatIllegalArgumentException().isThrownBy(() -> ((CombinedLease) lease).token("other"))
				.withMessageStartingWith("name");
			assertThatIllegalArgumentException().isThrownBy(() -> lease.extend(Duration.ZERO))
				.withMessageStartingWith("duration");
		}
	}

}
