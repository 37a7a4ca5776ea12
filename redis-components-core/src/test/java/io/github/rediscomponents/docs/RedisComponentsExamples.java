// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.Duration;
import java.util.Map;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.github.rediscomponents.ComponentType;
import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.task.TaskQueue;

/**
 * The code of {@code docs/api.md}.
 */
public class RedisComponentsExamples {

	private final RedisConnectionFactory connectionFactory;

	public RedisComponentsExamples(RedisConnectionFactory connectionFactory) {
		this.connectionFactory = connectionFactory;
	}

	public long start() throws InterruptedException {
		try (RedisComponents components = RedisComponents.on(this.connectionFactory)
			.keyPrefix("shop")
			.settings(ComponentType.LOCK, LockSettings.defaults().withLease(Duration.ofSeconds(10)))
			.settings(ComponentType.TASK_QUEUE, Map.of("email", WorkQueueSettings.defaults().withMaxDeliveries(3)))
			.build()) {
			try (Lease lease = components.locks().get("order:1").acquire()) {
				ship(1, lease.token());
			}
			TaskQueue<String> email = components.taskQueues().get("email", String.class);
			email.enqueue("order 1 has left");
			return components.ids().nextId();
		}
	}

	void ship(long order, long token) {
	}

}
