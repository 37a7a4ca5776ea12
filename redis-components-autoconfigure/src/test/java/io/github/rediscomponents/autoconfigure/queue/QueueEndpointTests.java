// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import com.fasterxml.jackson.databind.JsonNode;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.TestActuator;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.autoconfigure.queue.QueueContexts.Mail;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Queues in the endpoint, over HTTP.
 */
class QueueEndpointTests {

	private static ConfigurableApplicationContext context;

	@BeforeAll
	static void start() {
		context = TestContexts.application(Application.class, "redis-components.task-queue.queues.email.trace=true",
				"redis-components.task-queue.queues.actions.trace=true",
				"redis-components.stream-queue.queues.orders.retention=all-groups",
				"management.endpoints.web.exposure.include=redisComponents",
				"management.endpoint.redis-components.access=unrestricted");
	}

	@AfterAll
	static void stop() {
		context.close();
	}

	@Test
	void showsWhatIsConsumedAndWhatAQueueHoldsButNoMessage() throws Exception {
		TaskQueue<Mail> queue = context.getBean(TaskQueues.class).get("email", Mail.class);
		queue.enqueueAll(List.of(new Mail("secret", "a"), new Mail("secret", "b"), new Mail("secret", "c")));
		poll(queue).reject("broken");
		TaskLease<Mail> held = poll(queue);
		JsonNode overview = actuator().get("/task-queue");
		assertThat(overview.get("queues").get("email").get("maxDeliveries").asInt()).isEqualTo(5);
		assertThat(overview.get("consuming").valueStream())
			.filteredOn((one) -> one.get("queue").asText().equals("email"))
			.singleElement()
			.satisfies((one) -> assertThat(one.get("inFlight").asInt()).isEqualTo(1));
		JsonNode shown = actuator().get("/task-queue/email");
		assertThat(shown.get("depth").asInt()).isEqualTo(2);
		assertThat(shown.get("lag").asInt()).isEqualTo(1);
		assertThat(shown.get("pending").asInt()).isEqualTo(1);
		assertThat(shown.get("consumers").asInt()).isEqualTo(1);
		assertThat(shown.get("deadLetters").asInt()).isEqualTo(1);
		assertThat(shown.get("oldest").asText()).startsWith("PT");
		assertThat(shown.get("oldestDeadLetters").get(0).get("error").asText()).isEqualTo("broken");
		assertThat(shown.toString()).doesNotContain("secret");
		assertThat(actuator().get("/stream-queue").get("queues").get("orders").get("retention").asText())
			.isEqualTo("all-groups");
		assertThat(actuator().send("/task-queue/nowhere", null).statusCode()).isEqualTo(404);
		held.ack();
	}

	@Test
	void redrivesAndPurges() throws Exception {
		TaskQueue<Mail> queue = context.getBean(TaskQueues.class).get("actions", Mail.class);
		queue.enqueueAll(List.of(new Mail("a", ""), new Mail("b", ""), new Mail("c", ""), new Mail("d", "")));
		for (int i = 0; i < 4; i++) {
			poll(queue).reject("broken");
		}
		String first = queue.deadLetters().list(1).get(0).id();
		assertThat(act("redrive", "{\"name\":\"actions\",\"id\":\"" + first + "\"}")).isEqualTo("{\"redriven\":1}");
		assertThat(act("redrive", "{\"name\":\"actions\",\"id\":\"" + first + "\"}")).isEqualTo("{\"redriven\":0}");
		String second = queue.deadLetters().list(1).get(0).id();
		assertThat(act("purge-dead-letters", "{\"name\":\"actions\",\"id\":\"" + second + "\"}"))
			.isEqualTo("{\"purged\":1}");
		assertThat(act("redrive", "{\"name\":\"actions\"}")).isEqualTo("{\"redriven\":2}");
		poll(queue).reject("again");
		assertThat(act("purge-dead-letters", "{\"name\":\"actions\"}")).isEqualTo("{\"purged\":1}");
		assertThat(act("purge", "{\"name\":\"actions\"}")).isEqualTo("{\"purged\":2}");
		assertThat(queue.stats().depth() + queue.stats().deadLetters()).isZero();
	}

	@Test
	void pausesAndResumes() throws Exception {
		TaskQueue<Mail> queue = context.getBean(TaskQueues.class).get("email", Mail.class);
		assertThat(act("pause", "{\"name\":\"email\"}")).contains("\"changed\":true").contains("\"paused\":true");
		assertThat(act("pause", "{\"name\":\"email\"}")).contains("\"changed\":false");
		assertThat(queue.isPaused()).isTrue();
		assertThat(actuator().get("/task-queue/email").get("paused").asBoolean()).isTrue();
		assertThat(act("resume", "{\"name\":\"email\"}")).contains("\"changed\":true").contains("\"paused\":false");
		assertThat(queue.isPaused()).isFalse();
		refuses("/task-queue/pause", "{\"name\":\"email\",\"id\":\"1-0\"}", 400, "as a whole");
	}

	@Test
	void listsDeadLettersAndPendingByPages() throws Exception {
		TaskQueue<Mail> queue = context.getBean(TaskQueues.class).get("actions", Mail.class);
		queue.enqueueAll(IntStream.range(0, 60).mapToObj((i) -> new Mail("secret", "")).toList());
		for (int i = 0; i < 57; i++) {
			poll(queue).reject("broken");
		}
		TaskLease<Mail> held = poll(queue);
		RoomView view = context.getBean("taskQueueView", RoomView.class);
		assertThat(view.lists()).containsExactly("dead-letters", "pending");
		Map<String, Object> first = view.list("actions", "dead-letters", null);
		assertThat(items(first)).hasSize(50).allMatch((letter) -> letter.get("error").equals("broken"));
		Map<String, Object> last = view.list("actions", "dead-letters", (String) first.get("next"));
		assertThat(items(last)).hasSize(7);
		assertThat(last).doesNotContainKey("next");
		assertThat(first.toString()).doesNotContain("secret");
		assertThat(items(view.list("actions", "pending", null))).singleElement()
			.satisfies((one) -> assertThat(one.get("id")).isEqualTo(held.entryId()));
		assertThat(view.list("actions", "waiting", null)).isNull();
		assertThat(view.list("nowhere", "pending", null)).isNull();
		queue.purge();
		queue.deadLetters().clear();
	}

	@Test
	void saysWhatCannotBeDone() throws Exception {
		refuses("/task-queue/purge", "{\"name\":\"nowhere\"}", 404, "'task-queue' does not know 'nowhere'");
		refuses("/task-queue/explode", "{\"name\":\"email\"}", 404,
				"'task-queue' has no action 'explode', only [pause, purge, purge-dead-letters, redrive, resume]");
		refuses("/nothing/purge", "{\"name\":\"email\"}", 404, "There is no 'nothing', only [");
		refuses("/lock/purge", "{\"name\":\"email\"}", 404, "'lock' has no action 'purge', only [release]");
		refuses("/task-queue/redrive", "{\"name\":\"email\",\"id\":\"x\"}", 400, "id must be that of a dead letter");
		refuses("/task-queue/purge", "{\"name\":\"email\",\"id\":\"1-0\"}", 400, "purged as a whole");
		assertThat(actuator().send("/task-queue/purge", "{}").statusCode()).isEqualTo(400);
	}

	@SuppressWarnings("unchecked")
	private static List<Map<String, Object>> items(Map<String, Object> page) {
		return (List<Map<String, Object>>) page.get("items");
	}

	private static TaskLease<Mail> poll(TaskQueue<Mail> queue) throws InterruptedException {
		return queue.poll(QueueContexts.PATIENCE).orElseThrow();
	}

	private static void refuses(String path, String json, int status, String reason) throws Exception {
		HttpResponse<String> response = actuator().send(path, json);
		assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
		assertThat(response.body()).contains("\"error\":").contains(reason);
	}

	private static String act(String action, String json) throws Exception {
		HttpResponse<String> response = actuator().send("/task-queue/" + action, json);
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		return response.body();
	}

	private static TestActuator actuator() {
		return new TestActuator(context);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
