// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.BiFunction;

import io.github.rediscomponents.semaphore.SemaphoreOptions;

import static java.time.Duration.ofSeconds;

/**
 * The ways to wait for something. Each is told by itself, because an interrupt finds each
 * of them somewhere else.
 */
enum StormWay {

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
		AutoCloseable acquire(StormNode node, String name) throws InterruptedException {
			return node.semaphores.get(name, SemaphoreOptions.of(1)).acquire();
		}
	},

	FAIR_SEMAPHORE(PLAIN) {
		@Override
		AutoCloseable acquire(StormNode node, String name) throws InterruptedException {
			return node.semaphores.get(name, SemaphoreOptions.of(1).asFair())
				.tryAcquire(1, ofSeconds(60))
				.orElseThrow();
		}
	},

	VIEW_PLAIN(PLAIN) {
		@Override
		AutoCloseable acquire(StormNode node, String name) {
			return locked(lock(node, name).asLock());
		}
	},

	VIEW_FAIR(FAIR) {
		@Override
		AutoCloseable acquire(StormNode node, String name) {
			return locked(lock(node, name).asLock());
		}
	},

	VIEW_WRITE(WRITE) {
		@Override
		AutoCloseable acquire(StormNode node, String name) {
			return locked(lock(node, name).asLock());
		}
	},

	VIEW_MULTI(MULTI) {
		@Override
		AutoCloseable acquire(StormNode node, String name) {
			return locked(lock(node, name).asLock());
		}
	},

	VIEW_QUORUM(QUORUM) {
		@Override
		AutoCloseable acquire(StormNode node, String name) {
			return locked(lock(node, name).asLock());
		}
	},

	VIEW_REDISSON(REDISSON_PLAIN) {
		@Override
		AutoCloseable acquire(StormNode node, String name) {
			return locked(lock(node, name).asLock());
		}
	},

	VIEW_INTERRUPTIBLY(FAIR) {
		@Override
		AutoCloseable acquire(StormNode node, String name) throws InterruptedException {
			Lock view = lock(node, name).asLock();
			view.lockInterruptibly();
			return view::unlock;
		}
	},

	VIEW_TIMED(PLAIN) {
		@Override
		AutoCloseable acquire(StormNode node, String name) throws InterruptedException {
			Lock view = lock(node, name).asLock();
			while (!view.tryLock(1, TimeUnit.SECONDS)) {
				Thread.onSpinWait();
			}
			return view::unlock;
		}
	};

	private final BiFunction<StormNode, String, NamedLock> lock;

	StormWay(BiFunction<StormNode, String, NamedLock> lock) {
		this.lock = lock;
	}

	StormWay(StormWay like) {
		this.lock = like.lock;
	}

	NamedLock lock(StormNode node, String name) {
		return this.lock.apply(node, name);
	}

	/** Waits without limit. */
	AutoCloseable acquire(StormNode node, String name) throws InterruptedException {
		return lock(node, name).acquire();
	}

	/** Holds what the others wait for. */
	AutoCloseable exclude(StormNode node, String name) throws InterruptedException {
		return (this == READ) ? WRITE.acquire(node, name) : acquire(node, name);
	}

	private static AutoCloseable locked(Lock view) {
		view.lock();
		return view::unlock;
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
