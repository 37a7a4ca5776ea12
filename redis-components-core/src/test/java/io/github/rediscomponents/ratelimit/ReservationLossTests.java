// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Reservations whose threads are interrupted or whose keys are lost.
 */
@Tag("contract")
@StandaloneAndCluster
class ReservationLossTests extends RateLimiterFixture {

	private static final Duration HOUR = Duration.ofHours(1);

	ReservationLossTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void anInterruptedWaiterGivesItsPlaceBack() throws Exception {
		PolicyLimiter limiter = limiter().policy(RatePolicy.of("p", new Limit(Algorithm.GCRA, 1, HOUR)));
		limiter.acquire(this.key);
		FutureTask<Boolean> task = new FutureTask<>(() -> {
			try {
				limiter.acquire(this.key);
				return false;
			}
			catch (InterruptedException ex) {
				return ex.getSuppressed().length == 0;
			}
		});
		Thread waiter = new Thread(task, "waiter");
		waiter.start();
		await().until(() -> limiter.peek(this.key).retryAfter().compareTo(HOUR) > 0);
		waiter.interrupt();
		assertThat(task.get()).isTrue();
		assertThat(limiter.peek(this.key).retryAfter()).isLessThanOrEqualTo(HOUR);
	}

	@Test
	void aStormOfInterruptsLeavesNothingChargedThatNobodyGot() throws Exception {
		Duration period = Duration.ofMillis(50);
		PolicyLimiter limiter = limiter().policy(RatePolicy.of("p", Limit.slidingWindow(5, period)));
		AtomicInteger admitted = new AtomicInteger();
		AtomicInteger interrupted = new AtomicInteger();
		List<Thread> waiters = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			Thread waiter = new Thread(() -> {
				for (int n = 0; n < 100; n++) {
					try {
						limiter.acquire(this.key);
						admitted.incrementAndGet();
					}
					catch (InterruptedException ex) {
						assertThat(ex.getSuppressed()).isEmpty();
						interrupted.incrementAndGet();
					}
				}
			}, "waiter-" + i);
			waiter.start();
			waiters.add(waiter);
		}
		for (Thread waiter : waiters) {
			while (waiter.isAlive()) {
				waiters.forEach(Thread::interrupt);
				// At random, so that the interrupts meet every stage of a reservation.
				waiter.join(ThreadLocalRandom.current().nextInt(1, 20));
			}
		}
		// No caller got what is still ahead; what was got is over after a period.
		Decision after = limiter.peek(this.key);
		assertThat(admitted.get() + interrupted.get()).isEqualTo(800);
		assertThat(interrupted.get()).isPositive();
		assertThat(after.resetAfter()).isLessThanOrEqualTo(period);
		System.out.println("storm: " + admitted + " admitted, " + interrupted + " interrupted, nothing left ahead");
	}

	/** As an eviction does: one key of a subject is gone, the others are not. */
	@ParameterizedTest
	@EnumSource
	void aSingleLostKeyFreesItsLimitOnlyAndBreaksNothing(Algorithm algorithm) {
		Limit first = new Limit(algorithm, 3, quiet());
		Limit second = new Limit(Algorithm.FIXED_WINDOW, 3, quiet(1));
		RatePolicy policy = RatePolicy.of("p", first, second);
		String[] held = redisKeys(policy);
		for (int lost = 0; lost < held.length; lost++) {
			PolicyLimiter limiter = limiter().policy(policy);
			limiter.reset(this.key);
			assertThat(limiter.tryAcquire(this.key, 2).allowed()).isTrue();
			Reservation reservation = limiter.reserve(this.key, 1, Duration.ZERO);
			assertThat(reservation.allowed()).isTrue();
			String gone = held[lost];
			assertThat(port().<Long>call((commands) -> commands.del(gone))).isEqualTo(1);
			Decision refused = limiter.tryAcquire(this.key);
			assertThat(refused.allowed()).isFalse();
			assertThat(refused.decidedBy()).isEqualTo((lost == 0) ? second : first);
			assertThat(reservation.cancel()).isTrue();
			assertThat(limiter.tryAcquire(this.key).allowed()).isTrue();
			assertThat(limiter.tryAcquire(this.key).allowed()).isFalse();
			assertThat(limiter.refund(this.key, 1)).isTrue();
			assertThat(limiter.tryAcquire(this.key).allowed()).isTrue();
			for (String each : held) {
				admin().call((commands) -> commands.del(each));
			}
			assertThat(limiter.peek(this.key).remaining()).isEqualTo(3);
			assertThat(limiter.refund(this.key, 3)).isTrue();
			assertThat(limiter.tryAcquire(this.key, 3).allowed()).isTrue();
		}
	}

	/** A caller may repeat what it does not know to be done long after a time-out. */
	@ParameterizedTest
	@EnumSource
	void aCancellationIsKnownForAsLongAsTheChargeWouldHaveCounted(Algorithm algorithm) {
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 2, hours()));
		PolicyLimiter limiter = limiter().policy(policy);
		exhaust(policy, 2);
		assertThat(limiter.reserve(this.key, 1, Duration.ofDays(1)).cancel()).isTrue();
		List<String> marks = heldKeys();
		marks.removeAll(List.of(redisKeys(policy)));
		assertThat(marks).singleElement().satisfies((mark) -> {
			long known = pttl(mark);
			// As it was charged, and a millisecond or two more.
			assertThat(pttl(redisKeys(policy)[0])).isPositive().isLessThan(known + 10);
		});
	}

	@Test
	void leavesNoKeyBehind() {
		// A change is remembered for twice the timeout.
		CommandPort forgetful = InterceptedPort.of(port(),
				(method, args, real) -> method.getName().equals("timeout") ? Duration.ofSeconds(2) : real.proceed());
		RateLimiter limiters = RateLimiter.create(forgetful, this.keys, this.settings);
		for (Algorithm algorithm : Algorithm.values()) {
			List<String> before = heldKeys();
			use(limiters.policy(RatePolicy.of(algorithm.name(), new Limit(algorithm, 5, HOUR))));
			assertThat(heldKeys()).as(algorithm.name()).anyMatch((name) -> !before.contains(name));
		}
		assertThat(heldKeys()).allSatisfy((name) -> assertThat(pttl(name)).isNotEqualTo(-1));
		// As if the hours had passed.
		heldKeys().forEach((name) -> admin().call((commands) -> commands.del(name)));
		for (Algorithm algorithm : Algorithm.values()) {
			use(limiters.policy(RatePolicy.of(algorithm.name(), new Limit(algorithm, 5, Duration.ofMillis(200)))));
		}
		await().atMost(Duration.ofMinutes(1)).until(() -> heldKeys().isEmpty());
	}

	private void use(PolicyLimiter limiter) {
		for (int i = 0; i < 20; i++) {
			Reservation reservation = limiter.reserve(this.key + i, 4, HOUR);
			limiter.reserve(this.key + i, 3, HOUR);
			reservation.cancel();
			limiter.tryAcquire(this.key + "b" + i, 2);
			limiter.refund(this.key + "b" + i, 1);
		}
	}

	private List<String> heldKeys() {
		List<String> held = new ArrayList<>();
		server().nodes().forEach((node) -> {
			if (node.command("KEYS", this.keys.prefix() + ":*") instanceof List<?> names) {
				names.forEach((name) -> held.add(String.valueOf(name)));
			}
		});
		return held;
	}

}
