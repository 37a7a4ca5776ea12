// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.rediscomponents.autoconfigure.ObservationRecorder;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.queue.QueueListener;

/**
 * What tests of observations have in common: an application whose queues are listened to,
 * and a recorder of what is observed in it.
 */
abstract class ObservationFixture {

	static final Duration PATIENCE = Duration.ofMinutes(1);

	static final Duration SHORT = Duration.ofMillis(200);

	final ObservationRegistry registry = ObservationRegistry.create();

	final ObservationRecorder recorder = new ObservationRecorder((context) -> true);

	final String current() {
		Observation now = this.registry.getCurrentObservation();
		return (now != null) ? String.valueOf(now.getContextView().getContextualName()) : "none";
	}

	final List<Observation.ContextView> named(String name) {
		return this.recorder.stopped.stream().filter((one) -> one.getName().equals(name)).toList();
	}

	static String text(Observation.ContextView observed) {
		return observed.getName() + " " + new TreeMap<>(values(observed.getAllKeyValues()));
	}

	static Map<String, String> low(Observation.ContextView observed) {
		return values(observed.getLowCardinalityKeyValues());
	}

	private static Map<String, String> values(KeyValues values) {
		return values.stream().collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
	}

	final void run(Check check) {
		this.registry.observationConfig().observationHandler(this.recorder);
		application().run(check::on);
	}

	final ApplicationContextRunner application() {
		return TestContexts.withOwnKeys()
			.withBean(ObservationRegistry.class, () -> this.registry)
			.withBean(Listener.class, Listener::new)
			.withPropertyValues("redis-components.task-queue.queues.email.backoff=20ms",
					"redis-components.task-queue.queues.email.max-deliveries=3",
					"redis-components.task-queue.queues.full.max-length=1",
					"redis-components.stream-queue.queues.orders.max-length=100",
					"redis-components.rate-limit.policies.api.limits[0].algorithm=gcra",
					"redis-components.rate-limit.policies.api.limits[0].limit=1",
					"redis-components.rate-limit.policies.api.limits[0].period=1s");
	}

	interface Check {

		void on(AssertableApplicationContext context) throws Exception;

	}

	static final class Listener {

		final List<String> heard = new CopyOnWriteArrayList<>();

		volatile boolean failing;

		@QueueListener(queue = "email")
		void on(String mail) {
			hear(mail);
		}

		@QueueListener(queue = "orders")
		void onOrder(String order) {
			hear(order);
		}

		private void hear(String message) {
			if (this.failing) {
				throw new IllegalStateException("no");
			}
			this.heard.add(message);
		}

	}

}
