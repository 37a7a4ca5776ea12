// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.Locale;
import java.util.Map;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.queue.Delivery;
import io.github.rediscomponents.support.FailureLog;

/**
 * Observes each call of a listener, so that what the listener does belongs to one span. A
 * failure of an observation is logged and does not change the outcome of the message.
 */
final class ObservedCalls implements ListenerCalls {

	/** The name of the observations. */
	static final String NAME = "redis.components.queue.listener";

	private final FailureLog failures = new FailureLog(LoggerFactory.getLogger(ObservedCalls.class));

	private final ObservationRegistry registry;

	ObservedCalls(ObservationRegistry registry) {
		this.registry = registry;
	}

	@Override
	public void handle(QueueListenerEndpoint listener, Delivery<Object> delivery) throws Exception {
		if (this.registry.isNoop()) {
			listener.handle(delivery);
			return;
		}
		Running running = new Running(this.registry);
		attempt(listener, () -> running.start(observation(listener, delivery)));
		try {
			listener.handle(delivery);
		}
		catch (Throwable ex) {
			attempt(listener, () -> running.observation.error(ex));
			throw ex;
		}
		finally {
			attempt(listener, running::close);
			attempt(listener, running.observation::stop);
		}
	}

	private Observation observation(QueueListenerEndpoint listener, Delivery<Object> delivery) {
		// The trace of the publisher goes on where a tracer finds its context.
		ReceiverContext<Map<String, String>> receiver = new ReceiverContext<>(Map::get, Kind.CONSUMER);
		receiver.setCarrier(delivery.headers());
		receiver.setRemoteServiceName("redis");
		return Observation.createNotStarted(NAME, () -> receiver, this.registry)
			.contextualName(listener.queue() + " process")
			.lowCardinalityKeyValue("kind", listener.source().kind().name().toLowerCase(Locale.ROOT))
			.lowCardinalityKeyValue("queue", listener.queue())
			.lowCardinalityKeyValue("group", listener.group())
			.highCardinalityKeyValue("message.id", delivery.messageId().orElseGet(delivery::entryId))
			.highCardinalityKeyValue("attempt", Integer.toString(delivery.attempt()));
	}

	private void attempt(QueueListenerEndpoint listener, Runnable step) {
		try {
			step.run();
		}
		catch (Throwable ex) {
			// Of any kind: the message is for the listener.
			this.failures.warn(ex, "The listener of queue '{}' could not be observed", listener.queue());
		}
	}

	/** The observation of one call, which is none until it has started. */
	private static final class Running {

		private final ObservationRegistry registry;

		private final Observation.@Nullable Scope before;

		private Observation observation = Observation.NOOP;

		private Observation.Scope scope = Observation.Scope.NOOP;

		Running(ObservationRegistry registry) {
			this.registry = registry;
			this.before = registry.getCurrentObservationScope();
		}

		void start(Observation started) {
			this.observation = started;
			started.start();
			this.scope = started.openScope();
		}

		void close() {
			try {
				this.scope.close();
			}
			finally {
				// A scope that failed to open or to close would stay with the thread.
				this.registry.setCurrentObservationScope(this.before);
			}
		}

	}

}
