// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link Concurrently}.
 */
class ConcurrentlyTests {

	@Test
	void runsOnceOnEachThreadAtTheSameTime() {
		CyclicBarrier all = new CyclicBarrier(16);
		List<String> names = Concurrently.run(16, () -> {
			all.await();
			return Thread.currentThread().getName();
		});
		assertThat(names).hasSize(16).doesNotHaveDuplicates();
	}

	@Test
	void repeatsOnEachThread() {
		AtomicInteger counter = new AtomicInteger();
		List<Integer> results = Concurrently.repeat(8, 500, () -> counter.incrementAndGet());
		assertThat(results).hasSize(4000).doesNotHaveDuplicates();
		assertThat(counter).hasValue(4000);
	}

	@Test
	void runsActionsWithoutAResult() {
		Set<Integer> set = Collections.synchronizedSet(new HashSet<>());
		AtomicInteger counter = new AtomicInteger();
		Concurrently.run(4, () -> {
			set.add(counter.incrementAndGet());
		});
		Concurrently.repeat(4, 10, () -> {
			set.add(counter.incrementAndGet());
		});
		assertThat(set).hasSize(44);
	}

	@Test
	void runsDifferentActionsAndKeepsTheirOrder() {
		List<Callable<String>> actions = List.of(() -> "a", () -> "b", () -> "c");
		assertThat(Concurrently.run(actions)).containsExactly("a", "b", "c");
	}

	@Test
	void throwsTheFirstFailureAsItIsAndSuppressesOthers() {
		AtomicInteger counter = new AtomicInteger();
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> Concurrently.run(3, () -> {
			throw new UnsupportedOperationException(String.valueOf(counter.incrementAndGet()));
		})).satisfies((ex) -> assertThat(ex.getSuppressed()).hasSize(2));
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> Concurrently.run(3, () -> {
			throw new AssertionError("as expected");
		})).withMessage("as expected");
	}

	@Test
	void wrapsCheckedExceptions() {
		assertThatIllegalStateException().isThrownBy(() -> Concurrently.run(3, () -> {
			throw new IOException("as expected");
		})).withCauseInstanceOf(IOException.class);
	}

	@Test
	void rejectsNumbersBelowOne() {
		assertThatIllegalArgumentException().isThrownBy(() -> Concurrently.run(0, () -> 1))
			.withMessage("threads must be at least 1 but was 0");
		assertThatIllegalArgumentException().isThrownBy(() -> Concurrently.repeat(0, () -> 1))
			.withMessage("times must be at least 1 but was 0");
	}

}
