// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;

import io.github.rediscomponents.autoconfigure.annotation.Beans.Kinds;
import io.github.rediscomponents.lock.LockNotAcquiredException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Fair locks, both sides of read-write locks, and several names at once.
 */
class LockKindTests {

	@Test
	void aFairLockExcludes() {
		run((context) -> {
			Kinds kinds = context.getBean(Kinds.class);
			kinds.fair(1, () -> {
				assertThat(new Elsewhere(() -> kinds.fair(1, Elsewhere.NOTHING)).failure())
					.isInstanceOf(LockNotAcquiredException.class);
				assertThat(new Elsewhere(() -> kinds.fair(2, Elsewhere.NOTHING)).failure()).isNull();
			});
			kinds.fair(1, Elsewhere.NOTHING);
		});
	}

	@Test
	void readersShareAndAWriterExcludes() {
		run((context) -> {
			Kinds kinds = context.getBean(Kinds.class);
			kinds.read(3, () -> {
				assertThat(new Elsewhere(() -> kinds.read(3, Elsewhere.NOTHING)).failure()).isNull();
				assertThat(new Elsewhere(() -> kinds.write(3, Elsewhere.NOTHING)).failure())
					.isInstanceOf(LockNotAcquiredException.class);
				assertThatIllegalStateException().isThrownBy(() -> kinds.write(3, Elsewhere.NOTHING))
					.withMessageContaining("cannot lock 'kind:3' as WRITE: the calling thread holds it as READ");
			});
			AtomicInteger nested = new AtomicInteger();
			kinds.write(3, () -> kinds.read(3, nested::incrementAndGet));
			assertThat(nested).hasValue(1);
		});
	}

	@Test
	void severalNamesAreHeldTogether() {
		run((context) -> {
			Kinds kinds = context.getBean(Kinds.class);
			kinds.all(List.of(6L, 5L), () -> {
				assertThat(AnnotationFixture.isHeld(context, "kind:5")).isTrue();
				assertThat(AnnotationFixture.isHeld(context, "kind:6")).isTrue();
				assertThat(new Elsewhere(() -> kinds.all(List.of(6L, 7L), Elsewhere.NOTHING)).failure())
					.isInstanceOfSatisfying(LockNotAcquiredException.class,
							(ex) -> assertThat(ex.name()).isEqualTo("kind:6, kind:7"));
				assertThat(AnnotationFixture.isHeld(context, "kind:7")).isFalse();
				AtomicInteger nested = new AtomicInteger();
				kinds.all(List.of(5L), nested::incrementAndGet);
				assertThat(nested).hasValue(1);
			});
			assertThat(AnnotationFixture.isHeld(context, "kind:5")).isFalse();
			assertThat(AnnotationFixture.isHeld(context, "kind:6")).isFalse();
		});
	}

	private static void run(ContextConsumer<AssertableApplicationContext> body) {
		AnnotationFixture.runner().withBean(Kinds.class).run((context) -> {
			assertThat(context).hasNotFailed();
			body.accept(context);
		});
	}

}
