// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lease.QueueKeys;
import io.github.rediscomponents.lease.QueueKind;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.semaphore.SemaphoreSettings;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.ChildJvm;

import static org.awaitility.Awaitility.await;

/**
 * What the tests have in common that break what fair locks and semaphores rely on.
 */
abstract class QueueFaultFixture extends FaultFixture {

	static final KeySpace KEYS = new KeySpace("t");

	final QueueKeys lockKeys = QueueKeys.of(KEYS, "lock", QueueKind.FAIR, this.name);

	final QueueKeys permitKeys = QueueKeys.of(KEYS, "sem", QueueKind.SEMAPHORE, this.name);

	DistributedLock locks(String uri, Duration timeout) {
		DistributedLock locks = LettuceLocks.create(open(uri, timeout), KEYS,
				new LiveSettings<>(LockSettings.defaults()), this.background);
		this.opened.add(0, locks);
		return locks;
	}

	DistributedLock locks() {
		return locks(this.server.uri(), PATIENCE);
	}

	NamedSemaphore semaphore(String uri, Duration timeout, int permits) {
		return semaphore(open(uri, timeout), permits);
	}

	NamedSemaphore semaphore(CommandPort port, int permits) {
		DistributedSemaphore semaphores = DistributedSemaphore.create(port, KEYS,
				new LiveSettings<>(SemaphoreSettings.defaults()), this.background);
		this.opened.add(0, semaphores);
		return semaphores.get(this.name, SemaphoreOptions.of(permits));
	}

	NamedSemaphore semaphore(int permits) {
		return semaphore(this.server.uri(), PATIENCE, permits);
	}

	ChildJvm child(String what) {
		return child(what, "3");
	}

	ChildJvm child(String what, String leaseSeconds) {
		ChildJvm child = ChildJvm.start(QueueChild.class, what, this.server.uri(), this.name, leaseSeconds);
		this.opened.add(0, child);
		return child;
	}

	void awaitWaiting(QueueKeys keys, int waiters) {
		await().atMost(PATIENCE)
			.until(() -> String.valueOf(this.server.command("ZCARD", keys.waiters())).equals("" + waiters));
	}

	/** Ends what is held, as if the leases had passed. */
	void endLeases(QueueKeys keys) {
		((List<?>) Objects.requireNonNull(this.server.command("ZRANGE", keys.holders(), "0", "-1")))
			.forEach((id) -> this.server.command("ZADD", keys.ends(), "XX", "1", String.valueOf(id)));
	}

	<T> CompletableFuture<T> async(Callable<T> call) {
		CompletableFuture<T> future = new CompletableFuture<>();
		this.background.workers().execute(() -> {
			try {
				future.complete(call.call());
			}
			catch (Exception ex) {
				future.completeExceptionally(ex);
			}
		});
		return future;
	}

	static Duration since(long nanos) {
		return Duration.ofNanos(System.nanoTime() - nanos);
	}

}
