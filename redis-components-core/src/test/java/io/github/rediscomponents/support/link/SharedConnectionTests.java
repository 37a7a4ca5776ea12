// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.link;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.api.AsyncCloseable;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.HostileException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An attempt to connect that fails with an Error is not the last one.
 */
class SharedConnectionTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final AsyncCloseable CONNECTION = () -> CompletableFuture.completedFuture(null);

	private static void connectsAfterAFailure(SharedConnection<AsyncCloseable> connection) {
		assertThat(connection.get()).failsWithin(PATIENCE)
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(RedisUnavailableException.class);
		await().atMost(PATIENCE).ignoreExceptions().until(() -> connection.get().join() == CONNECTION);
	}

	@Test
	void whenThereIsNoThreadForIt() {
		AtomicInteger calls = new AtomicInteger();
		Executor executor = (task) -> {
			if (calls.incrementAndGet() == 1) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			task.run();
		};
		connectsAfterAFailure(new SharedConnection<>(() -> CONNECTION, executor));
	}

	@Test
	void whenItThrowsAnError() {
		AtomicInteger calls = new AtomicInteger();
		ExecutorService executor = Executors.newSingleThreadExecutor();
		connectsAfterAFailure(new SharedConnection<>(() -> {
			if (calls.incrementAndGet() == 1) {
				throw new NoClassDefFoundError("lost");
			}
			return CONNECTION;
		}, executor));
		executor.shutdown();
	}

	@Test
	void whenItThrowsWhatThrowsAgain() {
		ExecutorService executor = Executors.newSingleThreadExecutor();
		List<Throwable> all = new ArrayList<>(HostileException.all());
		all.add(HostileException.circle());
		for (Throwable hostile : all) {
			AtomicInteger calls = new AtomicInteger();
			connectsAfterAFailure(new SharedConnection<>(() -> {
				if (calls.incrementAndGet() == 1) {
					throw new CompletionException("wrapper", hostile);
				}
				return CONNECTION;
			}, executor));
		}
		executor.shutdown();
	}

}
