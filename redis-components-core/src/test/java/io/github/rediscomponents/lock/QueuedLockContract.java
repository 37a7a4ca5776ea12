package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What fair and read-write locks add to plain ones, wherever they are kept.
 */
@Tag("contract")
abstract class QueuedLockContract extends LockFixture {

	private static final LockSettings NO_POLLING = SETTINGS.withPollBound(Duration.ofMinutes(1));

	@Override
	NamedLock named(DistributedLock locks) {
		return locks.fair(this.name);
	}

	private NamedReadWriteLock readWrite() {
		return process(SETTINGS, LockListener.NONE).readWrite(this.name);
	}

	@Test
	void servesAThousandWaitersOfFourProcessesInTheirOrder() throws Exception {
		List<NamedLock> processes = Stream.generate(() -> lock(NO_POLLING)).limit(4).toList();
		Lease first = processes.get(0).acquire();
		ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
		List<CompletableFuture<Void>> over = new ArrayList<>();
		for (int i = 0; i < 1000; i++) {
			int number = i;
			over.add(processes.get(i % 4).tryAcquireAsync(LockOptions.defaults()).thenAccept((acquired) -> {
				order.add(number);
				acquired.orElseThrow().release();
			}).toCompletableFuture());
		}
		awaitWaiting(1000);
		first.close();
		assertThat(CompletableFuture.allOf(over.toArray(CompletableFuture[]::new)))
			.succeedsWithin(Duration.ofSeconds(60));
		assertThat(order).containsExactlyElementsOf(IntStream.range(0, 1000).boxed().toList());
	}

	@Test
	void takesThreeScriptsForAnAcquisitionThatEightClientsWantAtOnce() {
		List<NamedLock> processes = Stream.generate(() -> lock(NO_POLLING)).limit(8).toList();
		processes.forEach((lock) -> lock.tryAcquire().orElseThrow().close());
		int times = 40;
		Map<String, Long> before = server().commandCalls();
		int[] counter = new int[1];
		Concurrently.run(processes.stream().<Callable<Boolean>>map((lock) -> () -> {
			for (int i = 0; i < times; i++) {
				try (Lease lease = lock.acquire()) {
					counter[0]++;
				}
			}
			return true;
		}).toList());
		Map<String, Long> after = server().commandCalls();
		assertThat(counter[0]).isEqualTo(8 * times);
		assertThat(after.get("evalsha") - before.get("evalsha")).isBetween(2L * 8 * times, 31L * 8 * times / 10);
		assertThat(after.getOrDefault("publish", 0L) - before.getOrDefault("publish", 0L)).isLessThan(8L * times);
	}

	@Test
	void letsNobodyPassAWaiter() throws Exception {
		Lease lease = lock().acquire();
		FutureTask<Lease> waiting = inBackground(lock()::acquire);
		awaitWaiting(1);
		lease.close();
		assertThat(lock().tryAcquire()).isEmpty();
		get(waiting).close();
		lock().tryAcquire().orElseThrow().close();
	}

	@Test
	void handsOverToAnotherWhenTheOneWhoseTurnItIsWasCancelled() throws Exception {
		Lease lease = lock(NO_POLLING).acquire();
		CompletableFuture<Optional<Lease>> cancelled = lock(NO_POLLING).tryAcquireAsync(LockOptions.defaults())
			.toCompletableFuture();
		awaitWaiting(1);
		CompletableFuture<Optional<Lease>> next = lock(NO_POLLING).tryAcquireAsync(LockOptions.defaults())
			.toCompletableFuture();
		awaitWaiting(2);
		CompletableFuture<Void> releasing = CompletableFuture.runAsync(lease::close);
		cancelled.cancel(true);
		assertThat(releasing).succeedsWithin(PATIENCE);
		assertThat(next).succeedsWithin(PATIENCE);
		next.join().orElseThrow().close();
		awaitWaiting(0);
		assertThat(lock().info().held()).isFalse();
		assertThat(partsInRedis()).isEmpty();
	}

	private List<String> partsInRedis() {
		QueueKeys keys = QueueKeys.of(new io.github.rediscomponents.support.KeySpace("t"), "lock", QueueKind.FAIR,
				this.name);
		return Stream.of(keys.holders(), keys.waiters(), keys.ends())
			.filter((key) -> String.valueOf(server().masterFor(key).command("EXISTS", key)).equals("1"))
			.toList();
	}

	@Test
	void keepsThePlaceOfALockViewThatIsInterrupted() throws Exception {
		Lease lease = lock(NO_POLLING).acquire();
		NamedLock first = lock(NO_POLLING);
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		ConcurrentLinkedQueue<String> order = new ConcurrentLinkedQueue<>();
		FutureTask<Boolean> interrupted = inBackground(() -> {
			thread.complete(Thread.currentThread());
			Lock view = first.asLock();
			view.lock();
			order.add("interrupted");
			view.unlock();
			return Thread.interrupted();
		});
		awaitWaiting(1);
		CompletableFuture<Void> second = lock(NO_POLLING).tryAcquireAsync(LockOptions.defaults())
			.thenAccept((acquired) -> {
				order.add("second");
				acquired.orElseThrow().release();
			})
			.toCompletableFuture();
		awaitWaiting(2);
		for (int i = 0; i < 3; i++) {
			thread.join().interrupt();
			await().atMost(PATIENCE)
				.until(() -> !thread.join().isInterrupted() || thread.join().getState() == Thread.State.WAITING);
		}
		awaitWaiting(2);
		lease.close();
		boolean kept = get(interrupted);
		assertThat(kept).isTrue();
		assertThat(second).succeedsWithin(PATIENCE);
		assertThat(order).containsExactly("interrupted", "second");
	}

	@Test
	void refusesANameThatIsUsedForAnotherKind() throws Exception {
		try (Lease fair = lock().acquire()) {
			NamedLock plain = process(SETTINGS, LockListener.NONE).name(this.name);
			NamedReadWriteLock readWrite = readWrite();
			assertRefused("fair, not plain", plain::tryAcquire);
			assertRefused("fair, not plain", () -> plain.tryAcquire(Duration.ofSeconds(5)));
			assertRefused("fair, not plain", plain::info);
			assertRefused("fair, not rw", () -> readWrite.read().tryAcquire());
			assertRefused("fair, not rw", () -> readWrite.write().tryAcquire(Duration.ofSeconds(5)));
			assertRefused("fair, not rw", () -> readWrite.write().forceRelease());
			assertThat(plain.forceRelease()).isFalse();
			assertThat(plain.tryAcquireAsync(LockOptions.defaults()).toCompletableFuture()).failsWithin(PATIENCE)
				.withThrowableThat()
				.withCauseInstanceOf(RedisErrorException.class);
			assertThat(fair.extend(Duration.ofSeconds(60))).isTrue();
			assertThat(lock().info().holder()).contains(fair.id());
			assertThat(lock().info().waiting()).isZero();
		}
	}

	private static void assertRefused(String why, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
		assertThatExceptionOfType(RedisErrorException.class).isThrownBy(call).withMessageContaining(why);
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
		List<NamedReadWriteLock> processes = List.of(readWrite(), readWrite());
		assertThat(whileBusy(processes.stream().map(NamedReadWriteLock::read).toList(), readWrite().write()))
			.isLessThan(Duration.ofSeconds(2));
	}

	@Test
	void starvesNoReaderUnderContinuousWriters() throws Exception {
		List<NamedReadWriteLock> processes = List.of(readWrite(), readWrite());
		assertThat(whileBusy(processes.stream().map(NamedReadWriteLock::write).toList(), readWrite().read()))
			.isLessThan(Duration.ofSeconds(4));
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
	void letsAThreadThatWritesReadAsWell() throws Exception {
		NamedReadWriteLock lock = readWrite();
		Lock write = lock.write().asLock();
		Lock read = lock.read().asLock();
		write.lock();
		Map<String, Long> before = server().commandCalls();
		read.lock();
		assertThat(read.tryLock()).isTrue();
		assertThat(read.tryLock(1, TimeUnit.SECONDS)).isTrue();
		read.unlock();
		read.unlock();
		write.unlock();
		read.unlock();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(read::unlock);
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(write::unlock);
		readWrite().write().tryAcquire().orElseThrow().close();
	}

	/**
	 * Whether a writer that waits keeps new readers out. Redisson's locks do not.
	 */
	boolean letsNoReaderPassAWriter() {
		return true;
	}

	@Test
	void letsOthersReadBesideAThreadThatGoesOnReadingWhatItWrote() throws Exception {
		NamedReadWriteLock lock = readWrite();
		Lock write = lock.write().asLock();
		Lock read = lock.read().asLock();
		write.lock();
		read.lock();
		NamedLock others = readWrite().read();
		CompletableFuture<Optional<Lease>> waiting = others.tryAcquireAsync(LockOptions.defaults())
			.toCompletableFuture();
		await().atMost(PATIENCE).until(() -> readWrite().read().info().waiting() == 1);
		long written = lock.write().info().token();
		write.unlock();
		assertThat(waiting).succeedsWithin(PATIENCE);
		Lease beside = waiting.join().orElseThrow();
		assertThat(beside.token()).isGreaterThan(written);
		others.tryAcquire().orElseThrow().close();
		assertThat(readWrite().write().tryAcquire()).isEmpty();
		assertThat(write.tryLock()).as("it only reads").isFalse();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(write::unlock);
		assertThat(read.tryLock()).isTrue();
		read.unlock();
		assertThat(beside.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(readWrite().write().tryAcquire()).as("it still reads").isEmpty();
		read.unlock();
		readWrite().write().tryAcquire().orElseThrow().close();
	}

	@Test
	void renewsAThreadThatGoesOnReadingWhatItWrote() throws Exception {
		LockSettings quick = SETTINGS.withLease(Duration.ofMillis(1500));
		NamedReadWriteLock lock = process(quick, LockListener.NONE).readWrite(this.name);
		Lock write = lock.write().asLock();
		Lock read = lock.read().asLock();
		write.lock();
		read.lock();
		write.unlock();
		assertThat(readWrite().write().tryAcquire(Duration.ofSeconds(4))).isEmpty();
		read.unlock();
		readWrite().write().tryAcquire().orElseThrow().close();
	}

	@Test
	void saysWhetherANewReaderPassesAWriterThatWaits() throws Exception {
		NamedReadWriteLock lock = readWrite();
		Lock write = lock.write().asLock();
		Lock read = lock.read().asLock();
		write.lock();
		read.lock();
		write.unlock();
		CompletableFuture<Optional<Lease>> writer = readWrite().write()
			.tryAcquireAsync(LockOptions.defaults())
			.toCompletableFuture();
		await().atMost(PATIENCE).until(() -> readWrite().read().info().waiting() == 1);
		Optional<Lease> passes = readWrite().read().tryAcquire();
		assertThat(passes.isEmpty()).isEqualTo(letsNoReaderPassAWriter());
		passes.ifPresent(Lease::close);
		read.unlock();
		assertThat(writer).succeedsWithin(PATIENCE).satisfies((acquired) -> acquired.orElseThrow().close());
	}

	@Test
	void tellsAThreadThatReadsThatItWouldWaitForItselfToWrite() throws Exception {
		NamedReadWriteLock lock = readWrite();
		Lock write = lock.write().asLock();
		Lock read = lock.read().asLock();
		read.lock();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(write::lock)
			.withMessageContaining(this.name);
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(write::lockInterruptibly);
		assertThat(write.tryLock()).isFalse();
		assertThat(write.tryLock(1, TimeUnit.MINUTES)).isFalse();
		FutureTask<Boolean> elsewhere = inBackground(() -> {
			write.lock();
			write.unlock();
			return true;
		});
		await().atMost(PATIENCE).until(() -> lock.read().info().waiting() == 1);
		read.unlock();
		assertThat(get(elsewhere)).isTrue();
		write.lock();
		write.unlock();
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

	@Test
	void tellsWhatWentWrongToAThreadThatWaits() {
		NamedLock lock = lock();
		FutureTask<Lease> waiting;
		try (Lease lease = lock.tryAcquire().orElseThrow()) {
			waiting = inBackground(lock(SETTINGS.withPollBound(Duration.ofMillis(100)))::acquire);
			awaitWaiting(1);
			server().masterFor(key()).command("HSET", key(), "k", "other");
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> get(waiting))
				.withCauseInstanceOf(RedisErrorException.class);
			server().masterFor(key()).command("HSET", key(), "k", "fair");
		}
	}

}
