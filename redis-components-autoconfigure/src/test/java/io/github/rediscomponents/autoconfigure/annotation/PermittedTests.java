// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;

import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;

import io.github.rediscomponents.autoconfigure.annotation.Beans.Printers;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockNotAcquiredException;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.PermitLostException;
import io.github.rediscomponents.semaphore.PermitNotAcquiredException;
import io.github.rediscomponents.semaphore.Permitted;
import io.github.rediscomponents.semaphore.SemaphoreOptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PermittedTests {

	@Test
	void asManyCallsRunAsThereArePermits() {
		run((context) -> {
			Printers proxy = context.getBean(Printers.class);
			Printers printers = (Printers) AopProxyUtils.getSingletonTarget(proxy);
			List<FutureTask<Void>> callers = new ArrayList<>();
			for (int i = 0; i < 6; i++) {
				callers.add(AnnotationFixture.inBackground(() -> {
					for (int j = 0; j < 20; j++) {
						proxy.print();
					}
					return null;
				}));
			}
			for (FutureTask<Void> caller : callers) {
				AnnotationFixture.get(caller);
			}
			assertThat(printers.most.get()).isBetween(1, 2);
			assertThat(printers.running).hasValue(0);
			assertThat(context.getBean(DistributedSemaphore.class).get("printer").available()).isEqualTo(2);
		});
	}

	@Test
	void anAsynchronousMethodHoldsSeveralPermitsUntilItsResultIsThere() {
		run((context) -> {
			Printers printers = context.getBean(Printers.class);
			NamedSemaphore printer = context.getBean(DistributedSemaphore.class).get("printer");
			CompletableFuture<String> inside = new CompletableFuture<>();
			CompletableFuture<String> outside = printers.both(inside);
			assertThat(printer.available()).isZero();
			assertThat(printers.both(new CompletableFuture<>())).failsWithin(AnnotationFixture.PATIENCE)
				.withThrowableOfType(java.util.concurrent.ExecutionException.class)
				.withCauseInstanceOf(PermitNotAcquiredException.class);
			inside.complete("done");
			assertThat(outside).succeedsWithin(AnnotationFixture.PATIENCE).isEqualTo("done");
			assertThat(printer.available()).isEqualTo(2);
		});
	}

	@Test
	void eachKeyHasItsOwnSemaphore() {
		run((context) -> {
			Printers printers = context.getBean(Printers.class);
			printers.of("a", () -> {
				assertThatExceptionOfType(PermitNotAcquiredException.class)
					.isThrownBy(() -> printers.of("a", Elsewhere.NOTHING))
					.satisfies((ex) -> assertThat(ex.name()).isEqualTo("tenant:a"));
				assertThat(printers.perhaps("a")).isEmpty();
				assertThat(printers.perhaps("b")).contains("ran");
			});
			assertThat(printers.perhaps("a")).contains("ran");
		});
	}

	@Test
	void aPermitThatWasLostMeanwhileIsReported() {
		run((context) -> {
			NamedSemaphore semaphore = context.getBean(DistributedSemaphore.class)
				.get("tenant:a", SemaphoreOptions.of(1).asFair());
			assertThatExceptionOfType(PermitLostException.class).isThrownBy(() -> context.getBean(Printers.class)
				.of("a", () -> assertThat(semaphore.revoke(semaphore.holders().get(0).id())).isTrue()));
		});
	}

	@Test
	void theOrderIsLimitThenPermitThenLock() {
		run((context) -> {
			Printers printers = context.getBean(Printers.class);
			NamedSemaphore permits = context.getBean(DistributedSemaphore.class).get("ordered", SemaphoreOptions.of(1));
			RateLimiter limiter = context.getBean(RateLimiter.class);
			try (Lease lock = context.getBean(DistributedLock.class).get("ordered").acquire()) {
				assertThat(lock.isValid()).isTrue();
				try (Permit permit = permits.acquire()) {
					assertThat(permit.isValid()).isTrue();
					assertThatExceptionOfType(PermitNotAcquiredException.class).isThrownBy(printers::ordered);
				}
				assertThat(limiter.peek("everybody", "*").allowed()).isFalse();
				limiter.reset("everybody", "*");
				assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(printers::ordered);
				assertThat(permits.available()).isEqualTo(1);
			}
		});
	}

	@Test
	void aSemaphoreThatIsNotDeclaredStopsTheStart() {
		AnnotationFixture.runner()
			.withPropertyValues("redis-components.semaphore.semaphores.printer.permits=2")
			.withBean(Undeclared.class)
			.run((context) -> assertThat(MisuseTests.analyze(context.getStartupFailure()).getDescription())
				.contains("@Permitted on ")
				.contains("'scanner'"));
	}

	private static void run(ContextConsumer<AssertableApplicationContext> body) {
		AnnotationFixture.runner()
			.withPropertyValues("redis-components.semaphore.semaphores.printer.permits=2")
			.withBean(Printers.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				body.accept(context);
			});
	}

	static class Undeclared {

		@Permitted("scanner")
		void scan() {
		}

	}

}
