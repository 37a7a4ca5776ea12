package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What fair and read-write locks and semaphores do when processes, messages, replies and
 * connections are lost.
 */
class QueueFaultTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final int SCALE = Integer.getInteger("campaign.scale", 1);

	private static final KeySpace KEYS = new KeySpace("t");

	private final RedisServer server = RedisServer.start();

	private final Background background = new Background();

	private final List<AutoCloseable> opened = new ArrayList<>();

	private final String name = "turn:" + UUID.randomUUID();

	private final QueueKeys lockKeys = QueueKeys.of(KEYS, "lock", QueueKind.FAIR, this.name);

	private final QueueKeys permitKeys = QueueKeys.of(KEYS, "sem", QueueKind.SEMAPHORE, this.name);

	private RedisPort open(String uri, Duration timeout) {
		RedisPort port = TestPorts.open(uri, timeout);
		this.opened.add(0, port);
		return port;
	}

	private DistributedLock locks(String uri, Duration timeout) {
		DistributedLock locks = DistributedLock.create(open(uri, timeout), KEYS,
				new LiveSettings<>(LockSettings.defaults()), this.background);
		this.opened.add(0, locks);
		return locks;
	}

	private DistributedLock locks() {
		return locks(this.server.uri(), Duration.ofSeconds(5));
	}

	private NamedSemaphore semaphore(String uri, Duration timeout, int permits) {
		DistributedSemaphore semaphores = DistributedSemaphore.create(open(uri, timeout), KEYS,
				new LiveSettings<>(SemaphoreSettings.defaults()), this.background);
		this.opened.add(0, semaphores);
		return semaphores.name(this.name, SemaphoreOptions.of(permits));
	}

	private NamedSemaphore semaphore(int permits) {
		return semaphore(this.server.uri(), Duration.ofSeconds(5), permits);
	}

	private ChildJvm child(String what) {
		ChildJvm child = ChildJvm.start(QueueChild.class, what, this.server.uri(), this.name);
		this.opened.add(0, child);
		return child;
	}

	private void awaitWaiting(QueueKeys keys, int waiters) {
		await().atMost(PATIENCE)
			.until(() -> String.valueOf(this.server.command("ZCARD", keys.waiters())).equals("" + waiters));
	}

	private <T> CompletableFuture<T> async(Callable<T> call) {
		CompletableFuture<T> future = new CompletableFuture<>();
		this.background.workers().execute(() -> {
			try {
				future.complete(call.call());
			}
			catch (Exception ex) {
				future.completeExceptionally(ex);
			}
		});
		return future;
	}

	private static Duration since(long nanos) {
		return Duration.ofNanos(System.nanoTime() - nanos);
	}

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable each : this.opened) {
			each.close();
		}
		this.background.close();
		this.server.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "fair", "read", "write" })
	void areFreeSoonAfterTheProcessOfTheHolderWasKilled(String what) throws Exception {
		ChildJvm child = child(what);
		child.awaitLine("held"::equals);
		NamedLock lock = what.equals("fair") ? locks().fair(this.name) : locks().readWrite(this.name).write();
		assertThat(lock.tryAcquire()).isEmpty();
		CompletableFuture<Lease> next = async(lock::acquire);
		awaitWaiting(this.lockKeys, 1);
		child.kill();
		long killed = System.nanoTime();
		assertThat(next).succeedsWithin(PATIENCE);
		assertThat(since(killed)).isLessThan(Duration.ofMillis(4200));
		assertThat(next.join().release()).isEqualTo(ReleaseResult.RELEASED);
	}

	@Test
	void getThePermitsOfAKilledProcessBack() throws Exception {
		ChildJvm child = child("permits");
		child.awaitLine("held"::equals);
		NamedSemaphore semaphore = semaphore(5);
		assertThat(semaphore.available()).isEqualTo(1);
		child.kill();
		long killed = System.nanoTime();
		Permit all = semaphore.tryAcquire(5, PATIENCE).orElseThrow();
		assertThat(since(killed)).isLessThan(Duration.ofMillis(4200));
		assertThat(semaphore.available()).isZero();
		all.close();
		assertThat(semaphore.available()).isEqualTo(5);
	}

	@Test
	void skipTheHeadOfTheQueueWhenItsProcessWasKilled() throws Exception {
		Lease lease = locks().fair(this.name).acquire();
		ChildJvm child = child("fair");
		awaitWaiting(this.lockKeys, 1);
		NamedLock lock = locks().fair(this.name);
		CompletableFuture<Lease> second = async(lock::acquire);
		awaitWaiting(this.lockKeys, 2);
		child.kill();
		long killed = System.nanoTime();
		long before = this.server.commandCalls().get("evalsha");
		lease.close();
		assertThat(second).succeedsWithin(PATIENCE);
		assertThat(since(killed)).isLessThan(Duration.ofSeconds(2));
		assertThat(this.server.commandCalls().get("evalsha") - before).isLessThanOrEqualTo(20);
		second.join().close();
	}

	/** Hands over as a holder whose message never arrives. */
	private void releaseWithoutAMessage(QueueKeys keys, int size, String leaseId) {
		QueueCommands silent = new QueueCommands(open(this.server.uri(), Duration.ofSeconds(5)),
				new Client(new KeySpace("nowhere")));
		assertThat(silent.release(keys, new QueueTerms(size, true, 0), leaseId)).isTrue();
	}

	@Test
	void loseAtMostOnePollWithALostMessageForALock() throws Exception {
		Lease lease = locks().fair(this.name).acquire();
		CompletableFuture<Lease> next = async(locks().fair(this.name)::acquire);
		awaitWaiting(this.lockKeys, 1);
		long released = System.nanoTime();
		releaseWithoutAMessage(this.lockKeys, 1, lease.id());
		assertThat(next).succeedsWithin(PATIENCE);
		assertThat(since(released)).isLessThan(Duration.ofMillis(1200));
		next.join().close();
	}

	@Test
	void loseAtMostOnePollWithALostMessageForASemaphore() throws Exception {
		Permit permit = semaphore(2).tryAcquire(2, Duration.ZERO).orElseThrow();
		CompletableFuture<Permit> next = async(semaphore(2)::acquire);
		awaitWaiting(this.permitKeys, 1);
		long released = System.nanoTime();
		releaseWithoutAMessage(this.permitKeys, 2, permit.id());
		assertThat(next).succeedsWithin(PATIENCE);
		assertThat(since(released)).isLessThan(Duration.ofMillis(1200));
		next.join().close();
	}

	@Test
	void loseAtMostOnePollWhenTheConnectionThatHearsIsKilled() throws Exception {
		Lease lease = locks().fair(this.name).acquire();
		Permit permit = semaphore(1).acquire();
		CompletableFuture<Lease> nextLease = async(locks().fair(this.name)::acquire);
		CompletableFuture<Permit> nextPermit = async(semaphore(1)::acquire);
		awaitWaiting(this.lockKeys, 1);
		awaitWaiting(this.permitKeys, 1);
		this.server.command("CLIENT", "KILL", "TYPE", "pubsub");
		long released = System.nanoTime();
		lease.close();
		permit.close();
		assertThat(nextLease).succeedsWithin(PATIENCE);
		assertThat(nextPermit).succeedsWithin(PATIENCE);
		assertThat(since(released)).isLessThan(Duration.ofMillis(1200));
		nextLease.join().close();
		nextPermit.join().close();
	}

	@Test
	void areHeldOnceWhenTheAcquisitionWasSentTwice() throws Exception {
		try (RedisProxy proxy = RedisProxy.to(this.server)) {
			NamedSemaphore semaphore = semaphore(proxy.uri(), Duration.ofSeconds(10), 5);
			semaphore.tryAcquire().orElseThrow().close();
			proxy.swallowNextReply();
			CompletableFuture<Optional<Permit>> acquiring = async(() -> semaphore.tryAcquire(3, Duration.ZERO));
			await().atMost(PATIENCE).until(() -> proxy.swallowedReplies() == 1);
			assertThat(semaphore(5).available()).isEqualTo(2);
			proxy.cut();
			Permit permit = acquiring.get(20, TimeUnit.SECONDS).orElseThrow();
			assertThat(semaphore(5).available()).isEqualTo(2);
			assertThat(semaphore(5).holders()).extracting(PermitInfo::id).containsExactly(permit.id());
			proxy.swallowNextReply();
			CompletableFuture<ReleaseResult> releasing = async(permit::release);
			await().atMost(PATIENCE).until(() -> proxy.swallowedReplies() == 2);
			proxy.cut();
			assertThat(releasing.get(20, TimeUnit.SECONDS)).isEqualTo(ReleaseResult.RELEASED);
			assertThat(semaphore(5).available()).isEqualTo(5);
		}
	}

	@Test
	void stayOneWaiterWhenTheWaitWasSentTwiceAndNoneWhenItsEndWas() throws Exception {
		try (RedisProxy proxy = RedisProxy.to(this.server)) {
			NamedLock lock = locks(proxy.uri(), Duration.ofSeconds(10)).fair(this.name);
			lock.tryAcquire().orElseThrow().close();
			Lease lease = locks().fair(this.name).acquire();
			proxy.swallowNextReply();
			CompletableFuture<Optional<Lease>> waiting = lock
				.tryAcquireAsync(LockOptions.defaults().withMaxWait(Duration.ofSeconds(20)))
				.toCompletableFuture();
			await().atMost(PATIENCE).until(() -> proxy.swallowedReplies() == 1);
			awaitWaiting(this.lockKeys, 1);
			proxy.cut();
			assertThat(locks().fair(this.name).info().waiting()).isEqualTo(1);
			waiting.cancel(true);
			awaitWaiting(this.lockKeys, 0);
			assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
			assertThat(this.server.command("EXISTS", this.lockKeys.waiters(), this.lockKeys.ends(),
					this.lockKeys.holders()))
				.hasToString("0");
		}
	}

	@Test
	void areGivenBackWhenTheyWereGrantedWithoutTheAnswerArriving() {
		try (RedisProxy proxy = RedisProxy.to(this.server)) {
			NamedSemaphore semaphore = semaphore(proxy.uri(), Duration.ofMillis(700), 2);
			// To connect for the first time may take longer than that.
			await().atMost(PATIENCE).ignoreExceptions().until(() -> semaphore.available() == 2);
			semaphore.tryAcquire().orElseThrow().close();
			NamedSemaphore other = semaphore(2);
			proxy.refuse(true);
			proxy.swallowNextReply();
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(semaphore::tryAcquire);
			assertThat(other.available()).isEqualTo(1);
			proxy.refuse(false);
			await().atMost(Duration.ofSeconds(10)).until(() -> other.available() == 2);
		}
	}

	@Test
	void keepsWritersOutUntilAReaderKnowsThatItMayHaveLostItsLock() {
		AtomicInteger lost = new AtomicInteger();
		LockListener listener = new LockListener() {
			@Override
			public void lost(Lease lease, LossReason reason) {
				lost.incrementAndGet();
			}
		};
		try (RedisProxy proxy = RedisProxy.to(this.server);
				DistributedLock locks = DistributedLock.create(open(proxy.uri(), Duration.ofSeconds(1)), KEYS,
						new LiveSettings<>(LockSettings.defaults()), this.background, listener)) {
			NamedReadWriteLock lock = locks.readWrite(this.name);
			Lock write = lock.write().asLock();
			Lock read = lock.read().asLock();
			NamedLock other = locks().readWrite(this.name).write();
			write.lock();
			read.lock();
			proxy.swallowNextReply();
			proxy.refuse(true);
			write.unlock();
			assertThat(proxy.swallowedReplies()).isEqualTo(1);
			assertThat(other.tryAcquire()).isEmpty();
			proxy.refuse(false);
			Optional<Lease> taken = await().atMost(PATIENCE).until(other::tryAcquire, Optional::isPresent);
			assertThat(lost).hasValue(1);
			assertThatExceptionOfType(LockLostException.class).isThrownBy(read::unlock);
			assertThat(taken.orElseThrow().release()).isEqualTo(ReleaseResult.RELEASED);
		}
	}

	@Test
	void warnsOnceWhenRedisRefusesToRenew() throws Exception {
		try (CapturedLog log = CapturedLog.of(Renewals.class.getName());
				DistributedLock locks = DistributedLock.create(open(this.server.uri(), Duration.ofSeconds(5)), KEYS,
						new LiveSettings<>(LockSettings.defaults().withLease(Duration.ofSeconds(2))), this.background,
						LockListener.NONE)) {
			Lease lease = locks.fair(this.name).acquire();
			this.server.command("SET", this.lockKeys.key(), "no hash");
			await().atMost(PATIENCE).until(() -> !lease.isValid());
			assertThat(log.lines()).singleElement().asString().contains("Redis refuses to renew a lock");
		}
	}

	/** Breaks something again and again until closed. */
	private AutoCloseable trouble() {
		AtomicBoolean over = new AtomicBoolean();
		CompletableFuture<Boolean> ended = async(() -> {
			for (int i = 0; !over.get(); i++) {
				// Time to connect again; otherwise nothing would ever be executed.
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(40));
				switch (i % 4) {
					case 0 -> this.server.command("CLIENT", "PAUSE", "60");
					case 1 -> this.server.command("CLIENT", "KILL", "TYPE", "normal");
					case 2 -> this.server.command("SCRIPT", "FLUSH");
					default -> this.server.command("CLIENT", "KILL", "TYPE", "pubsub");
				}
			}
			return true;
		});
		return () -> {
			over.set(true);
			ended.get(20, TimeUnit.SECONDS);
		};
	}

	/** A connection that breaks fails the call, with nothing held. */
	private static <T> T stubborn(Callable<T> acquire) throws Exception {
		while (true) {
			try {
				return acquire.call();
			}
			catch (RedisUnavailableException ex) {
				Thread.onSpinWait();
			}
		}
	}

	@Test
	void countExactlyWhileConnectionsBreakAndScriptsAreForgotten() throws Exception {
		List<NamedReadWriteLock> clients = IntStream.range(0, 4).mapToObj((i) -> locks().readWrite(this.name)).toList();
		int times = 20 * SCALE;
		int[] counter = new int[1];
		AtomicInteger reading = new AtomicInteger();
		List<Concurrently.Action> threads = new ArrayList<>();
		for (NamedReadWriteLock lock : clients) {
			threads.add(() -> {
				for (int i = 0; i < times; i++) {
					try (Lease lease = stubborn(lock.write()::acquire)) {
						int seen = counter[0];
						assertThat(reading.get()).isZero();
						Thread.yield();
						counter[0] = seen + 1;
						lease.checkValid();
					}
				}
			});
			threads.add(() -> {
				for (int i = 0; i < times; i++) {
					try (Lease lease = stubborn(lock.read()::acquire)) {
						reading.incrementAndGet();
						int seen = counter[0];
						Thread.yield();
						assertThat(counter[0]).isEqualTo(seen);
						lease.checkValid();
						reading.decrementAndGet();
					}
				}
			});
		}
		try (AutoCloseable trouble = trouble()) {
			Concurrently.run(threads.stream().map(QueueFaultTests::callable).toList());
		}
		assertThat(counter[0]).isEqualTo(4 * times);
		await().atMost(PATIENCE).until(() -> !clients.get(0).read().info().held());
	}

	@Test
	void neverHaveMorePermitsOutWhileConnectionsBreakAndScriptsAreForgotten() throws Exception {
		List<NamedSemaphore> clients = IntStream.range(0, 4).mapToObj((i) -> semaphore(7)).toList();
		int times = 20 * SCALE;
		long seed = System.nanoTime();
		AtomicInteger out = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		List<Concurrently.Action> threads = new ArrayList<>();
		for (int thread = 0; thread < 8; thread++) {
			NamedSemaphore semaphore = clients.get(thread % 4);
			Random random = new Random(seed + thread);
			threads.add(() -> {
				for (int i = 0; i < times; i++) {
					int count = 1 + random.nextInt(7);
					try (Permit permit = stubborn(() -> semaphore.tryAcquire(count, PATIENCE).orElseThrow())) {
						most.accumulateAndGet(out.addAndGet(count), Math::max);
						Thread.yield();
						assertThat(permit.isValid()).isTrue();
						out.addAndGet(-count);
					}
				}
			});
		}
		try (AutoCloseable trouble = trouble()) {
			Concurrently.run(threads.stream().map(QueueFaultTests::callable).toList());
		}
		assertThat(most.get()).as("seed %d", seed).isBetween(1, 7);
		await().atMost(PATIENCE).until(() -> clients.get(0).available() == 7);
	}

	private static Callable<Boolean> callable(Concurrently.Action action) {
		return () -> {
			action.run();
			return true;
		};
	}

}
