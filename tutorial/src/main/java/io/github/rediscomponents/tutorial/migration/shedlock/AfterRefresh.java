// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.shedlock;

import org.springframework.scheduling.annotation.Scheduled;

import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.lock.OnTimeout;

/**
 * A job without a shortest time: renewed while it runs, released when it ends.
 */
public class AfterRefresh {

	private final Runnable work;

	public AfterRefresh(Runnable work) {
		this.work = work;
	}

	@Scheduled(fixedDelay = 60_000)
	@Locked(name = "refresh-index", waitTime = "0s", onTimeout = OnTimeout.SKIP)
	public void refresh() {
		this.work.run();
	}

}
