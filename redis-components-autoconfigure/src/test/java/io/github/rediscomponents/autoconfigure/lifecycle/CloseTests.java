// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.lifecycle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * Closing an application, whatever happens meanwhile, takes a bounded time and leaves
 * nothing behind.
 */
class CloseTests extends LifecycleFixture {

	/** Of a close, which takes as long if it waits for all of the drain. */
	private static final Duration BOUND = Duration.ofSeconds(20);

	private static Duration took(Runnable task) {
		long begun = System.nanoTime();
		task.run();
		return Duration.ofNanos(System.nanoTime() - begun);
	}

	@Test
	void twentyApplicationsOneAfterTheOtherLeaveNothing() {
		for (int i = 0; i < 20; i++) {
			application().withBean(Counting.class).run((context) -> {
				assertThat(context).hasNotFailed();
				use(context);
			});
		}
		nothingIsLeft();
	}

	@Test
	void applicationsAtOnceEndEachByItself() {
		application().withBean(Counting.class).run((stays) -> {
			use(stays);
			List<Callable<Integer>> others = new ArrayList<>();
			for (int i = 0; i < 3; i++) {
				others.add(() -> {
					application().withBean(Counting.class).run((context) -> use(context));
					return 1;
				});
			}
			assertThat(Concurrently.run(others)).hasSize(3);
			TestContexts.change(stays, "redis-components.lock.lease", "9s");
			assertThat(stays.getBean(RedisComponentsRefresher.class).refresh().changed())
				.containsExactly("redis-components.lock");
			assertThat(stays.getBean(CacheClient.class).cache("sessions", String.class).get("1", (key) -> "none"))
				.isEqualTo("Ada");
		});
		nothingIsLeft();
	}

	@Test
	void aListenerMayCloseTheApplicationItself() throws Exception {
		Closing closing = new Closing();
		CompletableFuture<Duration> closed = new CompletableFuture<>();
		closing.closed = closed;
		String prefix = "redis-components.key-prefix=t" + UUID.randomUUID();
		String visibility = "redis-components.task-queue.queues.numbers.visibility=1s";
		application("redis-components.queue-listener.drain-timeout=2m", prefix, visibility)
			.withBean(Closing.class, () -> closing)
			.run((context) -> {
				closing.context = context;
				context.getBean(TaskQueues.class).get("numbers", Integer.class).enqueue(1);
				assertThat(closed).succeedsWithin(PATIENCE).satisfies((time) -> assertThat(time).isLessThan(PATIENCE));
			});
		nothingIsLeft();
		application(prefix, visibility).run((context) -> {
			var again = context.getBean(TaskQueues.class).get("numbers", Integer.class).poll(PATIENCE).orElseThrow();
			assertThat(again.value()).isEqualTo(1);
			assertThat(again.attempt()).isGreaterThan(1);
			again.ack();
		});
		nothingIsLeft();
	}

	@Test
	void anInterruptedCloseLeavesNothing() {
		application().withBean(Counting.class).run((context) -> {
			use(context);
			Thread.currentThread().interrupt();
			assertThat(took(context::close)).isLessThan(BOUND);
			assertThat(Thread.interrupted()).isTrue();
		});
		nothingIsLeft();
	}

	private void away(boolean gone) {
		for (RedisServer server : List.of(this.main, this.hot)) {
			if (gone) {
				server.kill();
			}
			else {
				server.pause();
			}
		}
	}

	private void back(boolean gone) {
		for (RedisServer server : List.of(this.main, this.hot)) {
			if (gone) {
				server.restart();
			}
			else {
				server.resume();
			}
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void closingBesideServersThatHangOrAreGoneTakesABoundedTime(boolean gone) {
		application("redis-components.command-timeout=500ms", "redis-components.cache.defaults.command-timeout=500ms",
				"redis-components.queue-listener.drain-timeout=2s")
			.withBean(Counting.class)
			.run((context) -> {
				// A command may take longer than the half second.
				await().atMost(PATIENCE)
					.ignoreExceptionsInstanceOf(RedisUnavailableException.class)
					.untilAsserted(() -> use(context));
				away(gone);
				CacheClient caches = context.getBean(CacheClient.class);
				catchThrowable(() -> caches.cache("users", String.class).invalidate("1"));
				catchThrowable(() -> caches.cache("sessions", String.class).invalidate("1"));
				assertThat(took(context::close)).isLessThan(BOUND);
				back(gone);
			});
		nothingIsLeft();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void startingBesideServersThatHangOrAreGoneTakesABoundedTime(boolean gone) {
		away(gone);
		Duration all = took(() -> application("redis-components.command-timeout=500ms",
				"redis-components.cache.defaults.command-timeout=500ms",
				"redis-components.queue-listener.drain-timeout=2s",
				"redis-components.bloom-filter.filters.seen.capacity=1000",
				"redis-components.bloom-filter.filters.seen.engine=module")
			.withBean(Counting.class)
			.run((context) -> assertThat(context).hasNotFailed()));
		assertThat(all).isLessThan(PATIENCE);
		back(gone);
		nothingIsLeft();
	}

	@ParameterizedTest
	@ValueSource(ints = { Integer.MIN_VALUE, 0, 1023, 1025, Integer.MAX_VALUE })
	void whatStopsInAnyPhaseGetsAnAnswerFromEachComponent(int phase) {
		LateUser user = new LateUser(phase);
		application().withBean(LateUser.class, () -> user).run((context) -> {
			user.context = context;
			user.lease = context.getBean(DistributedLock.class).get("late").tryAcquire().orElseThrow();
			use(context);
			assertThat(took(context::close)).isLessThan(BOUND);
		});
		assertThat(user.failures.get(0)).isNull();
		assertThat(user.failures.subList(1, user.failures.size())).isNotEmpty()
			.allSatisfy((failure) -> assertThat(failure).satisfiesAnyOf((none) -> assertThat(none).isNull(),
					(thrown) -> assertThat(thrown).isInstanceOf(RedisComponentsException.class)));
		nothingIsLeft();
	}

	@Test
	void whatIsDestroyedGetsAnAnswerFromEachComponent() {
		Destroyed destroyed = new Destroyed();
		application().withBean(Destroyed.class, () -> destroyed).run((context) -> {
			destroyed.lock = context.getBean(DistributedLock.class);
			destroyed.semaphores = context.getBean(DistributedSemaphore.class);
			destroyed.caches = context.getBean(CacheClient.class);
			destroyed.queues = context.getBean(TaskQueues.class);
			use(context);
			assertThat(took(context::close)).isLessThan(BOUND);
		});
		assertThat(destroyed.failures).hasSize(6)
			.allSatisfy((failure) -> assertThat(failure).isInstanceOf(RedisComponentsException.class));
		nothingIsLeft();
	}

	@Test
	void aRefreshDuringAndAfterTheCloseStartsNothing() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		AtomicInteger refreshes = new AtomicInteger();
		CompletableFuture<Void> done = new CompletableFuture<>();
		application().withBean(Counting.class).run((context) -> {
			use(context);
			RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
			Thread thread = new Thread(() -> {
				try {
					int number = 0;
					while (context.isActive() || number < 100) {
						number++;
						TestContexts.change(context, "redis-components.lock.lease", (10 + number % 20) + "s");
						TestContexts.change(context, "redis-components.task-queue.queues.numbers.visibility",
								(10 + number % 20) + "s");
						TestContexts.change(context, "redis-components.topic.topics.news" + number + ".type",
								"java.lang.String");
						refresher.refresh();
						refreshes.incrementAndGet();
						go.countDown();
					}
					done.complete(null);
				}
				catch (Throwable ex) {
					done.completeExceptionally(ex);
				}
			});
			thread.start();
			assertThat(go.await(1, TimeUnit.MINUTES)).isTrue();
			context.close();
			assertThat(done).succeedsWithin(Duration.ofMinutes(3));
		});
		assertThat(refreshes.get()).isGreaterThanOrEqualTo(100);
		nothingIsLeft();
	}

	static class Counting {

		final AtomicInteger seen = new AtomicInteger();

		@QueueListener(queue = "numbers")
		void number(Integer number) {
			this.seen.incrementAndGet();
		}

	}

	static class Closing {

		private volatile CompletableFuture<Duration> closed;

		private volatile ConfigurableApplicationContext context;

		@QueueListener(queue = "numbers")
		void number(Integer number) {
			await().atMost(PATIENCE).until(() -> this.context != null);
			this.closed.complete(took(this.context::close));
		}

	}

	private static List<Throwable> ask(ApplicationContext context, Lease lease) {
		List<Throwable> failures = new ArrayList<>();
		failures.add(catchThrowable(lease::release));
		failures.add(catchThrowable(() -> context.getBean(DistributedLock.class).get("x").tryAcquire()));
		failures
			.add(catchThrowable(() -> context.getBean(CacheClient.class).cache("users", String.class).put("1", "x")));
		failures.add(
				catchThrowable(() -> context.getBean(CacheClient.class).cache("sessions", String.class).put("1", "x")));
		failures.add(catchThrowable(() -> context.getBean(TaskQueues.class).get("numbers", Integer.class).enqueue(1)));
		failures.add(catchThrowable(
				() -> context.getBean(DistributedSemaphore.class).get("t", SemaphoreOptions.of(1)).tryAcquire()));
		return failures;
	}

	static class LateUser implements SmartLifecycle {

		private final int phase;

		private volatile ApplicationContext context;

		private volatile Lease lease;

		private volatile boolean running;

		private volatile List<Throwable> failures = List.of();

		LateUser(int phase) {
			this.phase = phase;
		}

		@Override
		public void start() {
			this.running = true;
		}

		@Override
		public void stop() {
			this.failures = ask(this.context, this.lease);
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		@Override
		public int getPhase() {
			return this.phase;
		}

	}

	static class Destroyed implements DisposableBean {

		private DistributedLock lock;

		private DistributedSemaphore semaphores;

		private CacheClient caches;

		private TaskQueues queues;

		private final List<Throwable> failures = new ArrayList<>();

		@Override
		public void destroy() {
			this.failures.add(catchThrowable(() -> this.lock.get("x").tryAcquire()));
			this.failures.add(catchThrowable(() -> this.lock.get("x").tryAcquire(Duration.ofMinutes(5))));
			this.failures.add(catchThrowable(() -> this.lock.get("y").acquire()));
			this.failures.add(catchThrowable(() -> this.semaphores.get("t", SemaphoreOptions.of(1)).acquire()));
			this.failures.add(catchThrowable(() -> this.caches.cache("users", String.class).put("1", "x")));
			this.failures.add(catchThrowable(() -> this.queues.get("numbers", Integer.class).enqueue(1)));
		}

	}

}
