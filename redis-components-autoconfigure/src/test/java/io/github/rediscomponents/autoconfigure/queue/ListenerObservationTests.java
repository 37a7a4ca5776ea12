// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;

import io.github.rediscomponents.autoconfigure.ObservationRecorder;
import io.github.rediscomponents.autoconfigure.queue.QueueContexts.Mail;
import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The observation of each call of a listener.
 */
class ListenerObservationTests {

	private final ObservationRegistry registry = ObservationRegistry.create();

	private final ObservationRecorder recorder = new ObservationRecorder(
			(context) -> "redis.components.queue.listener".equals(context.getName()));

	@Test
	void eachCallIsOneObservationThatIsOpenWhileTheListenerRuns() {
		run(() -> {
		}, (tasks, listener) -> {
			tasks.enqueue(new Mail("anna", ""), PublishOptions.id("m1"));
			await().atMost(QueueContexts.PATIENCE).untilAsserted(() -> assertThat(this.recorder.stopped).hasSize(1));
			Observation.ContextView observed = this.recorder.stopped.get(0);
			assertThat(observed.getName()).isEqualTo("redis.components.queue.listener");
			assertThat(observed.getContextualName()).isEqualTo("email process");
			assertThat(values(observed)).containsOnly(Map.entry("kind", "task"), Map.entry("queue", "email"),
					Map.entry("group", "workers"), Map.entry("message.id", "m1"), Map.entry("attempt", "1"));
			assertThat(observed.getError()).isNull();
			assertThat(listener.current).containsExactly("email process");
		});
	}

	@Test
	void aFailureBelongsToItsObservation() {
		run(() -> {
			throw new IllegalStateException("no");
		}, (tasks, listener) -> {
			tasks.enqueue(new Mail("anna", ""));
			await().atMost(QueueContexts.PATIENCE).untilAsserted(() -> assertThat(this.recorder.stopped).hasSize(3));
			assertThat(this.recorder.stopped).extracting(Observation.ContextView::getError)
				.allSatisfy((error) -> assertThat(error).hasMessage("no"));
			assertThat(this.recorder.stopped).extracting((observed) -> values(observed).get("attempt"))
				.containsExactly("1", "2", "3");
		});
	}

	@ParameterizedTest
	@EnumSource(ObservationRecorder.Step.class)
	void anObservationThatFailsDoesNotChangeTheOutcome(ObservationRecorder.Step step) {
		this.recorder.failAt(step);
		run(() -> {
		}, (tasks, listener) -> {
			tasks.enqueueAll(List.of(new Mail("a", ""), new Mail("b", "")));
			await().atMost(QueueContexts.PATIENCE)
				.untilAsserted(() -> assertThat(tasks.stats()).extracting(QueueStats::depth, QueueStats::deadLetters)
					.containsExactly(0L, 0L));
			assertThat(listener.current).hasSize(2);
			assertThat(this.recorder.started).hasSize(2)
				.extracting(Observation.ContextView::getParentObservation)
				.containsOnlyNulls();
		});
	}

	private void run(Runnable work, Check check) {
		this.registry.observationConfig().observationHandler(this.recorder);
		QueueContexts.runner()
			.withBean(ObservationRegistry.class, () -> this.registry)
			.withBean(Listener.class, () -> new Listener(work))
			.run((context) -> check.on(tasks(context), context.getBean(Listener.class)));
	}

	private static TaskQueue<Mail> tasks(ApplicationContext context) {
		return context.getBean(TaskQueues.class).get("email", Mail.class);
	}

	private static Map<String, String> values(Observation.ContextView observed) {
		return observed.getAllKeyValues().stream().collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
	}

	private interface Check {

		void on(TaskQueue<Mail> tasks, Listener listener);

	}

	static final class Listener {

		final List<String> current = new CopyOnWriteArrayList<>();

		private final Runnable work;

		@Autowired
		@Nullable ObservationRegistry registry;

		Listener(Runnable work) {
			this.work = work;
		}

		@QueueListener(queue = "email")
		void on(Mail mail) {
			Observation now = this.registry.getCurrentObservation();
			this.current.add(String.valueOf((now != null) ? now.getContextView().getContextualName() : null));
			this.work.run();
		}

	}

}
