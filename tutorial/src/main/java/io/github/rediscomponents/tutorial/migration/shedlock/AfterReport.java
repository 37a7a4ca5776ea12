// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.shedlock;

import java.time.Duration;

import org.springframework.scheduling.annotation.Scheduled;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockOptions;

/**
 * The same with a {@link DistributedLock}.
 */
public class AfterReport {

	private final DistributedLock locks;

	private final Runnable work;

	public AfterReport(DistributedLock locks, Runnable work) {
		this.locks = locks;
		this.work = work;
	}

	@Scheduled(cron = "0 0 2 * * *")
	public void report() throws InterruptedException {
		LockOptions once = LockOptions.noWait().withLease(Duration.ofMinutes(10));
		this.locks.get("nightly-report").tryAcquire(once).ifPresent((lease) -> this.work.run());
	}

}
