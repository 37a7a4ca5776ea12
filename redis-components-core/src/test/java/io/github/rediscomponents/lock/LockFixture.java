package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;

import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.test.RedisDeployment;

import static org.awaitility.Awaitility.await;

/**
 * What the tests of locks have in common.
 */
abstract class LockFixture {

	static final Duration PATIENCE = Duration.ofSeconds(20);

	static final LockSettings SETTINGS = LockSettings.defaults();

	final Background background = new Background();

	private final List<DistributedLock> made = new ArrayList<>();

	final String name = "order " + UUID.randomUUID();

	protected abstract RedisPort port();

	protected abstract RedisDeployment server();

	/** Locks of the engine that is tested. */
	DistributedLock create(LiveSettings<LockSettings> settings, LockListener listener) {
		return DistributedLock.create(port(), new KeySpace("t"), settings, this.background, listener);
	}

	/** Whether some locks neither hold nor wait for anything. */
	boolean idle(DistributedLock locks) {
		return ((RedisDistributedLock) locks).engine().gates().size() == 0;
	}

	/** The lock that is tested, as a process sees it. */
	NamedLock named(DistributedLock locks) {
		return locks.name(this.name);
	}

	LockKind kind() {
		return LockKind.PLAIN;
	}

	/** The locks of another process, as far as Redis can tell. */
	DistributedLock process(LockSettings settings, LockListener listener) {
		DistributedLock locks = create(new LiveSettings<>(settings), listener);
		this.made.add(locks);
		return locks;
	}

	NamedLock lock(LockSettings settings) {
		return named(process(settings, LockListener.NONE));
	}

	NamedLock lock() {
		return lock(SETTINGS);
	}

	/** Where Redis keeps the lock. */
	String key() {
		return new KeySpace("t").key("lock", this.name);
	}

	@AfterEach
	void leaveNothingBehind() {
		this.made.forEach(DistributedLock::close);
		this.made.forEach((locks) -> await().atMost(PATIENCE).until(() -> idle(locks)));
		this.background.close();
	}

	static <T> FutureTask<T> inBackground(Callable<T> call) {
		FutureTask<T> task = new FutureTask<>(call);
		Thread thread = new Thread(task, "contender");
		thread.setDaemon(true);
		thread.start();
		return task;
	}

	static <T> T get(FutureTask<T> task) throws Exception {
		return task.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
	}

	void awaitWaiting(int clients) {
		await().atMost(PATIENCE).until(() -> lock().info().waiting() == clients);
	}

}
