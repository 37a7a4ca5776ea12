// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.lifecycle;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;

import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application whose start fails half-way keeps nothing running.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailedStartTests extends LifecycleFixture {

	@ParameterizedTest
	@ValueSource(ints = { Integer.MIN_VALUE, 1023, 1024, 1025, SmartLifecycle.DEFAULT_PHASE - 512,
			SmartLifecycle.DEFAULT_PHASE })
	void nothingIsLeftOfAStartThatFailedInALaterPhase(int phase) {
		Listener listener = new Listener();
		application("redis-components.queue-listener.drain-timeout=1s").withBean(Listener.class, () -> listener)
			.withBean(Failing.class, () -> new Failing(phase, LifecycleFixture::use))
			.run((context) -> assertThat(context).getFailure().hasStackTraceContaining("It cannot start"));
		nothingIsLeft();
	}

	@ParameterizedTest
	@ValueSource(ints = { Integer.MIN_VALUE, 0, 1, 1024, 1025, SmartLifecycle.DEFAULT_PHASE })
	void theViewsOfAStartThatFailedAreCounted(int phase, CapturedOutput output) {
		String[] properties = { "redis-components.key-prefix=views",
				"redis-components.view-counter.flush-interval=1m" };
		application(properties)
			.withBean(Failing.class,
					() -> new Failing(phase, (context) -> context.getBean(ViewCounter.class).record("shop", "1", 3)))
			.run((context) -> assertThat(context).getFailure().hasStackTraceContaining("It cannot start"));
		nothingIsLeft();
		nothingIsLogged(output);
		LocalDate today = LocalDate.now(ZoneOffset.UTC);
		application(properties).run((context) -> assertThat(
				context.getBean(ViewCounter.class).count("shop", "1", today.minusDays(2), today.plusDays(2)))
			.isEqualTo(3));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void nothingIsLeftOfAStartThatFailedBeforeThePhases(boolean listens, CapturedOutput output) {
		application().withBean(Listener.class)
			.withBean(FailingBean.class)
			.withPropertyValues("redis-components.queue-listener.enabled=" + listens)
			.run((context) -> assertThat(context).getFailure().hasStackTraceContaining("It cannot be made"));
		nothingIsLeft();
		nothingIsLogged(output);
	}

	/**
	 * The servers take connections and answer nothing, so that all that the start has
	 * begun is under way when it fails.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 1023, 1025, SmartLifecycle.DEFAULT_PHASE })
	void aStartThatFailsWhileItConnectsShowsItsOwnFailureOnly(int phase, CapturedOutput output) {
		this.main.pause();
		this.hot.pause();
		application("redis-components.lock.server=hot", "redis-components.command-timeout=60s",
				"redis-components.queue-listener.drain-timeout=1s")
			.withBean(Listener.class)
			.withBean(Connecting.class)
			.withBean(Failing.class, () -> new Failing(phase, (context) -> {
			}))
			.run((context) -> assertThat(context).getFailure().hasStackTraceContaining("It cannot start"));
		this.main.resume();
		this.hot.resume();
		nothingIsLeft();
		nothingIsLogged(output);
	}

	/** Spring itself warns of the failure, and Lettuce of what is closed twice. */
	private static void nothingIsLogged(CapturedOutput output) {
		assertThat(output.getAll().lines().filter((line) -> line.matches(".* (WARN|ERROR) .* i\\.g\\.r\\..*")))
			.isEmpty();
		assertThat(output).doesNotContain("propagated an exception");
	}

	static class Listener {

		final Queue<Integer> seen = new ConcurrentLinkedQueue<>();

		@QueueListener(queue = "numbers")
		void number(Integer number) {
			this.seen.add(number);
		}

	}

	record Connecting(ApplicationContext context) implements InitializingBean {

		@Override
		public void afterPropertiesSet() {
			CommandPort.of(this.context.getBean(RedisPort.class)).callAsync((commands) -> commands.ping());
			this.context.getBean(DistributedLock.class).get("a lock").tryAcquireAsync(LockOptions.defaults());
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

		private final Consumer<ApplicationContext> before;

		private ApplicationContext context;

		Failing(int phase, Consumer<ApplicationContext> before) {
			this.phase = phase;
			this.before = before;
		}

		@Override
		public void setApplicationContext(ApplicationContext context) {
			this.context = context;
		}

		@Override
		public void start() {
			this.before.accept(this.context);
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
