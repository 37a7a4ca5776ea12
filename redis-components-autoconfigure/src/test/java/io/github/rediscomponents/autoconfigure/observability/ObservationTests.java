// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.QueueFullException;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.support.Spans.Span;
import io.github.rediscomponents.support.Spans.Work;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The observations of waits, loads and publications, and the trace that goes along with a
 * message.
 */
class ObservationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Duration SHORT = Duration.ofMillis(200);

	private final ObservationRegistry registry = ObservationRegistry.create();

	private final Tracer tracer = new Tracer();

	@Test
	void aLockIsObservedWhileAThreadWaitsForItAndNotOtherwise() {
		run((context) -> {
			DistributedLock locks = context.getBean(DistributedLock.class);
			locks.get("free").acquire().close();
			assertThat(locks.get("free").tryAcquire()).hasValueSatisfying(Lease::close);
			assertThat(this.tracer.stopped).isEmpty();
			CompletableFuture<Lease> other;
			try (Lease held = locks.get("order:1").acquire()) {
				assertThat(locks.get("order:1").tryAcquire(LockOptions.defaults().withMaxWait(SHORT))).isEmpty();
				assertThat(locks.get("order:1").tryAcquire()).isEmpty();
				other = CompletableFuture.supplyAsync(() -> {
					try {
						return locks.get("order:1").acquire();
					}
					catch (InterruptedException ex) {
						throw new IllegalStateException(ex);
					}
				});
				await().atMost(PATIENCE).until(() -> this.tracer.started.size() == 2);
			}
			other.join().close();
			assertThat(this.tracer.stopped).extracting(ObservationTests::text)
				.containsExactly("redis.components.lock.await {kind=plain, name=order:1, outcome=timed_out}",
						"redis.components.lock.await {kind=plain, name=order:1, outcome=acquired}");
			assertThat(low(this.tracer.stopped.get(0))).containsOnlyKeys("kind", "outcome");
		});
	}

	@Test
	void anInterruptedWaitHasFailed() {
		run((context) -> {
			DistributedLock locks = context.getBean(DistributedLock.class);
			try (Lease held = locks.get("order:1").acquire()) {
				Thread waiter = new Thread(() -> {
					try {
						locks.get("order:1").acquire();
					}
					catch (Exception ex) {
						// Expected.
					}
				});
				waiter.start();
				await().atMost(PATIENCE).until(() -> this.tracer.started.size() == 1);
				waiter.interrupt();
				waiter.join();
			}
			assertThat(this.tracer.stopped).hasSize(1);
			assertThat(this.tracer.stopped.get(0).getError()).isInstanceOf(InterruptedException.class);
			assertThat(low(this.tracer.stopped.get(0))).containsEntry("outcome", "failed");
		});
	}

	@Test
	void permitsAndReservationsAreObservedWhileTheyAreWaitedFor() {
		run((context) -> {
			var semaphore = context.getBean(DistributedSemaphore.class).get("printer", SemaphoreOptions.of(1));
			try (var permit = semaphore.acquire()) {
				assertThat(semaphore.tryAcquire(1, SHORT)).isEmpty();
			}
			RateLimiter limiter = context.getBean(RateLimiter.class);
			limiter.reserve("api", "me", 1, Duration.ofMinutes(1)).await();
			limiter.reserve("api", "me", 1, Duration.ofMinutes(1)).await();
			assertThat(this.tracer.stopped).extracting(ObservationTests::text)
				.containsExactly("redis.components.semaphore.await {kind=permit, name=printer, outcome=timed_out}",
						"redis.components.ratelimit.await {policy=api}");
		});
	}

	@Test
	void aLoaderRunsInsideItsObservation() {
		run((context) -> {
			TypedCache<String, String> cache = context.getBean(CacheClient.class).cache("shop", String.class);
			assertThat(cache.get("1", (id) -> current())).isEqualTo("shop load");
			assertThat(cache.get("1", (id) -> "again")).isEqualTo("shop load");
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> cache.get("2", (id) -> {
				throw new IllegalStateException("no");
			}));
			assertThat(cache.async()
				.get("3", (id) -> CompletableFuture.completedFuture(current()))
				.toCompletableFuture()
				.join()).isEqualTo("shop load");
			await().atMost(PATIENCE).until(() -> this.tracer.stopped.size() == 3);
			assertThat(this.tracer.stopped).extracting(ObservationTests::text)
				.containsOnly("redis.components.cache.loader {cache=shop}");
			assertThat(this.tracer.stopped.get(1).getError()).hasMessage("no");
			assertThat(this.registry.getCurrentObservation()).isNull();
		});
	}

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
			assertThat(sent).extracting(ObservationTests::text)
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

	@ParameterizedTest
	@EnumSource(Step.class)
	void anObservationThatFailsChangesNothing(Step step) {
		this.tracer.failing = step;
		run((context) -> {
			Listener listener = context.getBean(Listener.class);
			context.getBean(TaskQueues.class).get("email", String.class).enqueue("a");
			assertThat(context.getBean(CacheClient.class).cache("shop", String.class).get("1", (id) -> "one"))
				.isEqualTo("one");
			await().atMost(PATIENCE).until(() -> listener.heard.size() == 1);
			DistributedLock locks = context.getBean(DistributedLock.class);
			try (Lease held = locks.get("order:1").acquire()) {
				assertThat(locks.get("order:1").tryAcquire(LockOptions.defaults().withMaxWait(SHORT))).isEmpty();
			}
			// Nobody else waits for it, or has it.
			assertThat(locks.get("order:1").tryAcquire()).hasValueSatisfying(Lease::close);
			assertThat(this.registry.getCurrentObservation()).isNull();
		});
	}

	@Test
	void aSpanThatAnotherThreadEndsStaysInTheThreadThatBeganItUntilThatOneLeaves() throws Exception {
		this.registry.observationConfig().observationHandler(this.tracer);
		Observation request = Observation.start("request", this.registry);
		Span span = new ObservedSpans(this.registry).begin(Work.CACHE_LOAD, "", "shop");
		assertThat(current()).isEqualTo("shop load");
		Thread other = new Thread(() -> {
			try (Observation.Scope scope = request.openScope()) {
				span.close();
				assertThat(this.registry.getCurrentObservation()).isSameAs(request);
				this.tracer.seen.add("still the request");
			}
		});
		other.start();
		other.join();
		assertThat(this.tracer.seen).containsExactly("still the request");
		assertThat(current()).isEqualTo("shop load");
		span.leave();
		assertThat(current()).isEqualTo("none");
		assertThat(this.tracer.stopped).hasSize(1);
	}

	@Test
	void aHeaderWithoutAValueIsLeftOut() {
		this.tracer.nulls = true;
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

	/** Micrometer refuses a meter whose tags differ from those of another one. */
	@Test
	void noObservationHasTheNameOfAMeter() {
		MeterRegistry meters = new SimpleMeterRegistry();
		this.registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
		application().withBean(MeterRegistry.class, () -> meters).run((context) -> {
			context.getBeanProvider(MeterBinder.class).forEach((binder) -> binder.bindTo(meters));
			DistributedLock locks = context.getBean(DistributedLock.class);
			try (Lease held = locks.get("a").acquire()) {
				assertThat(locks.get("a").tryAcquire(LockOptions.defaults().withMaxWait(SHORT))).isEmpty();
			}
			context.getBean(TaskQueues.class).get("email", String.class).enqueue("a");
			context.getBean(CacheClient.class).cache("shop", String.class).get("1", (id) -> "one");
			RateLimiter limiter = context.getBean(RateLimiter.class);
			limiter.reserve("api", "me", 1, Duration.ofMinutes(1)).await();
			limiter.reserve("api", "me", 1, Duration.ofMinutes(1)).await();
			await().atMost(PATIENCE).until(() -> context.getBean(Listener.class).heard.size() == 1);
			await().atMost(PATIENCE)
				.until(() -> meters.getMeters()
					.stream()
					.anyMatch((one) -> one.getId().getName().equals("redis.components.queue.listener")));
			Map<String, List<List<String>>> tags = meters.getMeters()
				.stream()
				.map(Meter::getId)
				.collect(Collectors.groupingBy(Meter.Id::getName, Collectors.mapping(
						(id) -> id.getTags().stream().map((tag) -> tag.getKey()).toList(),
						Collectors.collectingAndThen(Collectors.toList(), (all) -> all.stream().distinct().toList()))));
			assertThat(tags).containsKeys("redis.components.lock.await", "redis.components.queue.publish",
					"redis.components.cache.loader", "redis.components.ratelimit.await");
			assertThat(tags).allSatisfy((name, keys) -> assertThat(keys).as(name).hasSize(1));
		});
	}

	private String current() {
		Observation now = this.registry.getCurrentObservation();
		return (now != null) ? String.valueOf(now.getContextView().getContextualName()) : "none";
	}

	private List<Observation.ContextView> named(String name) {
		return this.tracer.stopped.stream().filter((one) -> one.getName().equals(name)).toList();
	}

	private static String text(Observation.ContextView observed) {
		return observed.getName() + " " + new java.util.TreeMap<>(values(observed.getAllKeyValues()));
	}

	private static Map<String, String> low(Observation.ContextView observed) {
		return values(observed.getLowCardinalityKeyValues());
	}

	private static Map<String, String> values(KeyValues values) {
		return values.stream().collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
	}

	private void run(Check check) {
		this.registry.observationConfig().observationHandler(this.tracer);
		application().run(check::on);
	}

	private ApplicationContextRunner application() {
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

	private interface Check {

		void on(AssertableApplicationContext context) throws Exception;

	}

	/** The steps of a handler of observations. */
	enum Step {

		START, SCOPE_OPENED, SCOPE_CLOSED, STOP

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

	/** Sends and receives the context as a tracer does. */
	private static final class Tracer implements ObservationHandler<Observation.Context> {

		final List<Observation.ContextView> started = new CopyOnWriteArrayList<>();

		final List<Observation.ContextView> stopped = new CopyOnWriteArrayList<>();

		final List<String> seen = new CopyOnWriteArrayList<>();

		volatile @Nullable Step failing;

		volatile boolean nulls;

		private int spans;

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

		@Override
		public synchronized void onStart(Observation.Context context) {
			failAt(Step.START);
			if (context instanceof SenderContext<?> sender) {
				inject(sender, this.nulls ? null : "span-" + ++this.spans);
			}
			if (context instanceof ReceiverContext<?> receiver) {
				context.put("parent", String.valueOf(extract(receiver)));
			}
			this.started.add(context);
		}

		private static <C> void inject(SenderContext<C> sender, @Nullable String span) {
			sender.getSetter().set(sender.getCarrier(), "traceparent", span);
		}

		private static <C> @Nullable String extract(ReceiverContext<C> receiver) {
			return receiver.getGetter().get(receiver.getCarrier(), "traceparent");
		}

		@Override
		public void onScopeOpened(Observation.Context context) {
			failAt(Step.SCOPE_OPENED);
		}

		@Override
		public void onScopeClosed(Observation.Context context) {
			failAt(Step.SCOPE_CLOSED);
		}

		@Override
		public void onStop(Observation.Context context) {
			failAt(Step.STOP);
			this.stopped.add(context);
		}

		private void failAt(Step step) {
			if (this.failing == step) {
				throw new HostileError();
			}
		}

	}

	/** No exception, and nothing can be said of it. */
	private static final class HostileError extends Error {

		private static final long serialVersionUID = 1L;

		@Override
		public String getMessage() {
			throw new IllegalStateException("for a test");
		}

	}

}
