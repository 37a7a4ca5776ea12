// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.netty.util.concurrent.FastThreadLocalThread;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.ratelimit.Decision;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.ratelimit.Reservation;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Calls that wait, made by the threads that bring the replies they would wait for.
 */
@Tag("contract")
class WaitingThreadTests extends WaitingThreadFixture {

	private static final RatePolicy POLICY = RatePolicy.of("calls",
			Limit.tokenBucket(1000, Duration.ofSeconds(1), 1000));

	WaitingThreadTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void areRefusedBeforeAnythingIsSent() {
		areRefused(() -> this.components.caches().get("shop", 1L, String.class, (id) -> "shop " + id),
				() -> this.components.locks().get("order").acquire(),
				() -> this.components.locks().get("order").tryAcquire(),
				() -> this.components.locks().get("order").info(),
				() -> this.components.locks().get("order").asLock().tryLock(),
				() -> this.components.rateLimiter().tryAcquire(POLICY, "user", 1),
				() -> this.components.likes().toggle("post", "user"),
				() -> this.components.likes().states(List.of("post"), "user"),
				() -> this.components.taskQueues().get("email", String.class).enqueue("hello"),
				() -> this.components.taskQueues().get("email", String.class).poll(Duration.ofSeconds(1)),
				() -> this.components.delayQueues().get("later", String.class).poll(Duration.ofSeconds(1)));
		assertThat(this.components.caches().get("shop", 1L, String.class, (id) -> "shop " + id)).isEqualTo("shop 1");
	}

	@Test
	void anIdIsRefusedWhileNoneIsGrantedYet() throws Exception {
		this.components.likes().count("connects");
		try {
			assertThatIllegalStateException().isThrownBy(() -> onIoThread(() -> {
				server().nodes().forEach((node) -> node.command("CLIENT", "PAUSE", "30000", "WRITE"));
				return this.components.ids().nextId();
			}));
		}
		finally {
			server().nodes().forEach((node) -> node.command("CLIENT", "UNPAUSE"));
		}
		assertThat(this.components.ids().nextId()).isPositive();
		assertThat(onIoThread(() -> this.components.ids().nextId())).isPositive();
	}

	@Test
	void areRefusedWhileThisProcessHoldsTheLock() throws Exception {
		NamedLock lock = this.components.locks().get("order");
		try (Lease lease = lock.acquire()) {
			assertThatIllegalStateException().isThrownBy(() -> onIoThread(lock::acquire));
			assertThat(lease.isValid()).isTrue();
		}
		assertThat(lock.tryAcquire()).isPresent();
	}

	@Test
	void aReleaseIsSentAndNotWaitedFor() throws Exception {
		NamedLock lock = this.components.locks().get("order");
		Lease lease = lock.acquire();
		assertThat(onIoThread(lease::release)).isIn(ReleaseResult.UNKNOWN, ReleaseResult.RELEASED);
		await().until(() -> !lock.info().held());
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
	}

	@Test
	void resultsOfTheRateLimiterComeOnThreadsThatMayWait() throws Exception {
		assertThat(continued(() -> this.components.rateLimiter().tryAcquireAsync(POLICY, "user", 1), Decision::allowed))
			.isTrue();
		assertThat(continued(
				() -> this.components.rateLimiter().policy(POLICY).reserveAsync("user", 1, Duration.ofSeconds(1)),
				Reservation::allowed))
			.isTrue();
		assertThat(continued(() -> this.components.rateLimiter()
			.policy(POLICY)
			.reserve("user", 1, Duration.ofSeconds(1))
			.cancelAsync(), Function.identity())).isTrue();
	}

	/**
	 * Goes on with a stage, and calls Redis there.
	 */
	private <T, R> R continued(Callable<CompletionStage<T>> call, Function<T, R> result) throws Exception {
		while (true) {
			Thread caller = Thread.currentThread();
			CompletableFuture<Thread> on = new CompletableFuture<>();
			R known = call.call().thenApply((value) -> {
				on.complete(Thread.currentThread());
				this.components.likes().toggle("post", UUID.randomUUID().toString());
				return result.apply(value);
			}).toCompletableFuture().get(30, TimeUnit.SECONDS);
			if (on.join() != caller) {
				// Otherwise the reply came first.
				assertThat(on.join()).isNotInstanceOf(FastThreadLocalThread.class);
				return known;
			}
		}
	}

}
