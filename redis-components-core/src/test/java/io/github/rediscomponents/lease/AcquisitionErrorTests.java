// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.lock.kept.KeptLocks;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * An acquisition whose request cannot be sent because of an Error ends with it, and gives
 * its turn up.
 */
@Timeout(60)
class AcquisitionErrorTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final LockSettings SETTINGS = LockSettings.defaults().withPollBound(Duration.ofMinutes(1));

	private final AtomicInteger errors = new AtomicInteger();

	private final AtomicInteger requests = new AtomicInteger();

	private final Background background = new Background();

	private final CommandPort real = TestPorts.of(RedisTopology.STANDALONE);

	private final KeptLocks locks = locks(InterceptedPort.of(this.real, (method, args, call) -> {
		String script = InterceptedPort.script(args);
		if (script.equals("lock/acquire") || script.equals("lease/queue") || script.equals("lock/release")
				|| script.equals("lock/leave")) {
			this.requests.incrementAndGet();
			if (this.errors.getAndUpdate((left) -> Math.max(0, left - 1)) > 0) {
				throw new NoClassDefFoundError("lost");
			}
		}
		return call.proceed();
	}));

	private final KeptLocks other = locks(this.real);

	private final String name = "order " + UUID.randomUUID();

	private KeptLocks locks(CommandPort port) {
		return (KeptLocks) LettuceLocks.create(port, new KeySpace("t"), new LiveSettings<>(SETTINGS), this.background);
	}

	@AfterEach
	void close() {
		this.locks.close();
		this.other.close();
		this.background.close();
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(this.locks.activity().waiting()).isEmpty();
			assertThat(this.locks.engine().gates().size()).isZero();
		});
	}

	private NamedLock lock(KeptLocks of, LockKind kind) {
		return (kind == LockKind.FAIR) ? of.fair(this.name) : of.get(this.name);
	}

	private CompletableFuture<Optional<Lease>> waiting(LockKind kind) {
		return lock(this.locks, kind).tryAcquireAsync(LockOptions.defaults()).toCompletableFuture();
	}

	/**
	 * It waits, and has looked again after its subscription. What it had sent before the
	 * errors would be granted.
	 */
	private void awaitRest(LockKind kind) {
		await().atMost(PATIENCE).until(() -> lock(this.other, kind).info().waiting() == 1);
		AtomicInteger seen = new AtomicInteger(-1);
		await().atMost(PATIENCE)
			.during(Duration.ofSeconds(1))
			.until(() -> this.requests.get() == seen.getAndSet(this.requests.get()));
	}

	private void isFreeAgain(LockKind kind) {
		await().atMost(PATIENCE).until(() -> !lock(this.other, kind).info().held());
		assertThat(lock(this.locks, kind).tryAcquire()).get().satisfies(Lease::close);
	}

	@ParameterizedTest
	@EnumSource(names = { "PLAIN", "FAIR" })
	void ofTheCallingThread(LockKind kind) {
		this.errors.set(1);
		assertThatExceptionOfType(NoClassDefFoundError.class)
			.isThrownBy(() -> lock(this.locks, kind).tryAcquire(PATIENCE));
		isFreeAgain(kind);
	}

	@ParameterizedTest
	@EnumSource(names = { "PLAIN", "FAIR" })
	void ofNoThread(LockKind kind) {
		this.errors.set(1);
		assertThat(waiting(kind)).failsWithin(PATIENCE)
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(NoClassDefFoundError.class);
		isFreeAgain(kind);
	}

	@ParameterizedTest
	@CsvSource({ "PLAIN, 1", "PLAIN, 2", "PLAIN, 3", "FAIR, 1", "FAIR, 2", "FAIR, 3" })
	void thatWasWoken(LockKind kind, int fail) {
		Lease held = lock(this.other, kind).tryAcquire().orElseThrow();
		CompletableFuture<Optional<Lease>> waiting = waiting(kind);
		awaitRest(kind);
		this.errors.set(fail);
		held.close();
		assertThat(waiting).failsWithin(PATIENCE)
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(NoClassDefFoundError.class);
		isFreeAgain(kind);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void ofTheProcessThatReleases(int fail) {
		Lease held = this.locks.get(this.name).tryAcquire().orElseThrow();
		CompletableFuture<Optional<Lease>> first = waiting(LockKind.PLAIN);
		CompletableFuture<Optional<Lease>> second = waiting(LockKind.PLAIN);
		this.errors.set(fail);
		assertThat(held.release()).isEqualTo(ReleaseResult.UNKNOWN);
		assertThat(first).failsWithin(PATIENCE);
		// The release was not sent, so the lock is held until somebody takes it away.
		this.other.get(this.name).forceRelease();
		assertThat(second).succeedsWithin(PATIENCE).satisfies((lease) -> lease.orElseThrow().close());
		isFreeAgain(LockKind.PLAIN);
	}

	@Test
	void ofSeveralNames() throws Exception {
		String second = this.name + " 2";
		this.errors.set(1);
		assertThatExceptionOfType(NoClassDefFoundError.class)
			.isThrownBy(() -> this.locks.all(List.of(this.name, second)).tryAcquire(PATIENCE));
		isFreeAgain(LockKind.PLAIN);
		await().atMost(PATIENCE).until(() -> !this.other.get(second).info().held());
	}

}
