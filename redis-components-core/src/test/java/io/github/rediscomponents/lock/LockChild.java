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
 * Another JVM that uses a lock: {@code hold <uri> <name> <lease ms>} keeps it until
 * killed, {@code count <uri> <name> <times>} raises an unguarded counter under it.
 */
final class LockChild {

	private LockChild() {
	}

	public static void main(String[] args) throws Exception {
		RedisPort redis = TestPorts.connected(TestPorts.open(args[1]));
		long number = Long.parseLong(args[3]);
		LockSettings settings = args[0].equals("hold") ? LockSettings.defaults().withLease(Duration.ofMillis(number))
				: LockSettings.defaults();
		NamedLock lock = DistributedLock
			.create(redis, new KeySpace("t"), new LiveSettings<>(settings), new Background())
			.name(args[2]);
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

	static void raise(RedisPort redis, String counter) {
		byte[] seen = redis.call((commands) -> commands.get(counter));
		long next = (seen != null) ? Long.parseLong(new String(seen, StandardCharsets.US_ASCII)) + 1 : 1;
		redis.call((commands) -> commands.set(counter, Long.toString(next).getBytes(StandardCharsets.US_ASCII)));
	}

}
