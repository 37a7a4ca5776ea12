// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisSentinel;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Servers under Sentinel for one test, and work that goes on while their master is lost.
 */
public abstract class SentinelFixture {

	/** After which everything works again, from the moment that there is a new master. */
	protected static final Duration BOUND = Duration.ofSeconds(45);

	/** While there is no master, because it is the sign that one hangs. */
	private static final Duration HURRIED = Duration.ofSeconds(1);

	/** Longer than a machine stalls. */
	private static final Duration TIMEOUT = Duration.ofSeconds(15);

	private static final long REST_NANOS = Duration.ofMillis(1).toNanos();

	protected final RedisSentinel redis = RedisSentinel.start();

	protected final Background background = new Background();

	private final List<CommandPort> ports = new ArrayList<>();

	private final List<Worker> workers = new ArrayList<>();

	private volatile boolean hurried;

	/** How a master is lost. */
	public enum Loss {

		/** {@code kill -9}: connections break. */
		CRASH,

		/** SIGSTOP: connections stay, nothing is answered. */
		HANG

	}

	/**
	 * What another process would connect with, which has connected. Its calls have little
	 * time only from the loss of a master until {@link #calm()}.
	 */
	protected CommandPort process() {
		CommandPort port = InterceptedPort.withTimeout(TestPorts.open(this.redis, TIMEOUT),
				() -> this.hurried ? HURRIED : TIMEOUT);
		await().atMost(BOUND).ignoreExceptions().until(() -> port.call((commands) -> commands.exists("none")) == 0);
		this.ports.add(port);
		return port;
	}

	/**
	 * Does something again and again on a thread of its own.
	 * @param work says whether it got on; may fail with {@link RedisUnavailableException}
	 */
	protected void goOn(Callable<Boolean> work) {
		Worker worker = new Worker(work);
		this.workers.add(worker);
		worker.start();
	}

	/**
	 * Returns when every worker has got on.
	 */
	protected void awaitProgress() {
		for (Worker worker : this.workers) {
			long before = worker.steps.get();
			// The step under way may have begun before.
			await().atMost(BOUND).until(() -> worker.failure != null || worker.steps.get() > before + 1);
		}
		assertThat(this.workers).allSatisfy((worker) -> assertThat(worker.failure).isNull());
	}

	/**
	 * Loses the master while the workers go on, until they get on with the new one; then
	 * brings the old one back.
	 */
	protected void failOver(Loss loss) {
		awaitProgress();
		lose(loss);
		awaitProgress();
		calm();
		this.redis.repair();
		awaitProgress();
	}

	/**
	 * Loses the master, and returns when there is another one.
	 */
	protected RedisServer lose(Loss loss) {
		RedisServer old = this.redis.currentMaster();
		this.hurried = true;
		if (loss == Loss.CRASH) {
			old.kill();
		}
		else {
			old.pause();
		}
		return this.redis.awaitFailover(old);
	}

	/**
	 * Gives calls all the time again, when everybody has found the new master.
	 */
	protected void calm() {
		this.hurried = false;
	}

	/**
	 * Returns when the replicas have everything that the master has now.
	 */
	protected void awaitReplicated() {
		long offset = Long.parseLong(role(this.redis.currentMaster(), 1));
		await().until(() -> this.redis.nodes()
			.stream()
			.filter((node) -> node != this.redis.currentMaster())
			.allMatch((replica) -> Long.parseLong(role(replica, 4)) >= offset));
	}

	private static String role(RedisServer server, int part) {
		return String.valueOf(((List<?>) server.command("ROLE")).get(part));
	}

	/**
	 * Ends the work.
	 */
	protected void finish() throws InterruptedException {
		for (Worker worker : this.workers) {
			worker.over = true;
		}
		for (Worker worker : this.workers) {
			worker.join(BOUND.toMillis());
		}
		assertThat(this.workers).allSatisfy((worker) -> {
			assertThat(worker.isAlive()).isFalse();
			assertThat(worker.failure).isNull();
		});
		this.workers.clear();
	}

	@AfterEach
	void close() {
		this.workers.forEach((worker) -> worker.over = true);
		this.ports.forEach(CommandPort::close);
		this.background.close();
		this.redis.close();
	}

	/**
	 * Works until it is told to end.
	 */
	private static final class Worker extends Thread {

		private final Callable<Boolean> work;

		final AtomicLong steps = new AtomicLong();

		volatile boolean over;

		volatile @Nullable Throwable failure;

		Worker(Callable<Boolean> work) {
			super("worker");
			setDaemon(true);
			this.work = work;
		}

		@Override
		public void run() {
			while (!this.over) {
				try {
					if (this.work.call()) {
						this.steps.incrementAndGet();
					}
				}
				catch (RedisUnavailableException ex) {
					// As may be while there is no master.
					LockSupport.parkNanos(REST_NANOS);
				}
				catch (Throwable ex) {
					this.failure = ex;
					return;
				}
				LockSupport.parkNanos(REST_NANOS);
			}
		}

	}

}
