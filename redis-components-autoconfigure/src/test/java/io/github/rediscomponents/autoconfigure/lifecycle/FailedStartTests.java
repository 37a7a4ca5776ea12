// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.lifecycle;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;

import io.github.rediscomponents.queue.QueueListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application whose start fails half-way keeps nothing running.
 */
class FailedStartTests extends LifecycleFixture {

	@ParameterizedTest
	@ValueSource(ints = { Integer.MIN_VALUE, 1023, 1024, 1025, SmartLifecycle.DEFAULT_PHASE - 512,
			SmartLifecycle.DEFAULT_PHASE })
	void nothingIsLeftOfAStartThatFailedInALaterPhase(int phase) {
		Listener listener = new Listener();
		application("redis-components.queue-listener.drain-timeout=1s").withBean(Listener.class, () -> listener)
			.withBean(Failing.class, () -> new Failing(phase))
			.run((context) -> assertThat(context).getFailure().hasStackTraceContaining("It cannot start"));
		nothingIsLeft();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void nothingIsLeftOfAStartThatFailedBeforeThePhases(boolean listens) {
		application().withBean(Listener.class)
			.withBean(FailingBean.class)
			.withPropertyValues("redis-components.queue-listener.enabled=" + listens)
			.run((context) -> assertThat(context).getFailure().hasStackTraceContaining("It cannot be made"));
		nothingIsLeft();
	}

	static class Listener {

		final Queue<Integer> seen = new ConcurrentLinkedQueue<>();

		@QueueListener(queue = "numbers")
		void number(Integer number) {
			this.seen.add(number);
		}

	}

	record FailingBean(ApplicationContext context) implements InitializingBean {

		@Override
		public void afterPropertiesSet() {
			use(this.context);
			throw new IllegalStateException("It cannot be made");
		}

	}

	static class Failing implements SmartLifecycle, org.springframework.context.ApplicationContextAware {

		private final int phase;

		private ApplicationContext context;

		Failing(int phase) {
			this.phase = phase;
		}

		@Override
		public void setApplicationContext(ApplicationContext context) {
			this.context = context;
		}

		@Override
		public void start() {
			use(this.context);
			throw new IllegalStateException("It cannot start");
		}

		@Override
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return false;
		}

		@Override
		public int getPhase() {
			return this.phase;
		}

	}

}
