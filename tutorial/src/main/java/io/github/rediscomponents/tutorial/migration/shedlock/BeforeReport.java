// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.shedlock;

import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;

import org.springframework.scheduling.annotation.Scheduled;

/**
 * A report a night, by ShedLock.
 */
public class BeforeReport {

	private final Runnable work;

	public BeforeReport(Runnable work) {
		this.work = work;
	}

	@Scheduled(cron = "0 0 2 * * *")
	@SchedulerLock(name = "nightly-report", lockAtMostFor = "10m", lockAtLeastFor = "10m")
	public void report() {
		this.work.run();
	}

}
