// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.redisson;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.api.RedissonClient;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockActivity;
import io.github.rediscomponents.lock.LockFixture;
import io.github.rediscomponents.lock.LockLostException;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.NamedLockContract;
import io.github.rediscomponents.lock.NamedReadWriteLock;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.lock.TestedLock;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * What the engine on Redisson does of its own: its keys and tokens, and its fair,
 * read-write and combined locks.
 */
@Tag("contract")
@ParameterizedClass(name = "{0}")
@EnumSource(value = TestedLock.class, names = { "REDISSON_PLAIN", "REDISSON_PLAIN_CLUSTER" })
class RedissonKindsTests extends LockFixture {

	RedissonKindsTests(TestedLock tested) {
		super(tested);
	}

	private static final LockSettings NO_POLLING = SETTINGS.withPollBound(Duration.ofMinutes(1))
		.withLease(Duration.ofMinutes(10));

	private DistributedLock process() {
		return process(SETTINGS, LockObserver.NONE);
	}

	private Object redis(String... command) {
		return server().masterFor(key()).command(command);
	}

	@Test
	void letsEveryKeyExpire() throws Exception {
		Lease plain = lock().acquire();
		assertThat(lock().tryAcquire(Duration.ofMillis(20))).isEmpty();
		plain.extend(Duration.ofMinutes(1));
		assertThat(timesToLive()).hasSize(2).allSatisfy((millis) -> assertThat(millis).isPositive());
		plain.close();
		long day = Duration.ofHours(24).toMillis();
		await().atMost(PATIENCE).until(() -> timesToLive().size() == 1);
		assertThat(timesToLive()).singleElement().satisfies((left) -> assertThat(left).isBetween(day, day + 60_000));
	}

	private List<Long> timesToLive() {
		List<?> keys = (List<?>) redis("KEYS", "*" + this.name.substring(6) + "*");
		return keys.stream().map((key) -> Long.parseLong(String.valueOf(redis("PTTL", String.valueOf(key))))).toList();
	}

	@Test
	void keepsTokensRisingWhenTheyAreLostAndWhenTheClockIsBehind() {
		Lease first = lock().tryAcquire().orElseThrow();
		first.close();
		redis("DEL", key() + ":token");
		Lease second = lock().tryAcquire().orElseThrow();
		second.close();
		assertThat(second.token()).isGreaterThan(first.token());
		redis("HSET", key() + ":token", "f", "9000000000000000");
		try (Lease lease = lock().tryAcquire().orElseThrow()) {
			assertThat(lease.token()).isEqualTo(9_000_000_000_000_001L);
			assertThat(lock().info().token()).isEqualTo(9_000_000_000_000_001L);
		}
	}

	@Test
	void holdsOnceWhatRedissonAcquiredTwice() {
		Lease lease = lock().tryAcquire().orElseThrow();
		redis("HSET", key(), lease.id(), "3");
		assertThat(lease.extend(Duration.ofSeconds(5))).isTrue();
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(lock().info().held()).isFalse();
	}

	@Test
	void wakesWithinOnePollWithoutAMessage() throws Exception {
		Lease lease = lock().acquire();
		FutureTask<Long> waiting = inBackground(() -> {
			lock().acquire().close();
			return System.nanoTime();
		});
		awaitWaiting(1);
		long freed = System.nanoTime();
		redis("DEL", key());
		assertThat(Duration.ofNanos(get(waiting) - freed)).isLessThan(Duration.ofSeconds(20));
		assertThat(lease.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
	}

	@Test
	void excludesThoseWhoUseRedissonsLockDirectly() throws Exception {
		RedissonClient redisson = this.tested.redisson().client();
		Lease lease = lock().acquire();
		assertThat(redisson.getLock(key()).tryLock()).isFalse();
		lease.close();
		assertThat(redisson.getLock(key()).tryLock()).isTrue();
		assertThat(lock().tryAcquire(Duration.ofMillis(50))).isEmpty();
		redisson.getLock(key()).unlock();
		lock().tryAcquire(PATIENCE).orElseThrow().close();
	}

	@Test
	void refusesANameThatIsAnotherKindOfLock() throws Exception {
		lock().acquire().close();
		NamedLock fair = process().fair(this.name);
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(fair::tryAcquire)
			.withMessageContaining("WRONGTYPE");
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> process().readWrite(this.name).read().acquire());
		await().atMost(PATIENCE).until(() -> !fair.info().held());
		lock().tryAcquire().orElseThrow().close();
	}

	@Test
	void servesTheWaitersOfAFairLockInTheirOrder() throws Exception {
		Lease lease = process(NO_POLLING, LockObserver.NONE).fair(this.name).acquire();
		List<Integer> order = new ArrayList<>();
		List<FutureTask<Boolean>> waiting = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			int number = i;
			NamedLock other = process(NO_POLLING, LockObserver.NONE).fair(this.name);
			waiting.add(inBackground(() -> {
				try (Lease mine = other.acquire()) {
					return order.add(number);
				}
			}));
			await().atMost(PATIENCE).until(() -> other.info().waiting() == number + 1);
		}
		assertThat(process().fair(this.name).tryAcquire()).isEmpty();
		lease.close();
		for (FutureTask<Boolean> each : waiting) {
			get(each);
		}
		assertThat(order).containsExactly(0, 1, 2, 3, 4);
	}

	@Test
	void forgetsAWaiterOfAFairLockThatGaveUp() throws Exception {
		NamedLock fair = process(NO_POLLING, LockObserver.NONE).fair(this.name);
		Lease lease = fair.acquire();
		CompletableFuture<Optional<Lease>> cancelled = process().fair(this.name)
			.tryAcquireAsync(LockOptions.defaults())
			.toCompletableFuture();
		await().atMost(PATIENCE).until(() -> fair.info().waiting() == 1);
		CompletableFuture<Optional<Lease>> late = process().fair(this.name)
			.tryAcquireAsync(LockOptions.defaults().withMaxWait(Duration.ofMillis(300)))
			.toCompletableFuture();
		// On a slow machine its time may be over before it is seen.
		await().atMost(PATIENCE).until(() -> fair.info().waiting() + (late.isDone() ? 1 : 0) == 2);
		FutureTask<Lease> stays = inBackground(() -> process(NO_POLLING, LockObserver.NONE).fair(this.name).acquire());
		await().atMost(PATIENCE).until(() -> fair.info().waiting() + (late.isDone() ? 1 : 0) == 3);
		assertThat(late).succeedsWithin(PATIENCE).isEqualTo(Optional.empty());
		cancelled.cancel(true);
		await().atMost(PATIENCE).until(() -> fair.info().waiting() == 1);
		lease.close();
		get(stays).close();
		await().atMost(PATIENCE).until(() -> fair.info().waiting() == 0);
	}

	@Test
	void letsReadersInTogetherAndWritersAlone() throws Exception {
		LockSettings quick = SETTINGS.withLease(NamedLockContract.QUICK);
		NamedReadWriteLock here = process(quick, LockObserver.NONE).readWrite(this.name);
		NamedReadWriteLock there = process(quick, LockObserver.NONE).readWrite(this.name);
		Lease first = here.read().acquire();
		Lease second = there.read().acquire();
		Lease third = here.read().tryAcquire().orElseThrow();
		assertThat(second.token()).isGreaterThan(first.token());
		assertThat(here.read().info().held()).isTrue();
		assertThat(here.write().info().held()).isTrue();
		third.close();
		long begun = System.nanoTime();
		NamedLockContract.awaitOutlasting(begun, first::remaining);
		NamedLockContract.awaitOutlasting(begun, second::remaining);
		assertThat(there.write().tryAcquire(Duration.ofMillis(20))).isEmpty();
		assertThat(List.of(first, second)).allMatch(Lease::isValid);
		second.close();
		assertThat(there.write().tryAcquire()).isEmpty();
		first.close();
		try (Lease writer = there.write().tryAcquire().orElseThrow()) {
			assertThat(writer.token()).isGreaterThan(third.token());
			assertThat(here.write().tryAcquire()).isEmpty();
			NamedLockContract.awaitOutlasting(System.nanoTime(), writer::remaining);
			assertThat(here.read().tryAcquire(Duration.ofMillis(20))).isEmpty();
			assertThat(here.write().info().holder()).contains(writer.id());
			assertThat(writer.extend(Duration.ofMinutes(1))).isTrue();
			assertThat(writer.isValid()).isTrue();
		}
		assertThat(timesToLive()).hasSize(1);
	}

	@Test
	void takesWritersAndReadersAwayByForce() throws Exception {
		NamedReadWriteLock locks = process().readWrite(this.name);
		Lease reader = locks.read().acquire();
		assertThat(locks.write().forceRelease()).isTrue();
		assertThat(locks.read().forceRelease()).isFalse();
		assertThat(reader.isValid()).isFalse();
		Lease writer = locks.write().acquire();
		assertThat(locks.write().forceRelease()).isTrue();
		assertThat(writer.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
		NamedLock fair = process().fair(this.name + "fair");
		Lease lease = fair.acquire();
		assertThat(process().fair(fair.name()).forceRelease()).isTrue();
		assertThat(lease.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
	}

	@Test
	void countsExactlyUnderReadersAndWriters() {
		List<NamedReadWriteLock> processes = List.of(process().readWrite(this.name), process().readWrite(this.name));
		int[] counter = new int[1];
		List<Callable<Boolean>> threads = new ArrayList<>();
		for (NamedReadWriteLock each : processes) {
			for (int thread = 0; thread < 3; thread++) {
				Lock write = each.write().asLock();
				NamedLock read = each.read();
				threads.add(() -> {
					for (int i = 0; i < 15; i++) {
						write.lock();
						counter[0]++;
						write.unlock();
						try (Lease lease = read.acquire()) {
							int seen = counter[0];
							Thread.yield();
							assertThat(counter[0]).isEqualTo(seen);
							lease.checkValid();
						}
					}
					return true;
				});
			}
		}
		Concurrently.run(threads);
		assertThat(counter[0]).isEqualTo(90);
	}

	@Test
	void takesSeveralNamesOrNone() throws Exception {
		DistributedLock here = process();
		DistributedLock there = process();
		String a = this.name + "a";
		String b = this.name + "b";
		Lease inTheWay = there.get(b).acquire();
		assertThat(here.all(List.of(b, a)).tryAcquire()).isEmpty();
		assertThat(here.all(List.of(b, a)).tryAcquire(Duration.ofMillis(100))).isEmpty();
		await().atMost(PATIENCE).until(() -> !there.get(a).info().held());
		FutureTask<Lease> waiting = inBackground(here.all(List.of(b, a, b))::acquire);
		await().atMost(PATIENCE).until(() -> there.get(a).info().held());
		inTheWay.close();
		Lease all = get(waiting);
		assertThat(all.name()).isEqualTo(a + ", " + b);
		assertThat(all.token()).isGreaterThan(inTheWay.token());
		assertThat(all.isValid()).isTrue();
		assertThat(here.all(List.of(a, b)).info().holder()).isPresent();
		assertThat(all.release()).isEqualTo(ReleaseResult.RELEASED);
		try (Lease next = there.get(a).acquire()) {
			assertThat(next.token()).isGreaterThan(all.token());
		}
	}

	@Test
	void losesAllNamesWithOneAndHoldsThemForAFixedTime() throws Exception {
		DistributedLock here = process();
		List<String> names = List.of(this.name + "a", this.name + "b");
		Lease all = here.all(names).tryAcquire(LockOptions.noWait().withLease(Duration.ofSeconds(20))).orElseThrow();
		assertThat(all.remaining()).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(20));
		assertThat(here.activity().held()).hasSize(2).noneMatch(LockActivity.Held::renewed);
		assertThat(here.get(names.get(1)).forceRelease()).isTrue();
		assertThat(all.isValid()).isFalse();
		assertThat(all.lost().toCompletableFuture()).succeedsWithin(PATIENCE).isEqualTo(LossReason.REMOVED);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(all::checkValid);
		assertThat(all.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
		assertThat(here.all(names).info().held()).isFalse();
		assertThatIllegalArgumentException().isThrownBy(() -> here.all(List.of()));
	}

	@Test
	void doesNotDeadlockOverOverlappingNames() {
		List<String> names = List.of(this.name + 0, this.name + 1, this.name + 2);
		int[] counters = new int[3];
		List<Callable<Boolean>> threads = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			int one = i % 3;
			int other = (i + 1) % 3;
			Lock lock = process().all(List.of(names.get(one), names.get(other))).asLock();
			threads.add(() -> {
				for (int n = 0; n < 10; n++) {
					assertThat(lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
					lock.lock();
					counters[one]++;
					counters[other]++;
					lock.unlock();
					lock.unlock();
				}
				return true;
			});
		}
		Concurrently.run(threads);
		assertThat(counters).containsExactly(40, 40, 40);
	}

	@Test
	void keepsApartWhatItKeepsBesideALettuceLock() throws Exception {
		try (DistributedLock lettuce = LettuceLocks.create(port(), new KeySpace("t"), new LiveSettings<>(SETTINGS),
				this.background); Lease there = lettuce.get(this.name).acquire(); Lease here = lock().acquire()) {
			assertThat(there.isValid()).isTrue();
			assertThat(here.isValid()).isTrue();
		}
	}

	@Test
	void takesThreeScriptsForAPairAndNoneForNesting() {
		assumeTrue(this.tested.topology() == RedisTopology.STANDALONE, "counted on one server");
		Map<String, Long> calls = callsOfTwentyPairs();
		assertThat(calls.get("evalsha")).isEqualTo(60);
		assertThat(calls.get("publish")).isEqualTo(20);
		// The one of the renewals.
		assertThat(((ScheduledThreadPoolExecutor) this.background.timer()).getQueue()).hasSizeLessThanOrEqualTo(1);
	}

}
