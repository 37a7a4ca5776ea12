// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.hamcrest.Matchers;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;

import io.github.rediscomponents.filter.BloomFilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Calls of a cache by Reactor.
 */
class ReactiveTypedCacheTests extends FreshnessFixture {

	private static final Duration SOON = Duration.ofSeconds(20);

	private ReactiveTypedCache<String, String> reactive() {
		return ReactiveTypedCache.of(this.mine);
	}

	private Mono<String> counted(String key) {
		return Mono.fromSupplier(() -> loading(key));
	}

	@Test
	void doesNothingBeforeASubscriptionAndAgainAtEachOne() {
		Mono<String> value = reactive().get("k", this::counted);
		Mono<Void> put = reactive().put("p", "v");
		Mono<Void> invalidated = reactive().invalidate("k");
		assertThat(this.loads).hasValue(0);
		assertThat(this.mine.peek("p").isHit()).isFalse();
		assertThat(value.block(SOON)).isEqualTo("v1");
		assertThat(value.block(SOON)).isEqualTo("v1");
		put.block(SOON);
		assertThat(reactive().peek("p").block(SOON)).isEqualTo(new Lookup<>(Lookup.State.FRESH, "v"));
		invalidated.block(SOON);
		assertThat(value.block(SOON)).isEqualTo("v2");
	}

	@Test
	void isEmptyWhereThereIsNoValueAndRemembersThat() {
		assertThat(reactive().get("k", (key) -> Mono.empty()).blockOptional(SOON)).isEmpty();
		assertThat(reactive().get("k", this::counted).blockOptional(SOON)).isEmpty();
		assertThat(this.mine.peek("k").state()).isEqualTo(Lookup.State.NULL);
		reactive().put("k", null).block(SOON);
		assertThat(this.loads).hasValue(0);
	}

	@Test
	void failsAsTheLoaderDoes() {
		IllegalCallerException failure = new IllegalCallerException("for a test");
		assertThatExceptionOfType(IllegalCallerException.class)
			.isThrownBy(() -> reactive().get("k", (key) -> Mono.error(failure)).block(SOON))
			.isSameAs(failure);
		assertThatExceptionOfType(CacheLoadException.class)
			.isThrownBy(() -> reactive().get("k", (key) -> Mono.error(new IOException("for a test"))).block(SOON))
			.withCauseInstanceOf(IOException.class);
		assertThatIllegalStateException().isThrownBy(() -> reactive().get("k", (key) -> null).block(SOON))
			.withMessageContaining("returned null");
		assertThatIllegalArgumentException().isThrownBy(() -> reactive().get(null, this::counted).block(SOON))
			.withMessageStartingWith("key");
		assertThatIllegalArgumentException().isThrownBy(() -> reactive().get("k", null))
			.withMessageStartingWith("loader");
		assertThatIllegalArgumentException().isThrownBy(() -> ReactiveTypedCache.of(null))
			.withMessageStartingWith("cache");
	}

	@Test
	void aSubscriberThatCancelsEndsNothingElse() {
		Sinks.One<String> source = Sinks.one();
		AtomicBoolean cancelled = new AtomicBoolean();
		AtomicReference<String> taken = new AtomicReference<>();
		Disposable first = reactive().get("k", (key) -> {
			this.loads.incrementAndGet();
			return source.asMono().doOnCancel(() -> cancelled.set(true));
		}).subscribe(taken::set);
		await().untilAtomic(this.loads, Matchers.is(1));
		CompletableFuture<String> second = reactive().get("k", this::counted).toFuture();
		first.dispose();
		source.tryEmitValue("loaded");
		assertThat(second).succeedsWithin(SOON).isEqualTo("loaded");
		await().until(() -> "loaded".equals(this.theirs.peek("k").value()));
		assertThat(taken).hasNullValue();
		assertThat(cancelled).isFalse();
	}

	@Test
	void cancelsThePublisherThatTakesTooLong() {
		tune(TestCaches.SETTINGS.withLease(Duration.ofMillis(500), Duration.ofMillis(500)));
		AtomicBoolean cancelled = new AtomicBoolean();
		assertThatExceptionOfType(CacheLoadException.class)
			.isThrownBy(() -> reactive().get("k", (key) -> Mono.<String>never().doOnCancel(() -> cancelled.set(true)))
				.block(SOON))
			.withMessageContaining("max-load-time");
		await().untilTrue(cancelled);
		assertThat(reactive().get("k", this::counted).block(SOON)).isEqualTo("v1");
	}

	@Test
	void writesThroughAtEachSubscriptionWithItsContext() {
		AtomicInteger writes = new AtomicInteger();
		Mono<String> write = Mono
			.deferContextual((context) -> Mono.just(context.get("who") + " " + writes.incrementAndGet()));
		Mono<String> written = reactive().writeThrough("k", write).contextWrite(Context.of("who", "writer"));
		this.mine.put("k", "old");
		assertThat(writes).hasValue(0);
		for (int i = 1; i <= 2; i++) {
			this.mine.put("k", "old");
			assertThat(written.block(SOON)).isEqualTo("writer " + i);
			assertThat(this.theirs.peek("k").isHit()).isFalse();
		}
		this.mine.put("k", "old");
		assertThat(reactive().writeThrough("k", Mono.empty()).blockOptional(SOON)).isEmpty();
		assertThat(this.theirs.peek("k").isHit()).isFalse();
		this.mine.put("k", "old");
		IllegalCallerException failure = new IllegalCallerException("for a test");
		assertThatExceptionOfType(IllegalCallerException.class)
			.isThrownBy(() -> reactive().writeThrough("k", Mono.error(failure)).block(SOON))
			.isSameAs(failure);
		assertThat(this.theirs.peek("k").isHit()).isFalse();
		assertThatIllegalArgumentException().isThrownBy(() -> reactive().writeThrough("k", null))
			.withMessageStartingWith("write");
	}

	@Test
	void aSubscriberThatCancelsEndsNeitherTheWriteNorTheInvalidation() {
		this.mine.put("k", "old");
		Sinks.One<String> source = Sinks.one();
		AtomicBoolean cancelled = new AtomicBoolean();
		Disposable writing = reactive().writeThrough("k", source.asMono().doOnCancel(() -> cancelled.set(true)))
			.subscribe();
		writing.dispose();
		assertThat(this.theirs.peek("k").value()).isEqualTo("old");
		source.tryEmitValue("done");
		await().until(() -> !this.theirs.peek("k").isHit());
		assertThat(cancelled).isFalse();
	}

	@Test
	void clearsAndOutdatesTagsAtEachSubscription() {
		Mono<Map<String, String>> all = reactive().getAllWithContext(List.of("a", "b"), (keys, context) -> {
			context.tags("a", "t");
			return Mono.fromSupplier(() -> Map.of("a", loading("a"), "b", "B"));
		});
		Mono<Void> outdated = reactive().invalidateTags("t");
		Mono<Void> cleared = reactive().clear();
		assertThat(all.block(SOON)).isEqualTo(Map.of("a", "v1", "b", "B"));
		assertThat(this.theirs.peek("a").value()).isEqualTo("v1");
		outdated.block(SOON);
		assertThat(this.theirs.peek("a").isHit()).isFalse();
		assertThat(this.mine.peek("b").isHit()).isTrue();
		assertThat(all.block(SOON)).isEqualTo(Map.of("a", "v2", "b", "B"));
		outdated.block(SOON);
		assertThat(this.theirs.peek("a").isHit()).isFalse();
		cleared.block(SOON);
		assertThat(this.mine.peek("b").isHit()).isFalse();
		assertThatIllegalArgumentException().isThrownBy(() -> reactive().invalidateTags().block(SOON))
			.withMessageStartingWith("tags");
		assertThatIllegalArgumentException().isThrownBy(() -> reactive().getAllWithContext(List.of("a"), null))
			.withMessageStartingWith("loader");
	}

	@Test
	void asksTheFilterThatItIsGiven() {
		BloomFilter filter = this.here.filter("guard");
		filter.create();
		ReactiveTypedCache<String, String> guarded = reactive().guardedBy(filter);
		assertThat(guarded.get("k", this::counted).blockOptional(SOON)).isEmpty();
		assertThat(this.loads).hasValue(0);
		assertThat(guarded.unguarded().get("k", this::counted).block(SOON)).isEqualTo("v1");
	}

	@Test
	void givesTagsAndOptionsOfACall() {
		assertThat(reactive().getWithContext("k", (key, context) -> {
			context.tags("t");
			return counted(key);
		}, EntryOptions.defaults().withTtl(Duration.ofSeconds(30))).block(SOON)).isEqualTo("v1");
		assertThat(pttl("k")).isBetween(1_000L, 30_000L);
		this.mine.invalidateTags("t");
		assertThat(reactive().get("k", this::counted).block(SOON)).isEqualTo("v2");
		reactive().putAll(Map.of("k", "put")).block(SOON);
		assertThat(reactive().getWithContext("k", (key, context) -> counted(key)).block(SOON)).isEqualTo("put");
		assertThat(reactive().name()).isEqualTo("c");
		assertThat(reactive().stalenessBound()).isEqualTo(this.mine.stalenessBound());
		assertThat(reactive()).hasToString("ReactiveTypedCache[c]");
	}

}
