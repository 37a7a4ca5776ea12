// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import org.junit.jupiter.api.AfterEach;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lease.RedisLease;
import io.github.rediscomponents.lock.kept.KeptLocks;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.lock.redisson.RedissonEngine;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the tests of locks have in common.
 */
public abstract class LockFixture {

	public static final Duration PATIENCE = Duration.ofMinutes(1);

	public static final LockSettings SETTINGS = LockSettings.defaults();

	public final Background background = new Background();

	private final List<DistributedLock> made = new ArrayList<>();

	public final String name = "order " + UUID.randomUUID();

	public final TestedLock tested;

	public LockFixture(TestedLock tested) {
		this.tested = tested;
	}

	protected CommandPort port() {
		return TestPorts.of(this.tested.topology());
	}

	protected RedisDeployment server() {
		return SharedRedis.of(this.tested.topology());
	}

	/** Locks of the engine that is tested. */
	private DistributedLock create(LiveSettings<LockSettings> settings, LockObserver observer) {
		return this.tested.isRedisson() ? this.tested.redisson().create(settings, this.background, observer)
				: LettuceLocks.create(port(), new KeySpace("t"), settings, this.background, observer);
	}

	/** The lock that is tested, as a process sees it. */
	NamedLock named(DistributedLock locks) {
		return switch (kind()) {
			case FAIR -> locks.fair(this.name);
			case WRITE -> locks.readWrite(this.name).write();
			default -> locks.get(this.name);
		};
	}

	LockKind kind() {
		return this.tested.kind();
	}

	/** The locks of another process, as far as Redis can tell. */
	protected DistributedLock process(LockSettings settings, LockObserver listener) {
		DistributedLock locks = create(new LiveSettings<>(settings), listener);
		this.made.add(locks);
		return locks;
	}

	public NamedLock lock(LockSettings settings) {
		return named(process(settings, LockObserver.NONE));
	}

	public NamedLock lock() {
		return lock(SETTINGS);
	}

	/**
	 * Acquires and releases the lock ten times by itself, and ten times through its view
	 * with two more acquisitions nested.
	 * @return how often Redis ran each command for it
	 */
	protected Map<String, Long> callsOfTwentyPairs() {
		NamedLock lock = lock();
		lock.tryAcquire().orElseThrow().close();
		Map<String, Long> before = server().commandCalls();
		for (int i = 0; i < 10; i++) {
			lock.tryAcquire().orElseThrow().close();
		}
		Lock view = lock.asLock();
		for (int i = 0; i < 10; i++) {
			view.lock();
			view.lock();
			assertThat(view.tryLock()).isTrue();
			view.unlock();
			view.unlock();
			view.unlock();
		}
		Map<String, Long> calls = server().commandCalls();
		before.forEach((command, count) -> calls.merge(command, -count, Long::sum));
		return calls;
	}

	/** Where Redis keeps the lock. */
	protected String key() {
		if (!this.tested.isRedisson()) {
			return new KeySpace("t").key("lock", this.name);
		}
		return RedissonEngine.key(this.name) + switch (kind()) {
			case FAIR -> ":fair";
			case WRITE -> ":rw";
			default -> "";
		};
	}

	private boolean idle(DistributedLock locks) {
		return this.tested.isRedisson() ? RedissonEngine.idle(locks) : ((KeptLocks) locks).engine().gates().size() == 0;
	}

	@AfterEach
	void leaveNothingBehind() {
		this.made.forEach(DistributedLock::close);
		this.made.forEach((locks) -> await().atMost(PATIENCE).until(() -> idle(locks)));
		this.background.close();
	}

	/** Makes the next renewal due, for which a test would have to wait otherwise. */
	public static void renewNow(Lease lease) {
		RedisLease held = (RedisLease) lease;
		if (held.startRelease()) {
			held.resume();
		}
	}

	public static <T> FutureTask<T> inBackground(Callable<T> call) {
		FutureTask<T> task = new FutureTask<>(call);
		Thread thread = new Thread(task, "contender");
		thread.setDaemon(true);
		thread.start();
		return task;
	}

	public static <T> T get(FutureTask<T> task) throws Exception {
		return task.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
	}

	protected void awaitWaiting(int clients) {
		await().atMost(PATIENCE).until(() -> lock().info().waiting() == clients);
	}

}
