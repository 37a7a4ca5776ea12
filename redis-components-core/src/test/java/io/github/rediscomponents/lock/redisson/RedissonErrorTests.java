// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.redisson;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.Lock;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.ReleaseResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * An Error of the client of Redisson ends what it hits, and no lease and no waiter stays.
 */
@Timeout(120)
class RedissonErrorTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	/** Long, so that nothing is free again only because it has expired. */
	private static final LockSettings SETTINGS = LockSettings.defaults()
		.withLease(Duration.ofMinutes(10))
		.withPollBound(Duration.ofMillis(50));

	private final Background background = new Background();

	private final FailingRedisson errors = new FailingRedisson();

	private final DistributedLock locks = RedissonEngine.create(
			() -> this.errors.of(RedissonEngine.STANDALONE.client()), new LiveSettings<>(SETTINGS), this.background,
			LockObserver.NONE);

	private final DistributedLock other = RedissonEngine.STANDALONE.create(new LiveSettings<>(SETTINGS),
			this.background, LockObserver.NONE);

	private final String name = "order:" + UUID.randomUUID();

	@AfterEach
	void close() {
		await().atMost(PATIENCE).until(() -> RedissonEngine.idle(this.locks));
		this.locks.close();
		this.other.close();
		this.background.close();
	}

	private static CompletableFuture<Optional<Lease>> waiting(NamedLock lock) {
		return lock.tryAcquireAsync(LockOptions.defaults()).toCompletableFuture();
	}

	private static void failed(CompletableFuture<?> waiting) {
		assertThat(waiting).failsWithin(PATIENCE)
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(RedisUnavailableException.class)
			.havingRootCause()
			.isInstanceOf(NoClassDefFoundError.class);
	}

	@Test
	void ofTheFirstRequest() {
		this.errors.fail("tryLockAsync", 0);
		failed(waiting(this.locks.get(this.name)));
		assertThat(this.other.get(this.name).tryAcquire()).get().satisfies(Lease::close);
	}

	@Test
	void ofALaterRequestOfAWaiter() {
		Lease held = this.other.get(this.name).tryAcquire().orElseThrow();
		this.errors.fail("tryLockAsync", 2);
		failed(waiting(this.locks.get(this.name)));
		held.close();
		assertThat(this.other.get(this.name).tryAcquire()).get().satisfies(Lease::close);
	}

	@Test
	void ofTheScriptThatBeginsALease() {
		this.errors.fail("evalAsync", 0);
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> this.locks.get(this.name).tryAcquire())
			.withRootCauseInstanceOf(NoClassDefFoundError.class);
		await().atMost(PATIENCE).until(() -> !this.other.get(this.name).info().held());
	}

	@Test
	void ofTheScriptThatDowngradesALock() {
		Lock write = this.locks.readWrite(this.name).write().asLock();
		Lock read = this.locks.readWrite(this.name).read().asLock();
		write.lock();
		read.lock();
		this.errors.fail("evalAsync", 0);
		write.unlock();
		assertThat(this.errors.failed()).isPositive();
		// It goes on excluding others.
		assertThat(this.other.readWrite(this.name).read().tryAcquire()).isEmpty();
		read.unlock();
		await().atMost(PATIENCE).until(() -> !this.other.readWrite(this.name).read().info().held());
	}

	@Test
	void ofTheEndOfAWait() {
		Lease held = this.other.fair(this.name).tryAcquire().orElseThrow();
		CompletableFuture<Optional<Lease>> waiting = waiting(this.locks.fair(this.name));
		await().atMost(PATIENCE).until(() -> this.other.fair(this.name).info().waiting() == 1);
		this.errors.fail("evalAsync", 0);
		waiting.cancel(true);
		assertThat(this.errors.failed()).isPositive();
		this.errors.end();
		await().atMost(PATIENCE).until(() -> this.other.fair(this.name).info().waiting() == 0);
		held.close();
	}

	@Test
	void ofAReleaseThatIsRepeated() {
		Lease held = this.locks.get(this.name).tryAcquire().orElseThrow();
		this.errors.fail("unlockAsync", 0);
		assertThat(held.release()).isEqualTo(ReleaseResult.UNKNOWN);
		this.errors.end();
		await().atMost(PATIENCE).until(() -> !this.other.get(this.name).info().held());
	}

}
