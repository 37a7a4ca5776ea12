// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.follow;

import java.time.Duration;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import org.springframework.context.ApplicationContext;

import static org.awaitility.Awaitility.await;

/**
 * Lets tests of other packages see what Redis knows of follows.
 */
public final class GraphAccess {

	private GraphAccess() {
	}

	/** Waits until Redis has all follows and posts. */
	public static void awaitComplete(ApplicationContext context) {
		await().atMost(Duration.ofSeconds(60)).until(() -> context.getBean(GraphState.class).isComplete());
	}

	/** Lets Redis count as incomplete until the lease is closed. */
	public static Lease incomplete(ApplicationContext context) {
		awaitComplete(context);
		Lease lease;
		try {
			lease = context.getBean(DistributedLock.class).get("social-upkeep").acquire();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
		context.getBean(GraphState.class).forget();
		return lease;
	}

}
