// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * How readers and writers of one lock exclude each other.
 */
@Tag("contract")
@ParameterizedClass(name = "{0}")
@EnumSource(value = TestedLock.class, names = { "FAIR", "FAIR_CLUSTER", "REDISSON_FAIR", "REDISSON_FAIR_CLUSTER" })
class ReadersAndWritersTests extends LockFixture {

	ReadersAndWritersTests(TestedLock tested) {
		super(tested);
	}

	private NamedReadWriteLock readWrite() {
		return process(SETTINGS, LockObserver.NONE).readWrite(this.name);
	}

	@Test
	void readsTogetherAndWritesAlone() throws Exception {
		NamedReadWriteLock here = readWrite();
		NamedReadWriteLock there = readWrite();
		assertThat(here.name()).isEqualTo(this.name);
		Lease first = here.read().acquire();
		Lease second = there.read().tryAcquire().orElseThrow();
		assertThat(second.token()).isGreaterThan(first.token());
		assertThat(there.write().tryAcquire()).isEmpty();
		assertThat(there.write().tryAcquire(Duration.ofMillis(50))).isEmpty();
		first.close();
		assertThat(here.write().tryAcquire()).isEmpty();
		second.close();
		try (Lease writer = here.write().tryAcquire().orElseThrow()) {
			assertThat(writer.token()).isGreaterThan(second.token());
			assertThat(there.read().tryAcquire()).isEmpty();
			assertThat(there.write().tryAcquire()).isEmpty();
			assertThat(there.read().info().holder()).contains(writer.id());
		}
		assertThat(here.read().info().held()).isFalse();
	}

	@Test
	void countsExactlyUnderReadersAndWriters() {
		List<NamedReadWriteLock> processes = List.of(readWrite(), readWrite());
		int times = 30;
		int[] counter = new int[1];
		AtomicInteger reading = new AtomicInteger();
		AtomicInteger together = new AtomicInteger();
		Concurrently.run(processes.stream().<Callable<Boolean>>mapMulti((lock, threads) -> {
			for (int thread = 0; thread < 2; thread++) {
				threads.accept(() -> {
					for (int i = 0; i < times; i++) {
						try (Lease lease = lock.write().acquire()) {
							int seen = counter[0];
							assertThat(reading.get()).isZero();
							Thread.yield();
							counter[0] = seen + 1;
						}
					}
					return true;
				});
				threads.accept(() -> {
					for (int i = 0; i < times; i++) {
						try (Lease lease = lock.read().acquire()) {
							together.accumulateAndGet(reading.incrementAndGet(), Math::max);
							int seen = counter[0];
							Thread.yield();
							assertThat(counter[0]).isEqualTo(seen);
							reading.decrementAndGet();
						}
					}
					return true;
				});
			}
		}).toList());
		assertThat(counter[0]).isEqualTo(4 * times);
		assertThat(together.get()).isBetween(1, 4);
	}

	@Test
	void starvesNoWriterUnderContinuousReaders() throws Exception {
		assumeTrue(!this.tested.isRedisson(), "Redisson lets readers in while a writer waits");
		List<NamedReadWriteLock> processes = List.of(readWrite(), readWrite());
		assertThat(whileBusy(processes.stream().map(NamedReadWriteLock::read).toList(), readWrite().write()))
			.isLessThan(FaultFixture.SOON);
	}

	@Test
	void starvesNoReaderUnderContinuousWriters() throws Exception {
		assumeTrue(!this.tested.isRedisson(), "Redisson promises readers nothing among writers");
		List<NamedReadWriteLock> processes = List.of(readWrite(), readWrite());
		assertThat(whileBusy(processes.stream().map(NamedReadWriteLock::write).toList(), readWrite().read()))
			.isLessThan(FaultFixture.SOON);
	}

	/** How long one waits while eight threads take a lock again and again for 50 ms. */
	private Duration whileBusy(List<NamedLock> busy, NamedLock wanted) throws Exception {
		AtomicBoolean over = new AtomicBoolean();
		AtomicInteger held = new AtomicInteger();
		List<FutureTask<Integer>> threads = IntStream.range(0, 8).mapToObj((i) -> inBackground(() -> {
			int times = 0;
			while (!over.get()) {
				try (Lease lease = busy.get(i % busy.size()).acquire()) {
					held.incrementAndGet();
					LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
					times++;
				}
			}
			return times;
		})).toList();
		await().atMost(PATIENCE).until(() -> held.get() >= 8);
		long start = System.nanoTime();
		try (Lease lease = wanted.acquire()) {
			return Duration.ofNanos(System.nanoTime() - start);
		}
		finally {
			over.set(true);
			for (FutureTask<Integer> thread : threads) {
				get(thread);
			}
		}
	}

	@Test
	void isReadByNobodyAfterAForcedRelease() throws Exception {
		NamedReadWriteLock lock = readWrite();
		Lease here = lock.read().acquire();
		Lease there = readWrite().read().acquire();
		assertThat(lock.write().forceRelease()).isTrue();
		assertThat(here.isValid()).isFalse();
		assertThat(there.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
		assertThat(lock.write().forceRelease()).isFalse();
		lock.write().tryAcquire().orElseThrow().close();
	}

}
