// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.autoconfigure.annotation.Beans.Codes;
import io.github.rediscomponents.autoconfigure.annotation.Beans.Order;
import io.github.rediscomponents.lock.AcquireInterruptedException;
import io.github.rediscomponents.ratelimit.RateLimitedException;
import io.github.rediscomponents.ratelimit.RateLimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RateLimitedTests {

	@Test
	void refusesBeyondTheLimitOfEachSubject() {
		AnnotationFixture.runner().withBean(Codes.class).run((context) -> {
			Codes codes = context.getBean(Codes.class);
			assertThat(codes.send("1")).isEqualTo("sent to 1");
			assertThat(codes.send("1")).isEqualTo("sent to 1");
			assertThatExceptionOfType(RateLimitedException.class).isThrownBy(() -> codes.send("1")).satisfies((ex) -> {
				assertThat(ex.policy()).isEqualTo("code");
				assertThat(ex.decision().retryAfter()).isBetween(Duration.ofMinutes(50), Duration.ofHours(1));
				assertThat(ex.decision().remaining()).isZero();
			});
			assertThat(codes.send("2")).isEqualTo("sent to 2");
		});
	}

	@Test
	void chargesWhatTheCallCosts() {
		AnnotationFixture.runner().withBean(Codes.class).run((context) -> {
			Codes codes = context.getBean(Codes.class);
			codes.export(new Order("a", 8));
			assertThatExceptionOfType(RateLimitedException.class).isThrownBy(() -> codes.export(new Order("b", 3)));
			codes.export(new Order("c", 2));
			assertThat(context.getBean(RateLimiter.class).policy("rows").peek("all").remaining()).isZero();
			assertThatIllegalArgumentException().isThrownBy(() -> codes.export(new Order("d", 0)));
			assertThatIllegalArgumentException().isThrownBy(() -> codes.send(""))
				.withMessage("key #phone of @RateLimited on Codes.send is empty");
		});
	}

	@Test
	void tellsAnAsynchronousCallerByTheStage() {
		AnnotationFixture.runner().withBean(Codes.class).run((context) -> {
			Codes codes = context.getBean(Codes.class);
			assertThat(codes.async()).isCompletedWithValue("ran");
			assertThat(codes.async()).failsWithin(AnnotationFixture.PATIENCE)
				.withThrowableOfType(java.util.concurrent.ExecutionException.class)
				.withCauseInstanceOf(RateLimitedException.class);
		});
	}

	@Test
	void waitsWhereItSaysSo() {
		AnnotationFixture.runner().withBean(Codes.class).run((context) -> {
			Codes codes = context.getBean(Codes.class);
			long start = System.nanoTime();
			codes.patient("1");
			codes.patient("1");
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(1));
			codes.impatient("1");
			codes.impatient("1");
			assertThatExceptionOfType(RateLimitedException.class).isThrownBy(() -> codes.impatient("1"));
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(AcquireInterruptedException.class).isThrownBy(() -> codes.endless("1"));
			assertThat(Thread.interrupted()).isTrue();
		});
	}

}
