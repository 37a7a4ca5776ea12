// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A server whose user can lose rights, and the details of the health of an application on
 * it.
 */
abstract class DegradedHealthFixture {

	static final Duration PATIENCE = Duration.ofMinutes(1);

	RedisServer server;

	private Instant begin;

	@BeforeEach
	void start() {
		this.server = RedisServer.start();
		user("+@all");
		this.begin = Instant.now();
	}

	@AfterEach
	void stop() {
		this.server.close();
	}

	final ApplicationContextRunner application(String... properties) {
		return TestContexts.runner()
			.withPropertyValues("spring.data.redis.url=redis://app:pw@" + this.server.host() + ":" + this.server.port(),
					"redis-components.task-queue.queues.mail.max-length=100", "redis-components.command-timeout=30s",
					"redis-components.cache.defaults.command-timeout=30s")
			.withPropertyValues(properties);
	}

	final void user(String... rules) {
		String[] command = { "ACL", "SETUSER", "app", "on", ">pw", "~*", "&*" };
		String[] all = Arrays.copyOf(command, command.length + rules.length);
		System.arraycopy(rules, 0, all, command.length, rules.length);
		this.server.command(all);
	}

	/** Waits for one entry of a component, which is complete, and looks at the status. */
	final Map<String, Object> awaitDegraded(AssertableApplicationContext context, String component) {
		Map<String, Object> entry = await().atMost(PATIENCE)
			.until(() -> degraded(context).stream().filter((one) -> one.get("component").equals(component)).findFirst(),
					Optional::isPresent)
			.orElseThrow();
		assertThat(Instant.parse(entry.get("since").toString())).isBetween(this.begin, Instant.now());
		assertThat(entry.get("what").toString()).isNotEmpty();
		assertThat(entry.get("do").toString()).isNotEmpty();
		assertThat(entry.get("reason").toString()).isNotEmpty();
		assertThat(TestBoot.healthStatus(context)).isEqualTo("UP");
		return entry;
	}

	static void awaitWell(ApplicationContext context) {
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(degraded(context)).isEmpty());
		assertThat(TestBoot.healthDetails(context)).doesNotContainKey("degraded");
	}

	@SuppressWarnings("unchecked")
	static List<Map<String, Object>> degraded(ApplicationContext context) {
		return (List<Map<String, Object>>) TestBoot.healthDetails(context).getOrDefault("degraded", List.of());
	}

}
