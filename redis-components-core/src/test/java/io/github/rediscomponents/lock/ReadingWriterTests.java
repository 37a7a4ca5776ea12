// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * A thread that reads what it writes.
 */
@Tag("contract")
@ParameterizedClass(name = "{0}")
@EnumSource(value = TestedLock.class, names = { "FAIR", "FAIR_CLUSTER", "REDISSON_FAIR", "REDISSON_FAIR_CLUSTER" })
class ReadingWriterTests extends LockFixture {

	ReadingWriterTests(TestedLock tested) {
		super(tested);
	}

	private NamedReadWriteLock readWrite() {
		return process(SETTINGS, LockObserver.NONE).readWrite(this.name);
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
		LockSettings quick = SETTINGS.withLease(NamedLockContract.QUICK);
		NamedReadWriteLock lock = process(quick, LockObserver.NONE).readWrite(this.name);
		Lock write = lock.write().asLock();
		Lock read = lock.read().asLock();
		write.lock();
		read.lock();
		write.unlock();
		NamedLock seen = readWrite().read();
		NamedLockContract.awaitOutlasting(System.nanoTime(), () -> seen.info().remaining());
		assertThat(readWrite().write().tryAcquire(Duration.ofMillis(20))).isEmpty();
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
		assertThat(passes.isEmpty()).isEqualTo(!this.tested.isRedisson());
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

}
