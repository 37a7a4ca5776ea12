// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Another JVM that uses a lock: {@code hold <uri> <name> <lease ms>} keeps it until
 * killed, {@code count <uri> <name> <times>} raises an unguarded counter under it.
 */
final class LockChild {

	private LockChild() {
	}

	public static void main(String[] args) throws Exception {
		CommandPort redis = TestPorts.connected(TestPorts.open(args[1]));
		long number = Long.parseLong(args[3]);
		LockSettings settings = args[0].equals("hold") ? LockSettings.defaults().withLease(Duration.ofMillis(number))
				: LockSettings.defaults();
		NamedLock lock = LettuceLocks.create(redis, new KeySpace("t"), new LiveSettings<>(settings), new Background())
			.get(args[2]);
		if (args[0].equals("hold")) {
			lock.acquire();
			System.out.println("held");
			new CountDownLatch(1).await();
		}
		System.out.println("ready");
		System.in.read();
		for (int i = 0; i < number; i++) {
			try (Lease lease = lock.acquire()) {
				raise(redis, args[2]);
				lease.checkValid();
			}
		}
		System.out.println("done");
		System.exit(0);
	}

	static void raise(CommandPort redis, String counter) {
		byte[] seen = redis.call((commands) -> commands.get(counter));
		long next = (seen != null) ? Long.parseLong(new String(seen, StandardCharsets.US_ASCII)) + 1 : 1;
		redis.call((commands) -> commands.set(counter, Long.toString(next).getBytes(StandardCharsets.US_ASCII)));
	}

}
