// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.sample.ops.Instances;
import io.github.rediscomponents.sample.ops.Viewers;
import io.github.rediscomponents.sample.order.SaleLedger;
import io.github.rediscomponents.sample.upkeep.SoleTask;
import io.github.rediscomponents.sample.user.LoginTokens;
import io.github.rediscomponents.sample.voucher.LiveStock;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.session.TokenSessions;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.thread.Threading;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Service;

/**
 * Makes rushes, one at a time over all instances: the lock {@code rush}. If Redis loses
 * the lock, it is acquired again.
 */
@Service
@DemoOnly
class Rush {

	private static final List<Integer> SIZES = List.of(200, 1000, 5000);

	private static final String NAME = "rush-";

	/** Of all that becomes true soon after the last answer. */
	private static final Duration SOON = Duration.ofSeconds(30);

	private static final Duration MOST = Duration.ofMinutes(2);

	private final SoleTask task = new SoleTask("rush");

	private final Lock beginning = new ReentrantLock();

	private final DistributedLock locks;

	private final Viewers viewers;

	private final RushTools tools;

	private volatile @Nullable RushRun last;

	Rush(DistributedLock locks, Viewers viewers, Instances instances, RushStore store, SaleLedger ledger,
			LiveStock stock, LoginTokens logins, TokenSessions sessions, Environment environment) {
		this.locks = locks;
		this.viewers = viewers;
		this.tools = new RushTools(store, ledger, stock, logins, sessions, instances, threads(environment),
				new Patience(environment.getProperty("city-guide.demo.rush-patience", Duration.class, SOON), MOST));
	}

	private static ThreadFactory threads(Environment environment) {
		if (Threading.VIRTUAL.isActive(environment)) {
			return new VirtualThreadTaskExecutor(NAME).getVirtualThreadFactory();
		}
		CustomizableThreadFactory platform = new CustomizableThreadFactory(NAME);
		platform.setDaemon(true);
		return platform;
	}

	/**
	 * Begins a rush.
	 * @param buyers how many, one of 200, 1000 and 5000
	 * @throws Refused if there is one already, at this or another instance
	 */
	void begin(int buyers) {
		if (!SIZES.contains(buyers)) {
			throw new Refused("rush.size");
		}
		// Whoever presses the button twice does not wait for Redis twice.
		if (!this.beginning.tryLock()) {
			throw busy();
		}
		try {
			if (isRunning()) {
				throw busy();
			}
			this.viewers.looked();
			begin(new RushRun(this.tools, buyers),
					RushLock.tryAcquire(this.locks.get("rush"), this.viewers::looked).orElseThrow(Rush::busy));
		}
		finally {
			this.beginning.unlock();
		}
	}

	private void begin(RushRun run, RushLock lock) {
		boolean begun = false;
		try {
			begun = this.task.begin(() -> run(run, lock), run::over);
		}
		finally {
			if (!begun) {
				lock.close();
			}
		}
		if (!begun) {
			throw busy();
		}
		this.last = run;
	}

	private static void run(RushRun run, RushLock lock) {
		boolean interrupted = false;
		try {
			run.run();
		}
		catch (InterruptedException ex) {
			interrupted = true;
		}
		finally {
			lock.close();
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private static Refused busy() {
		return new Refused("rush.busy");
	}

	/** Returns the last rush of this instance, null if there was none. */
	@Nullable Rushed seen(int first) {
		RushRun run = this.last;
		return (run != null) ? run.seen(first) : null;
	}

	/** Returns whether there is a rush at this instance. */
	boolean isRunning() {
		RushRun run = this.last;
		return run != null && run.isRunning();
	}

	/** Runs while Redis can still be reached. */
	@EventListener(ContextClosedEvent.class)
	void end() {
		this.task.interrupt();
	}

}
