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

import static org.assertj.core.api.Assertions.assertThat;
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

	/** The locks of another process, as far as Redis can tell. */
	DistributedLock process(LockSettings settings, LockListener listener) {
		DistributedLock locks = DistributedLock.create(port(), new KeySpace("t"), new LiveSettings<>(settings),
				this.background, listener);
		this.made.add(locks);
		return locks;
	}

	NamedLock lock(LockSettings settings) {
		return process(settings, LockListener.NONE).name(this.name);
	}

	NamedLock lock() {
		return lock(SETTINGS);
	}

	String key() {
		return new KeySpace("t").key("lock", this.name);
	}

	@AfterEach
	void leaveNothingBehind() {
		this.made.forEach(DistributedLock::close);
		this.made.forEach((locks) -> await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(((RedisDistributedLock) locks).gates().size()).isZero()));
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
