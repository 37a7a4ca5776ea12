// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.redisson.api.RedissonClient;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lease.LeaseEngine;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockActivity;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.kept.KeptLocks;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.lock.quorum.QuorumInside;
import io.github.rediscomponents.lock.quorum.QuorumLock;
import io.github.rediscomponents.lock.redisson.RedissonLocks;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreInside;
import io.github.rediscomponents.semaphore.SemaphoreObserver;
import io.github.rediscomponents.semaphore.SemaphoreSettings;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Everything that can be waited for, as one process sees it.
 */
public final class StormNode implements AutoCloseable {

	static final KeySpace KEYS = new KeySpace("storm");

	/** Longer than a machine stalls. */
	static final Duration LEASE = Duration.ofSeconds(20);

	private static final Duration POLL = Duration.ofMillis(100);

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final Background background = new Background();

	final DistributedLock locks;

	public final DistributedSemaphore semaphores;

	public final QuorumLock quorum;

	final DistributedLock redisson;

	/**
	 * Opens a process.
	 * @param servers three independent servers; the first one has whatever is on one
	 * server
	 * @param heard called on each acquisition by the thread that tells the listeners
	 */
	public StormNode(List<CommandPort> servers, RedissonClient redisson, Runnable heard) {
		LiveSettings<LockSettings> settings = new LiveSettings<>(
				LockSettings.defaults().withLease(LEASE).withPollBound(POLL));
		LockObserver listener = new LockObserver() {
			@Override
			public void acquired(Lease lease, long waitedNanos) {
				heard.run();
			}
		};
		this.locks = LettuceLocks.create(servers.get(0), KEYS, settings, this.background, listener);
		this.semaphores = DistributedSemaphore.create(servers.get(0), KEYS,
				new LiveSettings<>(SemaphoreSettings.defaults().withLease(LEASE).withPollBound(POLL)), this.background,
				new SemaphoreObserver() {
					@Override
					public void acquired(Permit permit, long waitedNanos) {
						heard.run();
					}
				});
		this.quorum = QuorumLock.create(servers, KEYS, settings, this.background, listener);
		this.redisson = RedissonLocks.create(redisson, KEYS, settings, this.background, listener);
	}

	private List<LockActivity> activities() {
		return List.of(this.locks.activity(), this.semaphores.activity(), this.quorum.activity(),
				this.redisson.activity());
	}

	public int waiting() {
		return this.activities().stream().mapToInt((activity) -> activity.waiting().size()).sum();
	}

	/** Fails unless nothing is held, waited for and renewed. */
	public void awaitIdle() {
		List<LeaseEngine> engines = new ArrayList<>();
		engines.add(((KeptLocks) this.locks).engine());
		engines.add(SemaphoreInside.engine(this.semaphores));
		engines.add(QuorumInside.engine(this.quorum));
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(activities()).allSatisfy((activity) -> {
				assertThat(activity.held()).as("held").isEmpty();
				assertThat(activity.waiting()).as("waiting").isEmpty();
			});
			assertThat(engines).allSatisfy((engine) -> {
				assertThat(engine.renewals().leases()).as("renewed").isEmpty();
				assertThat(engine.gates().size()).as("gates").isZero();
			});
			assertThat(QuorumInside.held(this.quorum)).as("votes").isZero();
		});
	}

	@Override
	public void close() {
		this.locks.close();
		this.semaphores.close();
		this.quorum.close();
		this.redisson.close();
		this.background.close();
	}

}
