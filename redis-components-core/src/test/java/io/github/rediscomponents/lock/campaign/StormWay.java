// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.BiFunction;

import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.semaphore.SemaphoreOptions;

import static java.time.Duration.ofSeconds;

/**
 * The ways to wait for something. Each is told by itself, because an interrupt finds each
 * of them somewhere else.
 */
public enum StormWay {

	PLAIN((node, name) -> node.locks.get(name)),

	FAIR((node, name) -> node.locks.fair(name)),

	READ((node, name) -> node.locks.readWrite(name).read()),

	WRITE((node, name) -> node.locks.readWrite(name).write()),

	MULTI((node, name) -> node.locks.all(List.of(name, name + ":other"))),

	QUORUM((node, name) -> node.quorum.get(name)),

	REDISSON_PLAIN((node, name) -> node.redisson.get(name)),

	REDISSON_FAIR((node, name) -> node.redisson.fair(name)),

	REDISSON_MULTI((node, name) -> node.redisson.all(List.of(name, name + ":other"))),

	SEMAPHORE(PLAIN) {
		@Override
		public AutoCloseable acquire(StormNode node, String name) throws InterruptedException {
			return node.semaphores.get(name, SemaphoreOptions.of(1)).acquire();
		}
	},

	FAIR_SEMAPHORE(PLAIN) {
		@Override
		public AutoCloseable acquire(StormNode node, String name) throws InterruptedException {
			return node.semaphores.get(name, SemaphoreOptions.of(1).asFair())
				.tryAcquire(1, ofSeconds(60))
				.orElseThrow();
		}
	},

	VIEW_PLAIN(PLAIN, Lock::lock),

	VIEW_FAIR(FAIR, Lock::lock),

	VIEW_WRITE(WRITE, Lock::lock),

	VIEW_MULTI(MULTI, Lock::lock),

	VIEW_QUORUM(QUORUM, Lock::lock),

	VIEW_REDISSON(REDISSON_PLAIN, Lock::lock),

	VIEW_INTERRUPTIBLY(FAIR, Lock::lockInterruptibly),

	VIEW_TIMED(PLAIN, (view) -> {
		while (!view.tryLock(1, TimeUnit.SECONDS)) {
			Thread.onSpinWait();
		}
	});

	private final BiFunction<StormNode, String, NamedLock> lock;

	private final Acquisition acquisition;

	StormWay(BiFunction<StormNode, String, NamedLock> lock) {
		this.lock = lock;
		this.acquisition = NamedLock::acquire;
	}

	StormWay(StormWay like) {
		this(like.lock);
	}

	StormWay(StormWay like, ViewAcquisition acquisition) {
		this.lock = like.lock;
		this.acquisition = (lock) -> {
			Lock view = lock.asLock();
			acquisition.acquire(view);
			return view::unlock;
		};
	}

	public NamedLock lock(StormNode node, String name) {
		return this.lock.apply(node, name);
	}

	/** Waits without limit. */
	public AutoCloseable acquire(StormNode node, String name) throws InterruptedException {
		return this.acquisition.acquire(lock(node, name));
	}

	/** Holds what the others wait for. */
	public AutoCloseable exclude(StormNode node, String name) throws InterruptedException {
		return (this == READ) ? WRITE.acquire(node, name) : acquire(node, name);
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

	/** Acquires a lock. */
	private interface Acquisition {

		AutoCloseable acquire(NamedLock lock) throws InterruptedException;

	}

	/** Acquires a lock by way of its view. */
	private interface ViewAcquisition {

		void acquire(Lock view) throws InterruptedException;

	}

}
