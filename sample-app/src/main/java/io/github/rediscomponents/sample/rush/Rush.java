// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.sample.ops.Instances;
import io.github.rediscomponents.sample.ops.Viewers;
import io.github.rediscomponents.sample.order.SaleLedger;
import io.github.rediscomponents.sample.upkeep.SoleTask;
import io.github.rediscomponents.sample.user.LoginTokens;
import io.github.rediscomponents.sample.voucher.LiveStock;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.session.TokenSessions;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.thread.Threading;
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
class Rush implements DisposableBean {

	private static final List<Integer> SIZES = List.of(200, 1000, 5000);

	private static final String NAME = "rush-";

	private final SoleTask task = new SoleTask("rush");

	private final AtomicReference<@Nullable Lease> held = new AtomicReference<>();

	private final DistributedLock locks;

	private final Viewers viewers;

	private final RushTools tools;

	private volatile @Nullable RushRun last;

	Rush(DistributedLock locks, Viewers viewers, Instances instances, RushStore store, SaleLedger ledger,
			LiveStock stock, LoginTokens logins, TokenSessions sessions, Environment environment) {
		this.locks = locks;
		this.viewers = viewers;
		this.tools = new RushTools(store, ledger, stock, logins, sessions, instances, threads(environment),
				this::keepLock);
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
	synchronized void begin(int buyers) {
		if (!SIZES.contains(buyers)) {
			throw new Refused("rush.size");
		}
		RushRun running = this.last;
		if (running != null && running.isRunning()) {
			throw busy();
		}
		this.viewers.looked();
		Lease lease = this.locks.get("rush").tryAcquire().orElseThrow(Rush::busy);
		this.held.set(lease);
		RushRun run = new RushRun(this.tools, buyers);
		this.last = run;
		this.task.begin(() -> {
			try {
				run.run();
			}
			finally {
				release();
			}
		});
	}

	private static Refused busy() {
		return new Refused("rush.busy");
	}

	private void release() {
		Lease lease = this.held.getAndSet(null);
		if (lease != null) {
			lease.close();
		}
	}

	private void keepLock() {
		// A rush lasts longer than a look.
		this.viewers.looked();
		Lease lease = this.held.get();
		if (lease != null && !lease.isValid()) {
			this.locks.get("rush").tryAcquire().ifPresent((again) -> {
				if (!this.held.compareAndSet(lease, again)) {
					again.close();
				}
			});
		}
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

	@Override
	public void destroy() {
		this.task.interrupt();
	}

}
