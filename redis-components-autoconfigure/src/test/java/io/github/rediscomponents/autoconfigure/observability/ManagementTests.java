// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Set;
import java.util.UUID;

import javax.management.MBeanServer;
import javax.management.ObjectName;

import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoint as an MBean, and on a port of its own.
 */
class ManagementTests {

	private static final String QUEUE = "邮件, \"a\"*?";

	private static ConfigurableApplicationContext application() {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "spring.data.redis.url=" + SharedRedis.standalone().uri(),
					"redis-components.key-prefix=t" + UUID.randomUUID(), "redis-components.command-timeout=30s",
					"spring.autoconfigure.exclude=" + TestBoot.REDISSON.getName(),
					"redis-components.task-queue.queues[" + QUEUE + "].max-length=10", "spring.jmx.enabled=true",
					"spring.jmx.unique-names=true", "management.endpoints.jmx.exposure.include=redisComponents,health",
					"management.endpoint.redisComponents.access=unrestricted")
			.run();
	}

	private static Object ask(ObjectName name, String operation, Object... arguments) throws Exception {
		MBeanServer server = ManagementFactory.getPlatformMBeanServer();
		return server.invoke(name, operation, arguments, null);
	}

	@Test
	void twoApplicationsOfOneJvmAreAskedByMBeans() throws Exception {
		try (ConfigurableApplicationContext one = application(); ConfigurableApplicationContext other = application()) {
			one.getBean(TaskQueues.class).get(QUEUE, String.class).enqueue("waits");
			MBeanServer server = ManagementFactory.getPlatformMBeanServer();
			Set<ObjectName> names = server
				.queryNames(new ObjectName("org.springframework.boot:type=Endpoint,name=RedisComponents,*"), null);
			assertThat(names).hasSize(2);
			for (ObjectName name : names) {
				assertThat(ask(name, "overview").toString()).contains("lock", "task-queue");
				assertThat(ask(name, "room", "task-queue").toString()).contains(QUEUE);
				assertThat(ask(name, "find", "task-queue", new String[] { QUEUE }).toString()).contains("paused=false");
				assertThat(ask(name, "act", "task-queue", "pause", QUEUE, null, null).toString())
					.contains("status=200");
				assertThat(ask(name, "act", "task-queue", "fly", QUEUE, null, null).toString()).contains("status=404");
				assertThat(ask(name, "find", "task-queue", new String[] { QUEUE }).toString()).contains("paused=true");
				assertThat(ask(name, "release", "lock", "x", null)).hasToString("{released=false}");
				assertThat(ask(name, "room", "nothing")).isNull();
			}
		}
		assertThat(ManagementFactory.getPlatformMBeanServer()
			.queryNames(new ObjectName("org.springframework.boot:type=Endpoint,name=RedisComponents,*"), null))
			.isEmpty();
	}

	@Test
	void theEndpointIsServedOnAPortOfItsOwn() throws Exception {
		try (ConfigurableApplicationContext context = TestContexts.application(Application.class,
				"management.server.port=0", "management.endpoints.web.exposure.include=redisComponents,health",
				"management.endpoint.health.show-details=always",
				"redis-components.task-queue.queues.mail.max-length=10")) {
			String port = context.getEnvironment().getProperty("local.management.port");
			HttpResponse<String> response = HttpClient.newHttpClient()
				.send(HttpRequest
					.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/redisComponents/task-queue/mail"))
					.build(), HttpResponse.BodyHandlers.ofString());
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(response.body()).contains("\"depth\":0");
			response = HttpClient.newHttpClient()
				.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/health")).build(),
						HttpResponse.BodyHandlers.ofString());
			assertThat(response.body()).contains("redisComponents");
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
