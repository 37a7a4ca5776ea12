// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.store.CacheReport;
import io.github.rediscomponents.cache.store.CacheStore;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.Membership;
import io.github.rediscomponents.support.Thrown;
import org.jspecify.annotations.Nullable;

/**
 * Tests missing keys with a Bloom filter. Only a certain answer has an effect: after any
 * other answer, or a failure, the value is loaded.
 */
final class Guard {

	private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Function<String, BloomFilter> filters;

	private final CacheStore store;

	private final @Nullable BloomFilter fixed;

	private final CacheReport report;

	private volatile long pauseNanos;

	private volatile long askAt;

	Guard(Function<String, BloomFilter> filters, CacheStore store, @Nullable BloomFilter fixed, CacheReport report) {
		this.filters = filters;
		this.store = store;
		this.fixed = fixed;
		this.report = report;
	}

	boolean isAbsent(String text, Guarding guarding) {
		BloomFilter filter = filter(guarding);
		return filter != null && ask(filter, List.of(text)).get(0) == Membership.ABSENT;
	}

	/**
	 * Returns those that certainly have no value.
	 */
	List<String> absent(List<String> texts, Guarding guarding) {
		BloomFilter filter = filter(guarding);
		if (filter == null) {
			return List.of();
		}
		return absent(texts, ask(filter, texts));
	}

	/**
	 * Does what {@link #absent(List, Guarding)} does without a thread that waits.
	 */
	CompletableFuture<List<String>> absentLater(List<String> texts, Guarding guarding) {
		BloomFilter filter = filter(guarding);
		if (filter == null || isPausing()) {
			return CompletableFuture.completedFuture((filter != null) ? told(texts, unknown(texts)) : List.of());
		}
		return CompletableFuture.completedFuture(filter.withTimeout(this.store.settings().commandTimeout()))
			.thenCompose((timed) -> timed.testAllAsync(texts))
			.handle((answers, failure) -> {
				if (failure == null) {
					this.pauseNanos = 0;
					return told(texts, answers);
				}
				if (Thrown.unwrapped(failure) instanceof RuntimeException known) {
					return told(texts, failed(known, texts));
				}
				throw new CompletionException(failure);
			});
	}

	private List<String> told(List<String> texts, List<Membership> answers) {
		answers.forEach(this.report::guarded);
		return absent(texts, answers);
	}

	private static List<String> absent(List<String> texts, List<Membership> answers) {
		List<String> absent = new ArrayList<>();
		for (int i = 0; i < texts.size(); i++) {
			if (answers.get(i) == Membership.ABSENT) {
				absent.add(texts.get(i));
			}
		}
		return absent;
	}

	private @Nullable BloomFilter filter(Guarding guarding) {
		if (!guarding.on()) {
			return null;
		}
		if (guarding.filter() != null) {
			return guarding.filter();
		}
		if (this.fixed != null) {
			return this.fixed;
		}
		String named = this.store.settings().bloomFilter();
		return (named != null) ? this.filters.apply(named) : null;
	}

	private List<Membership> ask(BloomFilter filter, List<String> texts) {
		List<Membership> answers = answers(filter, texts);
		answers.forEach(this.report::guarded);
		return answers;
	}

	private List<Membership> answers(BloomFilter filter, List<String> texts) {
		if (isPausing()) {
			return unknown(texts);
		}
		try {
			List<Membership> answers = filter.withTimeout(this.store.settings().commandTimeout()).testAll(texts);
			this.pauseNanos = 0;
			return answers;
		}
		catch (RedisComponentsException | IllegalStateException ex) {
			return failed(ex, texts);
		}
	}

	private List<Membership> failed(RuntimeException failure, List<String> texts) {
		if (failure instanceof RedisComponentsException ours) {
			if (failure instanceof RedisUnavailableException) {
				// The filter's node need not be that of the entries, whose breaker does
				// not cover it.
				this.pauseNanos = Math.min(Math.max(MIN_PAUSE_NANOS, 2 * this.pauseNanos), MAX_PAUSE_NANOS);
				this.askAt = System.nanoTime() + this.pauseNanos;
			}
			this.report.goesOnWithout(ours);
		}
		else if (failure instanceof IllegalStateException mismatch) {
			this.report.goesOnWithoutFilter(mismatch);
		}
		else {
			throw failure;
		}
		return unknown(texts);
	}

	private boolean isPausing() {
		return this.pauseNanos > 0 && System.nanoTime() - this.askAt < 0;
	}

	private static List<Membership> unknown(List<String> texts) {
		return Collections.nCopies(texts.size(), Membership.UNKNOWN);
	}

}
