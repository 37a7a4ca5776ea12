// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.shedlock;

import java.time.Duration;

import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;

import org.springframework.scheduling.annotation.Scheduled;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockOptions;

/**
 * The report under both locks, for the release between the two.
 */
public class BothReport {

	private final DistributedLock locks;

	private final Runnable work;

	public BothReport(DistributedLock locks, Runnable work) {
		this.locks = locks;
		this.work = work;
	}

	@Scheduled(cron = "0 0 2 * * *")
	@SchedulerLock(name = "nightly-report", lockAtMostFor = "10m", lockAtLeastFor = "10m")
	public void report() throws InterruptedException {
		LockOptions once = LockOptions.noWait().withLease(Duration.ofMinutes(10));
		this.locks.get("nightly-report").tryAcquire(once).ifPresent((lease) -> this.work.run());
	}

}
