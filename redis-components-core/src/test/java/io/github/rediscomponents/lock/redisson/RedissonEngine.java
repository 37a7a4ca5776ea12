// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.redisson;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockActivity;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.test.SharedRedis;

/**
 * Redisson's engine on one of the shared servers. Each process of a test gets one of a
 * few clients in turn; they live as long as the JVM. They do not ping, because tests of
 * other rooms count the commands of the same servers.
 */
public enum RedissonEngine {

	STANDALONE {
		@Override
		public RedissonClient open() {
			return RedissonEngine.open(SharedRedis.standalone().uri());
		}
	},

	CLUSTER {
		@Override
		public RedissonClient open() {
			Config config = config();
			config.useClusterServers()
				.addNodeAddress(SharedRedis.cluster().uris().toArray(String[]::new))
				.setTimeout(PATIENT_MILLIS)
				.setPingConnectionInterval(0)
				.setMasterConnectionMinimumIdleSize(1)
				.setMasterConnectionPoolSize(8)
				.setSubscriptionConnectionMinimumIdleSize(1);
			return Redisson.create(config);
		}
	};

	private static final int PROCESSES = 4;

	private static final int PATIENT_MILLIS = 30_000;

	private final List<RedissonClient> clients = new CopyOnWriteArrayList<>();

	private final AtomicInteger next = new AtomicInteger();

	public abstract RedissonClient open();

	private static Config config() {
		Config config = new Config();
		config.setNettyThreads(2);
		config.setThreads(2);
		return config;
	}

	/** A client of a single server. */
	public static RedissonClient open(String uri) {
		return open(uri, PATIENT_MILLIS);
	}

	public static RedissonClient open(String uri, int timeoutMillis) {
		Config config = config();
		config.useSingleServer()
			.setAddress(uri)
			.setTimeout(timeoutMillis)
			.setPingConnectionInterval(0)
			.setRetryAttempts(2)
			.setConnectionMinimumIdleSize(1)
			.setConnectionPoolSize(8)
			.setSubscriptionConnectionMinimumIdleSize(1);
		return Redisson.create(config);
	}

	RedissonClient client() {
		int number = this.next.getAndIncrement() % PROCESSES;
		synchronized (this.clients) {
			while (this.clients.size() <= number) {
				this.clients.add(open());
			}
		}
		return this.clients.get(number);
	}

	public DistributedLock create(LiveSettings<LockSettings> settings, Background background, LockObserver listener) {
		return create(this::client, settings, background, listener);
	}

	public static DistributedLock create(Supplier<RedissonClient> client, LiveSettings<LockSettings> settings,
			Background background, LockObserver listener) {
		return RedissonLocks.create(client.get(), new KeySpace("t"), settings, background, listener);
	}

	public static boolean idle(DistributedLock locks) {
		LockActivity activity = locks.activity();
		return activity.held().isEmpty() && activity.waiting().isEmpty();
	}

	public static String key(String name) {
		return new KeySpace("t").key("lock", name, "redisson");
	}

}
