// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.TestActuator;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The answers of the endpoint that the page on observability shows, in both languages,
 * are those of an application.
 */
class EndpointPageTests {

	private static final List<Path> PAGES = List.of(Path.of("../docs/observability.md"),
			Path.of("../docs/zh/observability.md"));

	private static final Pattern JSON = Pattern.compile("^```json\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

	private static ConfigurableApplicationContext shop;

	@BeforeAll
	static void start() {
		shop = TestContexts.application(Application.class, "management.endpoints.web.exposure.include=redisComponents",
				"management.endpoint.redis-components.access=unrestricted",
				"redis-components.task-queue.queues.email.max-deliveries=1",
				"redis-components.stream-queue.queues.orders.group=shop",
				"redis-components.stream-queue.queues.orders.retention=all-groups");
	}

	@AfterAll
	static void stop() {
		shop.close();
	}

	@Test
	void theOverviewOfLocksIsThatOfThePage() throws Exception {
		try (Lease lease = shop.getBean(DistributedLock.class).get("order:42").acquire()) {
			JsonNode present = new TestActuator(shop).get("").get("lock");
			assertThat(present.get("held").get(0).get("id").asText()).isEqualTo(lease.id());
			for (Path page : PAGES) {
				JsonNode shown = new JsonMapper().readTree(json(page)).get("lock");
				assertSame("lock", shown, present);
			}
		}
	}

	@Test
	void anUnknownQueueIsRefusedAsThePageSays() throws Exception {
		HttpResponse<String> refused = new TestActuator(shop).send("/task-queue/redrive", "{\"name\":\"emial\"}");
		assertThat(refused.statusCode()).isEqualTo(404);
		assertShown(refused.body());
	}

	@Test
	void actionsAnswerAsThePageSays() throws Exception {
		TaskQueue<String> mails = shop.getBean(TaskQueues.class).get("email", String.class);
		String email = "{\"name\":\"email\"}";
		bury(mails, 3);
		assertShown(new TestActuator(shop).send("/task-queue/redrive", email).body());
		bury(mails, 0);
		assertThat(mails.deadLetters().size()).isEqualTo(3);
		assertShown(new TestActuator(shop).send("/task-queue/purge-dead-letters", email).body());
		for (int i = 0; i < 3; i++) {
			mails.enqueue("mail " + i);
		}
		assertShown(new TestActuator(shop).send("/task-queue/purge", email).body());
		StreamQueue<String> orders = shop.getBean(StreamQueues.class).get("orders", String.class);
		orders.subscribe((delivery) -> {
		}, SubscribeOptions.DEFAULTS.withGroup("statistics")).close();
		await().atMost(Duration.ofMinutes(1))
			.until(() -> orders.groups().stream().anyMatch((group) -> group.name().equals("statistics")));
		assertShown(
				new TestActuator(shop).send("/stream-queue/remove-group", "{\"name\":\"orders\",\"id\":\"statistics\"}")
					.body());
		try (Lease lease = shop.getBean(DistributedLock.class).get("order:43").acquire()) {
			assertThat(lease.isValid()).isTrue();
			assertShown(new TestActuator(shop).send("/lock", "{\"name\":\"order:43\"}").body());
		}
	}

	/** Adds mails, and fails with all that there are. */
	private static void bury(TaskQueue<String> mails, int added) throws InterruptedException {
		for (int i = 0; i < added; i++) {
			mails.enqueue("mail " + i);
		}
		for (int i = 0; i < 3; i++) {
			TaskLease<String> failing = mails.poll(Duration.ofMinutes(1)).orElseThrow();
			failing.reject("no such address");
		}
	}

	private static void assertShown(String answer) throws IOException {
		for (Path page : PAGES) {
			assertThat(Files.readString(page)).contains("`" + answer + "`");
		}
	}

	/**
	 * Has the same fields in the same order, and values that differ only by the moment.
	 */
	private static void assertSame(String path, JsonNode shown, JsonNode present) {
		assertThat(present.getNodeType()).as(path).isEqualTo(shown.getNodeType());
		if (shown.isObject()) {
			assertThat(names(present)).as(path).isEqualTo(names(shown));
			names(shown).forEach((name) -> assertSame(path + "." + name, shown.get(name), present.get(name)));
		}
		else if (shown.isArray()) {
			assertThat(present.size()).as(path).isEqualTo(shown.size());
			for (int i = 0; i < shown.size(); i++) {
				assertSame(path + "[" + i + "]", shown.get(i), present.get(i));
			}
		}
		else if (path.endsWith(".token")) {
			// Microseconds of the clock of Redis.
			assertThat(present.asText()).as(path).hasSameSizeAs(shown.asText());
		}
		else if (path.endsWith(".age") || path.endsWith(".remaining")) {
			assertThat(Duration.parse(present.asText())).isBetween(Duration.ZERO, Duration.parse("PT30S"));
			assertThat(Duration.parse(shown.asText())).isBetween(Duration.ZERO, Duration.parse("PT30S"));
		}
		else if (!shown.asText().equals("...")) {
			assertThat(present).as(path).isEqualTo(shown);
		}
	}

	private static List<String> names(JsonNode node) {
		List<String> names = new ArrayList<>();
		node.fieldNames().forEachRemaining(names::add);
		return names;
	}

	private static String json(Path page) throws IOException {
		Matcher block = JSON.matcher(Files.readString(page));
		assertThat(block.find()).isTrue();
		return block.group(1);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
