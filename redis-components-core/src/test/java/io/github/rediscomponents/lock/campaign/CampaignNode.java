// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lease.LeaseEngine;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockActivity;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.kept.KeptLocks;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.SemaphoreInside;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.semaphore.SemaphoreSettings;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * One process, as far as Redis can tell, with the contenders in it.
 */
final class CampaignNode implements AutoCloseable {

	static final Duration SHORT = Duration.ofMillis(700);

	private static final Duration POLL = Duration.ofMillis(100);

	static final Duration PATIENCE = Duration.ofSeconds(30);

	private final Background background = new Background();

	private final CommandPort port;

	private final DistributedLock locks;

	private final DistributedSemaphore semaphores;

	private final List<CampaignContender> contenders = new ArrayList<>();

	CampaignNode(String uri, Duration lease, Duration timeout) {
		this.port = TestPorts.open(uri, timeout);
		KeySpace keys = new KeySpace("campaign");
		this.locks = LettuceLocks.create(this.port, keys,
				new LiveSettings<>(LockSettings.defaults().withLease(lease).withPollBound(POLL)), this.background);
		this.semaphores = DistributedSemaphore.create(this.port, keys,
				new LiveSettings<>(SemaphoreSettings.defaults().withLease(lease).withPollBound(POLL)), this.background);
	}

	NamedLock lock(CampaignTarget target, LockKind kind) {
		return switch (kind) {
			case PLAIN -> this.locks.get(target.key());
			case FAIR -> this.locks.fair(target.key());
			case READ -> this.locks.readWrite(target.key()).read();
			case WRITE -> this.locks.readWrite(target.key()).write();
			case QUORUM, PERMIT -> throw new IllegalArgumentException("Not a lock of this server: " + target);
		};
	}

	CampaignAccess access(CampaignTarget target, LockKind kind, int weight, LockOptions terms) {
		if (kind != LockKind.PERMIT) {
			return new CampaignAccess.Lock(lock(target, kind), terms);
		}
		SemaphoreOptions size = SemaphoreOptions.of(target.capacity());
		boolean fair = target == CampaignTarget.FAIR_SEMAPHORE;
		return new CampaignAccess.Permits(this.semaphores.get(target.key(), fair ? size.asFair() : size), weight);
	}

	/**
	 * Starts contenders, each of which writes a file.
	 */
	void contend(int threads, Path folder, String name, SplittableRandom random, int leases) {
		for (int i = 0; i < threads; i++) {
			String contender = name + '.' + i;
			LeaseLog log = LeaseLog.create(folder.resolve(contender + LeaseLog.SUFFIX), leases);
			this.contenders.add(new CampaignContender(contender, this, log, random.split()));
		}
		this.contenders.forEach(CampaignContender::start);
	}

	/** Fails if a contender has failed. */
	void check() {
		this.contenders.forEach(CampaignContender::check);
	}

	/** Has the contenders stop when they have released what they hold. */
	void stop() {
		this.contenders.forEach(CampaignContender::stop);
	}

	/**
	 * Waits until all have stopped, and makes sure that nothing is left of them.
	 */
	void finish() throws InterruptedException {
		stop();
		long deadline = System.nanoTime() + PATIENCE.toNanos();
		for (CampaignContender contender : this.contenders) {
			contender.finish(deadline, this::toString);
		}
		for (LeaseEngine engine : engines()) {
			await().atMost(PATIENCE).untilAsserted(() -> {
				assertThat(engine.activity()).isEqualTo(new LockActivity(List.of(), List.of()));
				assertThat(engine.gates().size()).as("gates").isZero();
				assertThat(engine.renewals().leases()).as("leases that are renewed").isEmpty();
			});
		}
	}

	private List<LeaseEngine> engines() {
		return List.of(((KeptLocks) this.locks).engine(), SemaphoreInside.engine(this.semaphores));
	}

	@Override
	public void close() {
		stop();
		this.locks.close();
		this.semaphores.close();
		this.port.close();
		this.background.close();
	}

	@Override
	public String toString() {
		return "locks " + this.locks.activity() + ", semaphores " + this.semaphores.activity();
	}

}
