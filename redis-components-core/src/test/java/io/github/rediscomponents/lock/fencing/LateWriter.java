// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Map;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Another JVM that acquires a lock, finds it valid, and writes when it is told to:
 * {@code <uri> <database> <name> <lease ms>}.
 */
final class LateWriter {

	private LateWriter() {
	}

	public static void main(String[] args) throws Exception {
		CommandPort redis = TestPorts.connected(TestPorts.open(args[0]));
		LockSettings settings = LockSettings.defaults().withLease(Duration.ofMillis(Long.parseLong(args[3])));
		Lease lease = LettuceLocks.create(redis, new KeySpace("t"), new LiveSettings<>(settings), new Background())
			.get(args[2])
			.acquire();
		FencedValues<String> values = values(redis);
		try (Connection database = DriverManager.getConnection(args[1])) {
			lease.checkValid();
			System.out.println("checked");
			// The pause happens here, where no check can help.
			System.in.read();
			System.out.println("redis " + values.set(args[2], "late", lease.token()));
			System.out.println("row "
					+ FencedTable.of("shop", "id", "fence").update(database, 1, lease.token(), Map.of("stock", -1)));
			database.setAutoCommit(false);
			try {
				SqlFence.table("fence").enter(database, lease);
				System.out.println("guard WRITTEN");
			}
			catch (StaleTokenException ex) {
				System.out.println("guard REFUSED");
			}
		}
		System.exit(0);
	}

	static FencedValues<String> values(CommandPort redis) {
		return FencedValues.create(redis, new KeySpace("t"), ValueCodecs.json().codec(String.class),
				Duration.ofHours(1), Duration.ofDays(1));
	}

}
