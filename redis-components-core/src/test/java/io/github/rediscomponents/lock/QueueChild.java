// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.semaphore.SemaphoreSettings;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Another JVM that holds something with leases of 3 s until it is killed:
 * {@code fair|read|write|permits <uri> <name> [<seconds of the lease>]}. Says what its
 * clock shows, and "held", when it does.
 */
final class QueueChild {

	private QueueChild() {
	}

	public static void main(String[] args) throws Exception {
		CommandPort redis = TestPorts.connected(TestPorts.open(args[1]));
		Duration lease = Duration.ofSeconds((args.length > 3) ? Long.parseLong(args[3]) : 3);
		KeySpace keys = new KeySpace("t");
		Background background = new Background();
		DistributedLock locks = LettuceLocks.create(redis, keys,
				new LiveSettings<>(LockSettings.defaults().withLease(lease)), background);
		DistributedSemaphore semaphores = DistributedSemaphore.create(redis, keys,
				new LiveSettings<>(SemaphoreSettings.defaults().withLease(lease)), background);
		switch (args[0]) {
			case "fair" -> locks.fair(args[2]).acquire();
			case "read" -> locks.readWrite(args[2]).read().acquire();
			case "write" -> locks.readWrite(args[2]).write().acquire();
			default -> {
				Permit permit = semaphores.get(args[2], SemaphoreOptions.of(5))
					.tryAcquire(4, Duration.ofMinutes(1))
					.orElseThrow();
				permit.lost().thenAccept((reason) -> say("lost " + reason + ' ' + permit.release()));
			}
		}
		say("clock " + System.currentTimeMillis());
		say("held");
		new CountDownLatch(1).await();
	}

	private static void say(String line) {
		System.out.writeBytes((line + '\n').getBytes(StandardCharsets.UTF_8));
		System.out.flush();
	}

}
