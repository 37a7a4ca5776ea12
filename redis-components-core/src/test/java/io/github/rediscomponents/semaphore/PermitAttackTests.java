// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Permits whose callers do what they should not, at the worst moment.
 */
class PermitAttackTests extends SemaphoreFixture {

	private static final Duration LONG = Duration.ofMinutes(5);

	PermitAttackTests() {
		super(RedisTopology.STANDALONE);
	}

	/** Hears everything, and throws an Error each time. */
	private static final class Throwing implements SemaphoreObserver {

		private final List<String> heard = new CopyOnWriteArrayList<>();

		private void fail(String event) {
			this.heard.add(event);
			throw new NoClassDefFoundError(event);
		}

		@Override
		public void acquired(Permit permit, long waitedNanos) {
			fail("acquired");
		}

		@Override
		public void notAcquired(String semaphore, long waitedNanos) {
			fail("notAcquired");
		}

		@Override
		public void released(Permit permit, ReleaseResult result, long heldNanos) {
			fail("released " + result);
		}

		@Override
		public void lost(Permit permit, LossReason reason) {
			fail("lost " + reason);
		}

	}

	@Test
	void anErrorOfAnObserverTakesNothingFromAnybody() throws Exception {
		Throwing observer = new Throwing();
		NamedSemaphore semaphore = process(new LiveSettings<>(NO_POLLING), observer).get(this.name,
				SemaphoreOptions.of(2));
		Permit one = semaphore.acquire();
		Permit two = semaphore.tryAcquireAsync(1, LONG).toCompletableFuture().join().orElseThrow();
		assertThat(semaphore.tryAcquire()).isEmpty();
		assertThat(semaphore.tryAcquireAsync(2, Duration.ZERO)).succeedsWithin(PATIENCE).isEqualTo(Optional.empty());
		CompletableFuture<Optional<Permit>> waits = semaphore.tryAcquireAsync(1, LONG).toCompletableFuture();
		awaitWaiting(1);
		assertThat(one.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(two.releaseAsync()).succeedsWithin(PATIENCE).isEqualTo(ReleaseResult.RELEASED);
		assertThat(waits).succeedsWithin(PATIENCE);
		Permit third = waits.join().orElseThrow();
		assertThat(semaphore.revoke(third.id())).isTrue();
		assertThat(third.lost()).succeedsWithin(PATIENCE).isEqualTo(LossReason.REMOVED);
		assertThat(third.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
		assertThat(semaphore.available()).isEqualTo(2);
		// By another thread than the one that completes the loss.
		await().atMost(PATIENCE)
			.untilAsserted(
					() -> assertThat(observer.heard).containsExactlyInAnyOrder("acquired", "acquired", "acquired",
							"notAcquired", "notAcquired", "released RELEASED", "released RELEASED", "lost REMOVED"));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void cancelledAcquisitionsLeaveNothingWheneverTheyAreCancelled(boolean fair) {
		DistributedSemaphore process = process(NO_POLLING);
		NamedSemaphore semaphore = process.get(this.name,
				fair ? SemaphoreOptions.of(4).asFair() : SemaphoreOptions.of(4));
		long seed = System.nanoTime();
		Random random = new Random(seed);
		List<CompletableFuture<Optional<Permit>>> all = new ArrayList<>();
		for (int i = 0; i < 400; i++) {
			CompletableFuture<Optional<Permit>> one = semaphore.tryAcquireAsync(1 + random.nextInt(4), LONG)
				.toCompletableFuture();
			one.thenAccept((permit) -> permit.ifPresent(Permit::releaseAsync));
			all.add(one);
			CompletableFuture<Optional<Permit>> any = all.get(random.nextInt(all.size()));
			switch (random.nextInt(4)) {
				case 0 -> any.cancel(true);
				case 1 -> any.complete(Optional.empty());
				case 2 -> any.completeExceptionally(new IllegalStateException("enough"));
				default -> Thread.yield();
			}
		}
		for (CompletableFuture<Optional<Permit>> one : all) {
			assertThat(one.handle((permit, failure) -> true)).as("seed %d", seed).succeedsWithin(PATIENCE);
		}
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(semaphore.available()).as("seed %d", seed).isEqualTo(4);
			assertThat(waiting()).as("seed %d", seed).isZero();
			assertThat(process.activity().held()).isEmpty();
		});
	}

	@Test
	void aPermitThatSeveralReleaseAtOnceIsFreeOnce() {
		NamedSemaphore semaphore = semaphore(3);
		Permit stays = semaphore.tryAcquire().orElseThrow();
		for (int round = 0; round < 30; round++) {
			Permit permit = semaphore.tryAcquire().orElseThrow();
			List<ReleaseResult> results = Concurrently.run(6, () -> {
				permit.close();
				return permit.release();
			});
			assertThat(results).containsOnly(ReleaseResult.RELEASED);
			assertThat(permit.releaseAsync()).succeedsWithin(PATIENCE).isEqualTo(ReleaseResult.RELEASED);
			assertThat(semaphore.available()).isEqualTo(2);
		}
		assertThat(stays.isValid()).isTrue();
	}

	@Test
	void aPermitThatIsRevokedAndReleasedAtOnceIsFreeOnce() {
		NamedSemaphore here = semaphore(3);
		NamedSemaphore there = semaphore(3);
		Permit stays = here.tryAcquire().orElseThrow();
		for (int round = 0; round < 30; round++) {
			Permit permit = here.tryAcquire().orElseThrow();
			List<Object> results = Concurrently.run(List.of(permit::release, () -> there.revoke(permit.id())));
			assertThat(results).isIn(List.of(ReleaseResult.RELEASED, false), List.of(ReleaseResult.ALREADY_LOST, true));
			assertThat(here.available()).isEqualTo(2);
		}
		assertThat(stays.isValid()).isTrue();
	}

	@Test
	void aSizeBelowWhatIsHeldTakesNothingBackAndGrantsNothing() throws Exception {
		SemaphoreSettings five = NO_POLLING.withSemaphores(Map.of(this.name, SemaphoreOptions.of(5)));
		SemaphoreSettings two = NO_POLLING.withSemaphores(Map.of(this.name, SemaphoreOptions.of(2)));
		LiveSettings<SemaphoreSettings> settings = new LiveSettings<>(five);
		NamedSemaphore semaphore = process(settings, SemaphoreObserver.NONE).get(this.name);
		Permit three = semaphore.tryAcquire(3, Duration.ZERO).orElseThrow();
		Permit pair = semaphore.tryAcquire(2, Duration.ZERO).orElseThrow();
		CompletableFuture<Optional<Permit>> large = semaphore.tryAcquireAsync(4, LONG).toCompletableFuture();
		awaitWaiting(1);
		CompletableFuture<Optional<Permit>> small = semaphore.tryAcquireAsync(2, LONG).toCompletableFuture();
		awaitWaiting(2);
		settings.swap(two);
		assertThat(semaphore.available()).isZero();
		assertThat(three.extend(Duration.ofSeconds(30))).isTrue();
		assertThat(pair.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(semaphore.tryAcquire()).as("three are held of two").isEmpty();
		assertThat(small).isNotDone();
		assertThat(three.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(small).succeedsWithin(PATIENCE);
		assertThat(large).isNotDone();
		assertThat(semaphore.tryAcquire()).isEmpty();
		settings.swap(five);
		small.join().orElseThrow().close();
		assertThat(large).succeedsWithin(PATIENCE);
		large.join().orElseThrow().close();
		assertThat(semaphore.available()).isEqualTo(5);
	}

}
