// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.micrometer.observation.Observation;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.QueueFullException;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The observations of publications, and the trace that goes along with a message.
 */
class MessageTraceTests extends ObservationFixture {

	@Test
	void theTraceOfThePublisherGoesAlongWithEachMessage() {
		run((context) -> {
			Listener listener = context.getBean(Listener.class);
			TaskQueue<String> tasks = context.getBean(TaskQueues.class).get("email", String.class);
			Observation request = Observation.start("request", this.registry);
			try (Observation.Scope scope = request.openScope()) {
				tasks.enqueue("a");
				tasks.enqueue("b", PublishOptions.id("1"));
				tasks.enqueueAll(List.of("c", "d"));
				context.getBean(StreamQueues.class).get("orders", String.class).publish("e");
			}
			await().atMost(PATIENCE).until(() -> listener.heard.size() == 5);
			List<Observation.ContextView> sent = named("redis.components.queue.publish");
			assertThat(sent).extracting(ObservationFixture::text)
				.containsExactly("redis.components.queue.publish {kind=task, queue=email}",
						"redis.components.queue.publish {kind=task, queue=email}",
						"redis.components.queue.publish {kind=task, queue=email}",
						"redis.components.queue.publish {kind=stream, queue=orders}");
			assertThat(sent).allSatisfy((one) -> {
				assertThat(((SenderContext<?>) one).getKind()).isEqualTo(Kind.PRODUCER);
				assertThat(one.getParentObservation()).isSameAs(request);
			});
			await().atMost(PATIENCE).until(() -> named("redis.components.queue.listener").size() == 5);
			Map<String, Long> parents = named("redis.components.queue.listener").stream()
				.collect(Collectors.groupingBy((one) -> one.<String>get("parent"), Collectors.counting()));
			assertThat(parents).isEqualTo(Map.of("span-1", 1L, "span-2", 1L, "span-3", 2L, "span-4", 1L));
			assertThat(this.registry.getCurrentObservation()).isNull();
		});
	}

	@Test
	void theTraceIsThereAtEachAttemptAndAfterADeadLetterIsRedriven() {
		run((context) -> {
			Listener listener = context.getBean(Listener.class);
			listener.failing = true;
			TaskQueue<String> tasks = context.getBean(TaskQueues.class).get("email", String.class);
			tasks.enqueue("a");
			await().atMost(PATIENCE).until(() -> tasks.deadLetters().size() == 1);
			listener.failing = false;
			assertThat(tasks.deadLetters().redriveAll()).isEqualTo(1);
			await().atMost(PATIENCE).until(() -> named("redis.components.queue.listener").size() == 4);
			assertThat(named("redis.components.queue.listener"))
				.allSatisfy((one) -> assertThat(one.<String>get("parent")).isEqualTo("span-1"));
		});
	}

	@Test
	void aRefusedPublicationHasFailed() {
		run((context) -> {
			TaskQueue<String> tasks = context.getBean(TaskQueues.class).get("full", String.class);
			tasks.enqueue("a");
			assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> tasks.enqueue("b"));
			assertThat(named("redis.components.queue.publish")).extracting(Observation.ContextView::getError)
				.satisfiesExactly((none) -> assertThat(none).isNull(),
						(full) -> assertThat(full).isInstanceOf(QueueFullException.class));
		});
	}

	@Test
	void aHeaderWithoutAValueIsLeftOut() {
		this.recorder.sendNoValues();
		run((context) -> {
			context.getBean(TaskQueues.class).get("full", String.class).enqueue("a");
			assertThat(context.getBean(TaskQueues.class).get("full", String.class).poll(PATIENCE))
				.hasValueSatisfying((task) -> assertThat(task.headers()).isEmpty());
		});
	}

	@Test
	void withoutAHandlerNothingGoesAlong() {
		application().run((context) -> {
			TaskQueue<String> tasks = context.getBean(TaskQueues.class).get("full", String.class);
			tasks.enqueue("a");
			assertThat(tasks.poll(PATIENCE)).hasValueSatisfying((task) -> assertThat(task.headers()).isEmpty());
		});
	}

	@Test
	void whatAnyWriterPutThereIsReadWithCare() {
		run((context) -> {
			TaskQueue<String> tasks = context.getBean(TaskQueues.class).get("full", String.class);
			tasks.enqueue("a");
			tasks.poll(PATIENCE).orElseThrow().ack();
			String prefix = context.getEnvironment().getProperty("redis-components.key-prefix");
			String stream = ((List<?>) SharedRedis.standalone().command("KEYS", prefix + ":task:*full*")).stream()
				.map(String::valueOf)
				.filter((one) -> String.valueOf(SharedRedis.standalone().command("TYPE", one)).equals("stream"))
				.findFirst()
				.orElseThrow();
			for (String field : List.of(":", "\n\n", "nothing", "a:1\nb\n:c\na:2\nd:x:y", "x".repeat(5000))) {
				SharedRedis.standalone().command("XADD", stream, "*", "v", "\"z\"", "c", field);
				Map<String, String> headers = tasks.poll(PATIENCE).orElseThrow().headers();
				assertThat(headers).isEqualTo(field.startsWith("a") ? Map.of("a", "1", "d", "x:y") : Map.of());
			}
		});
	}

}
