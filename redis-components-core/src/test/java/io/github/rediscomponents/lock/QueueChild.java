package io.github.rediscomponents.lock;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;

/**
 * Another JVM that holds something with leases of 3 s until it is killed:
 * {@code fair|read|write|permits <uri> <name>}. Says "held" when it does.
 */
final class QueueChild {

	private QueueChild() {
	}

	public static void main(String[] args) throws Exception {
		RedisPort redis = TestPorts.connected(TestPorts.open(args[1]));
		Duration lease = Duration.ofSeconds(3);
		KeySpace keys = new KeySpace("t");
		Background background = new Background();
		DistributedLock locks = DistributedLock.create(redis, keys,
				new LiveSettings<>(LockSettings.defaults().withLease(lease)), background);
		DistributedSemaphore semaphores = DistributedSemaphore.create(redis, keys,
				new LiveSettings<>(SemaphoreSettings.defaults().withLease(lease)), background);
		switch (args[0]) {
			case "fair" -> locks.fair(args[2]).acquire();
			case "read" -> locks.readWrite(args[2]).read().acquire();
			case "write" -> locks.readWrite(args[2]).write().acquire();
			default ->
				semaphores.name(args[2], SemaphoreOptions.of(5)).tryAcquire(4, Duration.ofMinutes(1)).orElseThrow();
		}
		System.out.write("held\n".getBytes(StandardCharsets.UTF_8));
		System.out.flush();
		new CountDownLatch(1).await();
	}

}
