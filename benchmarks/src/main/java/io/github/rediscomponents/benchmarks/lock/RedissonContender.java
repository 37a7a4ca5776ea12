// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import io.github.rediscomponents.benchmarks.ByName;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RSemaphore;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * A Redisson client.
 */
final class RedissonContender implements Contender {

	private final RedissonClient client;

	private final Turns turns;

	private RedissonContender(RedissonClient client, Turns turns) {
		this.client = client;
		this.turns = turns;
	}

	static RedissonClient client(String uri, Duration lease) {
		Config config = new Config();
		config.setLockWatchdogTimeout(lease.toMillis());
		config.useSingleServer().setAddress(uri);
		return Redisson.create(config);
	}

	static Contender locks(String uri, Duration lease, ByName<RedissonClient, ? extends Lock> kind) {
		RedissonClient client = client(uri, lease);
		return new RedissonContender(client, (name, permits) -> new LockTurn(kind.get(client, name)));
	}

	static Contender semaphores(String uri) {
		RedissonClient client = client(uri, Library.LEASE);
		return new RedissonContender(client, (name, permits) -> {
			RSemaphore semaphore = client.getSemaphore(name);
			semaphore.trySetPermits(permits);
			return turn(semaphore);
		});
	}

	private static Turn turn(RSemaphore semaphore) {
		return new Turn() {
			@Override
			public void take() throws InterruptedException {
				semaphore.acquire();
			}

			@Override
			public void giveBack() {
				semaphore.release();
			}
		};
	}

	static Contender expirableSemaphores(String uri, Duration lease) {
		RedissonClient client = client(uri, lease);
		return new RedissonContender(client, (name, permits) -> {
			RPermitExpirableSemaphore semaphore = client.getPermitExpirableSemaphore(name);
			semaphore.trySetPermits(permits);
			return turn(semaphore, lease.toMillis());
		});
	}

	private static Turn turn(RPermitExpirableSemaphore semaphore, long leaseMillis) {
		return new Turn() {

			private @Nullable String permit;

			@Override
			public void take() throws InterruptedException {
				this.permit = semaphore.acquire(leaseMillis, TimeUnit.MILLISECONDS);
			}

			@Override
			public void giveBack() {
				semaphore.release(this.permit);
			}

		};
	}

	@Override
	public Turn turn(String name, int permits) {
		return this.turns.turn("redisson:" + name, permits);
	}

	@Override
	public long pendingTimers() {
		return ((Redisson) this.client).getServiceManager().getTimer().pendingTimeouts();
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

	private interface Turns {

		Turn turn(String name, int permits);

	}

}
