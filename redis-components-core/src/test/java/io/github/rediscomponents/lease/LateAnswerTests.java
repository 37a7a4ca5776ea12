// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.kept.KeptLocks;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Acquisitions that end just when something else happens to them. The fault campaign
 * found these.
 */
class LateAnswerTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	/** So long that no poll hides what was left behind. */
	private static final LockSettings SETTINGS = LockSettings.defaults().withPollBound(Duration.ofMinutes(1));

	private final RedisServer server = RedisServer.start();

	private final RedisProxy proxy = RedisProxy.to(this.server);

	private final Background background = new Background();

	private final CommandPort straight = TestPorts.open(this.server.uri(), PATIENCE);

	private final CommandPort proxied = TestPorts.open(this.proxy.uri(), PATIENCE);

	private final KeptLocks other = locks(this.straight);

	private final KeptLocks locks = locks(this.proxied);

	private KeptLocks locks(CommandPort port) {
		return locks(port, SETTINGS);
	}

	private KeptLocks locks(CommandPort port, LockSettings settings) {
		return (KeptLocks) LettuceLocks.create(port, new KeySpace("t"), new LiveSettings<>(settings), this.background);
	}

	private static BiFunction<DistributedLock, String, NamedLock> view(LockKind kind) {
		return (kind == LockKind.PLAIN) ? DistributedLock::get : DistributedLock::fair;
	}

	@AfterEach
	void close() {
		this.locks.close();
		this.other.close();
		this.proxied.close();
		this.straight.close();
		this.background.close();
		this.proxy.close();
		this.server.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "PLAIN", "FAIR" })
	void nothingIsLeftOfAWaitThatWasCancelledWhileRedisWasAsked(LockKind kind) {
		BiFunction<DistributedLock, String, NamedLock> view = view(kind);
		NamedLock lock = view.apply(this.locks, "order");
		assertThat(lock.info().held()).isFalse();
		Lease lease = view.apply(this.other, "order").tryAcquire().orElseThrow();
		this.proxy.freeze();
		CompletableFuture<Optional<Lease>> coming = lock.tryAcquireAsync(LockOptions.defaults()).toCompletableFuture();
		coming.cancel(false);
		this.proxy.thaw();
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(lock.info().waiting()).isZero();
			assertThat(this.locks.activity().waiting()).isEmpty();
			assertThat(this.locks.engine().gates().size()).isZero();
		});
		lease.close();
		assertThat(lock.tryAcquire()).get().satisfies(Lease::close);
	}

	@Test
	void aTurnThatCameWhenTheWaitWasOverIsPassedOn() {
		NamedLock lock = this.locks.get("order");
		Lease lease = lock.tryAcquire().orElseThrow();
		LeaseEngine engine = this.locks.engine();
		Keeper keeper = ((RedisLease) lease).keeper();
		Acquisition late = new Acquisition(engine, keeper, LockOptions.defaults().withMaxWait(Duration.ofNanos(1)),
				null);
		Gate gate = engine.gates().find(keeper.key());
		assertThat(gate).isNotNull();
		// It ends between its decision to queue and its queueing.
		late.shutDown();
		gate.queue(late);
		CompletableFuture<Optional<Lease>> next = lock.tryAcquireAsync(LockOptions.defaults()).toCompletableFuture();
		lease.close();
		assertThat(next).succeedsWithin(PATIENCE).satisfies((acquired) -> acquired.orElseThrow().close());
	}

	@ParameterizedTest
	@EnumSource(names = { "PLAIN", "FAIR" })
	void aLeaseThatIsGrantedAfterTheLocksWereClosedIsGivenBack(LockKind kind) {
		NamedLock lock = view(kind).apply(this.locks, "order");
		assertThat(lock.info().held()).isFalse();
		this.proxy.freeze();
		CompletableFuture<Optional<Lease>> coming = lock.tryAcquireAsync(LockOptions.noWait()).toCompletableFuture();
		this.locks.close();
		this.proxy.thaw();
		assertThat(coming).completesExceptionallyWithin(PATIENCE);
		assertThat(this.locks.activity().held()).isEmpty();
		await().atMost(PATIENCE).until(() -> !view(kind).apply(this.other, "order").info().held());
		assertThat(this.locks.engine().gates().size()).isZero();
	}

	/** Each request whose answer comes too late. */
	private static CommandPort late(CommandPort port, Duration lease, AtomicInteger asked, int most) {
		return InterceptedPort.of(port, (method, args, real) -> {
			Object reply = real.proceed();
			if (!acquires(args) || asked.incrementAndGet() > most) {
				return reply;
			}
			return (reply instanceof CompletionStage<?> coming) ? coming.thenCompose((token) -> after(lease, token))
					: after(lease, reply).join();
		});
	}

	private static boolean acquires(Object[] args) {
		String script = InterceptedPort.script(args);
		return script.equals("lock/acquire")
				|| (script.equals("lease/queue") && Arrays.equals((byte[]) last(args)[0], Utf8.bytes("acquire")));
	}

	private static Object[] last(Object[] args) {
		return (Object[]) args[args.length - 1];
	}

	private static <T> CompletableFuture<T> after(Duration lease, T reply) {
		return new CompletableFuture<T>().completeOnTimeout(reply, lease.toMillis() + 1, TimeUnit.MILLISECONDS);
	}

	@ParameterizedTest
	@EnumSource(names = { "PLAIN", "FAIR" })
	void aLockIsNotSaidToBeHeldWhereItsGrantTakesLongerThanItsLease(LockKind kind) throws Exception {
		AtomicInteger asked = new AtomicInteger();
		try (KeptLocks late = locks(late(this.straight, LockOptions.MIN_LEASE, asked, Integer.MAX_VALUE))) {
			NamedLock lock = view(kind).apply(late, "order");
			assertThatExceptionOfType(RedisUnavailableException.class)
				.isThrownBy(() -> lock.tryAcquire(LockOptions.noWait().withLease(LockOptions.MIN_LEASE)))
				.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN))
				.withMessageContaining("'order'");
			assertThat(asked).hasValue(2);
			assertThat(late.engine().gates().size()).isZero();
		}
		await().atMost(PATIENCE)
			.until(() -> view(kind).apply(this.other, "order").tryAcquire().map(Lease::release).isPresent());
	}

	@ParameterizedTest
	@EnumSource(names = { "PLAIN", "FAIR" })
	void aLockIsAskedForOnceMoreWhereItsGrantTookLongerThanItsLease(LockKind kind) throws Exception {
		Duration lease = Duration.ofMillis(100);
		AtomicInteger asked = new AtomicInteger();
		try (KeptLocks late = locks(late(this.straight, lease, asked, 1))) {
			LockOptions options = LockOptions.noWait().withLease(lease);
			boolean held = view(kind).apply(late, "order").tryAcquire(options).isPresent();
			assertThat(held).isTrue();
		}
		catch (RedisUnavailableException ex) {
			// The machine took as long for the second one.
		}
		assertThat(asked).hasValue(2);
	}

	/** The lease is renewed, so that one that is left would not expire. */
	private KeptLocks interruptedInTheSecondRequest(AtomicInteger asked) {
		Thread caller = Thread.currentThread();
		Duration lease = Duration.ofMillis(300);
		CommandPort port = InterceptedPort.of(late(this.straight, lease, asked, 1), (method, args, real) -> {
			if (asked.get() == 1 && acquires(args)) {
				caller.interrupt();
			}
			return real.proceed();
		});
		return locks(port, SETTINGS.withLease(lease));
	}

	@ParameterizedTest
	@EnumSource(names = { "PLAIN", "FAIR" })
	void anInterruptOfTheSecondRequestLeavesNoLease(LockKind kind) {
		AtomicInteger asked = new AtomicInteger();
		try (KeptLocks late = interruptedInTheSecondRequest(asked)) {
			releaseIfHeld(view(kind).apply(late, "order"));
			assertThat(asked).hasValue(2);
			await().atMost(PATIENCE).until(() -> !view(kind).apply(this.other, "order").info().held());
			assertThat(late.activity().held()).isEmpty();
			assertThat(late.engine().gates().size()).isZero();
		}
	}

	private static void releaseIfHeld(NamedLock lock) {
		try {
			lock.tryAcquire(LockOptions.noWait()).ifPresent(Lease::close);
			// The answer was there before the interrupt was seen.
			assertThat(Thread.interrupted()).isTrue();
		}
		catch (InterruptedException ex) {
			assertThat(Thread.interrupted()).isFalse();
		}
		catch (RedisUnavailableException ex) {
			// The machine took as long for the second one.
			assertThat(Thread.interrupted()).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "PLAIN", "FAIR" })
	void aCallThatMindsNoInterruptKeepsThatOfTheSecondRequest(LockKind kind) {
		AtomicInteger asked = new AtomicInteger();
		try (KeptLocks late = interruptedInTheSecondRequest(asked)) {
			boolean held = view(kind).apply(late, "order").tryAcquire().isPresent();
			assertThat(held).isTrue();
		}
		catch (RedisUnavailableException ex) {
			// The machine took as long for the second one.
		}
		finally {
			assertThat(Thread.interrupted()).isTrue();
		}
		assertThat(asked).hasValue(2);
	}

	/** Waits of which Redis knows the first. */
	private List<CompletableFuture<Optional<Lease>>> thousands(NamedLock lock) {
		List<CompletableFuture<Optional<Lease>>> waiting = Stream
			.generate(() -> lock.tryAcquireAsync(LockOptions.defaults()).toCompletableFuture())
			.limit(5000)
			.toList();
		await().atMost(PATIENCE).until(() -> this.locks.activity().waiting().size() == 5000);
		await().atMost(PATIENCE).until(() -> lock.info().waiting() > 0);
		return waiting;
	}

	@ParameterizedTest
	@EnumSource(names = { "PLAIN", "FAIR" })
	void thousandsOfWaitsEndWhenTheLocksAreClosed(LockKind kind) {
		Lease held = view(kind).apply(this.other, "order").tryAcquire().orElseThrow();
		NamedLock lock = view(kind).apply(this.locks, "order");
		List<CompletableFuture<Optional<Lease>>> waiting = thousands(lock);
		this.locks.close();
		waiting.forEach((one) -> assertThat(one).completesExceptionallyWithin(PATIENCE));
		await().atMost(PATIENCE).until(() -> lock.info().waiting() == 0);
		assertThat(this.locks.engine().gates().size()).isZero();
		held.close();
	}

	/** Each passes the turn on to the next, which ends for the same reason. */
	@Test
	void thousandsOfWaitsEndOneAfterTheOther() {
		Lease held = this.other.get("order").tryAcquire().orElseThrow();
		NamedLock lock = this.locks.get("order");
		List<CompletableFuture<Optional<Lease>>> waiting = thousands(lock);
		this.background.close();
		held.close();
		waiting.forEach((one) -> assertThat(one).completesExceptionallyWithin(PATIENCE));
		assertThat(this.locks.engine().gates().size()).isZero();
	}

}
