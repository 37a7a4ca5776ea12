// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import org.hamcrest.Matchers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.cache.Cache.ValueWrapper;

import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What Spring's cache abstraction asks of a cache whose callers do not wait.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class SpringCacheRetrieveTests extends SpringCacheFixture {

	SpringCacheRetrieveTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void retrievesWithoutBlocking() throws Exception {
		assertThat(get(this.cache.retrieve("k"))).isNull();
		this.cache.put("k", "v");
		assertThat(((ValueWrapper) get(this.cache.retrieve("k"))).get()).isEqualTo("v");
		this.cache.put("k", null);
		assertThat(((ValueWrapper) get(this.cache.retrieve("k"))).get()).isNull();
	}

	@Test
	void retrievesOnceForManyCallersWithoutBlockingThem() throws Exception {
		AtomicInteger loads = new AtomicInteger();
		CompletableFuture<String> source = new CompletableFuture<>();
		List<CompletableFuture<String>> all = new ArrayList<>();
		// This thread is the only one that could complete the source.
		for (int i = 0; i < 10; i++) {
			all.add(this.cache.retrieve("k", () -> {
				loads.incrementAndGet();
				return source;
			}));
		}
		source.complete("loaded");
		for (CompletableFuture<String> one : all) {
			assertThat(get(one)).isEqualTo("loaded");
		}
		assertThat(loads).hasValue(1);
		assertThat(this.cache.get("k", String.class)).isEqualTo("loaded");
	}

	@Test
	void retrieveFailsWithWhatTheLoaderFailedWith() {
		IOException failure = new IOException("down");
		for (CompletableFuture<String> one : List.of(
				this.cache.<String>retrieve("k", () -> CompletableFuture.failedFuture(failure)),
				this.cache.<String>retrieve("k2", () -> CompletableFuture.supplyAsync(() -> "")
					.thenCompose((ok) -> CompletableFuture.failedFuture(failure))))) {
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> get(one)).withCause(failure);
		}
		assertThatExceptionOfType(ExecutionException.class)
			.isThrownBy(() -> get(this.cache.<String>retrieve("k", () -> null)))
			.withMessageContaining("returned null");
		assertThat(this.cache.get("k")).isNull();
	}

	@Test
	void retrievesTheLoadOfAThreadAndTheOtherWayRound() throws Exception {
		IOException failure = new IOException("down");
		CompletableFuture<String> source = new CompletableFuture<>();
		CompletableFuture<String> retrieved = this.cache.retrieve("k", () -> source);
		FutureTask<String> waiting = new FutureTask<>(() -> this.cache.get("k", () -> "of the thread"));
		await().until(() -> source.getNumberOfDependents() > 0);
		new Thread(waiting).start();
		source.complete("of the stage");
		assertThat(get(retrieved)).isEqualTo("of the stage");
		assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo("of the stage");
		CompletableFuture<String> failing = this.cache.retrieve("l", () -> CompletableFuture.failedFuture(failure));
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> get(failing)).withCause(failure);
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.cache.get("l", () -> {
			throw failure;
		})).withCause(failure);
	}

	@Test
	void retrievesAThousandValuesAtATimeWithoutAThreadForEach() throws Exception {
		get(this.cache.retrieve("warm", () -> CompletableFuture.completedFuture("v")));
		Set<Thread> before = threadsOfComponents();
		List<CompletableFuture<String>> sources = new ArrayList<>();
		List<CompletableFuture<String>> all = new ArrayList<>();
		AtomicInteger loads = new AtomicInteger();
		for (int i = 0; i < 1000; i++) {
			CompletableFuture<String> source = new CompletableFuture<>();
			sources.add(source);
			all.add(this.cache.retrieve("k" + (i % 200), () -> {
				loads.incrementAndGet();
				return source;
			}));
		}
		await().untilAtomic(loads, Matchers.is(200));
		Set<Thread> during = threadsOfComponents();
		during.removeAll(before);
		// As many as there are processors, whatever the number of calls.
		assertThat(during).allMatch((thread) -> thread.getName().startsWith("redis-components-stage-"))
			.hasSizeLessThanOrEqualTo(Math.max(2, Runtime.getRuntime().availableProcessors()));
		sources.forEach((source) -> source.complete("v"));
		for (CompletableFuture<String> one : all) {
			assertThat(get(one)).isEqualTo("v");
		}
		assertThat(loads).hasValue(200);
		assertThat(this.cache.counts().misses()).isEqualTo(201);
		assertThat(this.cache.counts().hits()).isEqualTo(800);
	}

	private static Set<Thread> threadsOfComponents() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("redis-components"))
			.collect(Collectors.toCollection(HashSet::new));
	}

	private static <T> T get(CompletableFuture<T> future) throws Exception {
		return future.get(20, TimeUnit.SECONDS);
	}

}
