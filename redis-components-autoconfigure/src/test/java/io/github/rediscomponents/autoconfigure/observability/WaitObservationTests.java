// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.ApplicationContext;

import io.github.rediscomponents.autoconfigure.ObservationRecorder;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.support.Spans.Span;
import io.github.rediscomponents.support.Spans.Work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The observations of waits and loads, and what they do not disturb.
 */
class WaitObservationTests extends ObservationFixture {

	@Test
	void aLockIsObservedWhileAThreadWaitsForItAndNotOtherwise() {
		run((context) -> {
			DistributedLock locks = context.getBean(DistributedLock.class);
			locks.get("free").acquire().close();
			assertThat(locks.get("free").tryAcquire()).hasValueSatisfying(Lease::close);
			assertThat(this.recorder.stopped).isEmpty();
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
				await().atMost(PATIENCE).until(() -> this.recorder.started.size() == 2);
			}
			other.join().close();
			assertThat(this.recorder.stopped).extracting(ObservationFixture::text)
				.containsExactly("redis.components.lock.await {kind=plain, name=order:1, outcome=timed_out}",
						"redis.components.lock.await {kind=plain, name=order:1, outcome=acquired}");
			assertThat(low(this.recorder.stopped.get(0))).containsOnlyKeys("kind", "outcome");
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
				await().atMost(PATIENCE).until(() -> this.recorder.started.size() == 1);
				waiter.interrupt();
				waiter.join();
			}
			assertThat(this.recorder.stopped).hasSize(1);
			assertThat(this.recorder.stopped.get(0).getError()).isInstanceOf(InterruptedException.class);
			assertThat(low(this.recorder.stopped.get(0))).containsEntry("outcome", "failed");
		});
	}

	@Test
	void permitsAndReservationsAreObservedWhileTheyAreWaitedFor() {
		run((context) -> {
			var semaphore = context.getBean(DistributedSemaphore.class).get("printer", SemaphoreOptions.of(1));
			try (var permit = semaphore.acquire()) {
				assertThat(semaphore.tryAcquire(1, SHORT)).isEmpty();
			}
			awaitALimit(context, () -> this.recorder.stopped.size() > 1);
			assertThat(this.recorder.stopped).extracting(ObservationFixture::text)
				.containsExactly("redis.components.semaphore.await {kind=permit, name=printer, outcome=timed_out}",
						"redis.components.ratelimit.await {policy=api}");
		});
	}

	/** The second reservation waits, unless it comes a second later. */
	private static void awaitALimit(ApplicationContext context, BooleanSupplier observed) throws InterruptedException {
		RateLimiter limiter = context.getBean(RateLimiter.class);
		for (int i = 0; i < 20 && !observed.getAsBoolean(); i++) {
			limiter.reserve("api", "me", 1, Duration.ofMinutes(1)).await();
		}
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
			await().atMost(PATIENCE).until(() -> this.recorder.stopped.size() == 3);
			assertThat(this.recorder.stopped).extracting(ObservationFixture::text)
				.containsOnly("redis.components.cache.loader {cache=shop}");
			assertThat(this.recorder.stopped.get(1).getError()).hasMessage("no");
			assertThat(this.registry.getCurrentObservation()).isNull();
		});
	}

	@Test
	void aSpanThatAnotherThreadEndsStaysInTheThreadThatBeganItUntilThatOneLeaves() throws Exception {
		this.registry.observationConfig().observationHandler(this.recorder);
		List<String> seen = new CopyOnWriteArrayList<>();
		Observation request = Observation.start("request", this.registry);
		Span span = new ObservedSpans(this.registry).begin(Work.CACHE_LOAD, "", "shop");
		assertThat(current()).isEqualTo("shop load");
		Thread other = new Thread(() -> {
			try (Observation.Scope scope = request.openScope()) {
				span.close();
				assertThat(this.registry.getCurrentObservation()).isSameAs(request);
				seen.add("still the request");
			}
		});
		other.start();
		other.join();
		assertThat(seen).containsExactly("still the request");
		assertThat(current()).isEqualTo("shop load");
		span.leave();
		assertThat(current()).isEqualTo("none");
		assertThat(this.recorder.stopped).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource(ObservationRecorder.Step.class)
	void anObservationThatFailsChangesNothing(ObservationRecorder.Step step) {
		this.recorder.failAt(step);
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
			awaitALimit(context,
					() -> meters.getMeters()
						.stream()
						.anyMatch((one) -> one.getId().getName().equals("redis.components.ratelimit.await")));
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

}
