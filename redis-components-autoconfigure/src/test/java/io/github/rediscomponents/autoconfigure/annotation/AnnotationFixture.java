// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.lock.DistributedLock;

/**
 * Common parts of the tests of annotations.
 */
final class AnnotationFixture {

	static final Duration PATIENCE = Duration.ofMinutes(2);

	private AnnotationFixture() {
	}

	static ApplicationContextRunner runner() {
		return TestContexts.connected()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class))
			.withPropertyValues("redis-components.key-prefix=t" + UUID.randomUUID(),
					"redis-components.annotations.wait-time=1m", "redis-components.rate-limit.policies.code.limit=2",
					"redis-components.rate-limit.policies.code.period=1h",
					"redis-components.rate-limit.policies.rows.limit=10",
					"redis-components.rate-limit.policies.rows.period=1h",
					"redis-components.rate-limit.policies.often.limit=1",
					"redis-components.rate-limit.policies.often.period=2s",
					"redis-components.rate-limit.policies.everybody.limit=1",
					"redis-components.rate-limit.policies.everybody.period=1h");
	}

	static boolean isHeld(ApplicationContext context, String name) {
		return context.getBean(DistributedLock.class).get(name).info().held();
	}

	static <T> FutureTask<T> inBackground(Callable<T> call) {
		FutureTask<T> task = new FutureTask<>(call);
		Thread thread = new Thread(task, "other");
		thread.setDaemon(true);
		thread.start();
		return task;
	}

	static <T> T get(FutureTask<T> task) throws Exception {
		return task.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
	}

}
