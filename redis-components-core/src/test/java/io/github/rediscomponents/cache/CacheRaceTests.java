// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheObserver.LeaseEvent;
import io.github.rediscomponents.cache.loader.CacheLoader;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What a cache does when several do something with one key at once: two clients on
 * connections of their own stand for two processes.
 */
@Tag("contract")
@StandaloneClusterAndReplication
public class CacheRaceTests extends CacheRaceFixture {

	public CacheRaceTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	@Tag("long")
	void neverStoresWhatWasLoadedBeforeAnInvalidationByThisProcess() throws Exception {
		assertThat(staleValues(this.mine, false)).isZero();
	}

	@Test
	void neverStoresWhatWasLoadedBeforeAnInvalidationByAnotherProcess() throws Exception {
		assertThat(staleValues(this.theirs, false)).isZero();
	}

	@Test
	void givesALateCallerOfTheInvalidatingProcessTheNewValueWhileTheOldLoadStillRuns() throws Exception {
		assertThat(staleValues(this.mine, true)).isZero();
	}

	@Test
	void givesALateCallerOfAnotherProcessTheNewValueWhileTheOldLoadStillRuns() throws Exception {
		assertThat(staleValues(this.theirs, true)).isZero();
	}

	/**
	 * A thread here loads the old value; before it is stored the data changes and the key
	 * is invalidated; then both processes ask.
	 * @return how many of the calls after the invalidation got an old value
	 */
	private int staleValues(TypedCache<String, String> invalidating, boolean late) throws Exception {
		int stale = 0;
		SynchronousQueue<String> loaded = new SynchronousQueue<>();
		SynchronousQueue<String> proceed = new SynchronousQueue<>();
		int rounds = interleavings();
		for (int round = 0; round < rounds; round++) {
			String old = "old " + round;
			String changed = "new " + round;
			String key = "k" + (round % 16);
			Future<String> loader = this.threads.submit(() -> this.mine.get(key, (id) -> {
				loaded.put(old);
				return proceed.take();
			}));
			String value = loaded.take();
			invalidating.invalidate(key);
			if (late) {
				stale += changed.equals(invalidating.get(key, (id) -> changed)) ? 0 : 1;
			}
			proceed.put(value);
			assertThat(loader.get()).isEqualTo(old);
			stale += changed.equals(this.mine.get(key, (id) -> changed)) ? 0 : 1;
			stale += changed.equals(this.theirs.get(key, (id) -> changed)) ? 0 : 1;
			this.theirs.invalidate(key);
		}
		assertThat(this.here.counts.of(LeaseEvent.REFUSED)).isEqualTo(rounds);
		return stale;
	}

	@Test
	void neverStoresWhatWasLoadedBeforeAPutOrAClear() throws Exception {
		for (int round = 0; round < 100; round++) {
			String key = "k" + round;
			Slow slow = new Slow(this.mine, key);
			if (round % 2 == 0) {
				this.theirs.put(key, "put");
			}
			else {
				this.theirs.clear();
				assertThat(this.theirs.peek(key).isHit()).isFalse();
			}
			slow.proceed();
			assertThat(this.theirs.get(key, (id) -> "put")).isEqualTo("put");
		}
	}

	@Test
	void detachesALoadHereWhenAnotherProcessInvalidates() throws Exception {
		await().untilAsserted(() -> assertThat(numberOfSubscribers()).isGreaterThanOrEqualTo(2));
		Slow slow = new Slow(this.mine, "k");
		this.theirs.invalidate("k");
		// A caller that comes before the message still joins the old load.
		await().until(() -> {
			Future<String> caller = this.threads.submit(() -> this.mine.get("k", (id) -> "new"));
			try {
				return "new".equals(caller.get(200, TimeUnit.MILLISECONDS));
			}
			catch (TimeoutException ex) {
				return false;
			}
		});
		assertThat(slow.proceed()).isEqualTo("slow");
		assertThat(this.theirs.peek("k").value()).isEqualTo("new");
	}

	@Test
	void loadsOnceForManyThreadsOfTwoProcesses() {
		AtomicInteger loads = new AtomicInteger();
		List<Callable<String>> callers = new ArrayList<>();
		for (int i = 0; i < 32; i++) {
			TypedCache<String, String> cache = (i % 2 == 0) ? this.mine : this.theirs;
			callers.add(() -> cache.get("k", (key) -> {
				int load = loads.incrementAndGet();
				TimeUnit.MILLISECONDS.sleep(200);
				return "v" + load;
			}));
		}
		assertThat(Concurrently.run(callers)).hasSize(32).containsOnly("v1");
		assertThat(loads).hasValue(1);
	}

	@Test
	void keepsTheLeaseOfALoadThatTakesLonger() {
		Duration lease = Duration.ofSeconds(6);
		CacheSettings settings = TestCaches.SETTINGS.withLease(lease, Duration.ofMinutes(10));
		this.here.tuned(settings);
		this.there.tuned(settings);
		AtomicInteger loads = new AtomicInteger();
		CacheLoader<String, String> loader = (key) -> {
			int load = loads.incrementAndGet();
			// Beyond the end that it was granted with.
			awaitExtended(key, lease);
			return "v" + load;
		};
		assertThat(Concurrently
			.run(List.<Callable<String>>of(() -> this.mine.get("k", loader), () -> this.theirs.get("k", loader))))
			.containsOnly("v1");
		assertThat(this.here.counts.of(LeaseEvent.REFUSED) + this.there.counts.of(LeaseEvent.REFUSED)).isZero();
	}

	@Test
	protected void storesNothingOfALoadThatTookTooLong() throws Exception {
		CacheSettings bounded = TestCaches.SETTINGS.withLease(Duration.ofMillis(100), Duration.ofMillis(100));
		this.here.tuned(bounded);
		Slow slow = new Slow(this.mine, "k");
		assertThat(this.theirs.get("k", (key) -> "theirs")).isEqualTo("theirs");
		assertThat(slow.proceed()).isEqualTo("slow");
		assertThat(this.mine.peek("k").value()).isEqualTo("theirs");
		assertThat(this.here.counts.of(LeaseEvent.REFUSED)).isEqualTo(1);
	}

	@Test
	void wakesAWaitingProcessWithAMessage() throws Exception {
		await().untilAsserted(() -> assertThat(numberOfSubscribers()).isGreaterThanOrEqualTo(2));
		Slow slow = new Slow(this.mine, "k");
		Future<String> waiting = this.threads.submit(() -> this.theirs.get("k", (key) -> "theirs"));
		awaitWaiter("k");
		server().resetStats();
		slow.proceed();
		assertThat(waiting.get(1, TimeUnit.MINUTES)).isEqualTo("slow");
		assertThat(server().commandCalls()).containsEntry("publish", 1L);
	}

	@Test
	void findsTheValueAlthoughTheMessageWasLost() throws Exception {
		try (CommandPort port = newPort(); TestCaches deaf = this.here.alsoOn(LossyPort.of(port))) {
			this.here.tuned(TestCaches.SETTINGS.withLease(Duration.ofMinutes(10), Duration.ofMinutes(10)));
			Slow slow = new Slow(this.mine, "k");
			Future<String> waiting = this.threads.submit(() -> deaf.texts("c").get("k", (key) -> "theirs"));
			awaitWaiter("k");
			slow.proceed();
			// Long before the lease would expire.
			assertThat(waiting.get(1, TimeUnit.MINUTES)).isEqualTo("slow");
			assertThat(deaf.counts.loads.sum()).isZero();
		}
	}

	@Test
	void findsTheValueAlthoughSubscriptionsWereCut() throws Exception {
		Slow slow = new Slow(this.mine, "k");
		Future<String> waiting = this.threads.submit(() -> this.theirs.get("k", (key) -> "theirs"));
		awaitWaiter("k");
		server().nodes().forEach((node) -> node.command("CLIENT", "KILL", "TYPE", "pubsub"));
		slow.proceed();
		assertThat(waiting.get(1, TimeUnit.MINUTES)).isEqualTo("slow");
		assertThat(this.there.counts.loads.sum()).isZero();
	}

	@Test
	void letsTheNextOneLoadWhenALoaderFails() throws Exception {
		Slow slow = new Slow(this.mine, "k");
		Future<String> sameProcess = this.threads.submit(() -> this.mine.get("k", (key) -> "next"));
		Future<String> otherProcess = this.threads.submit(() -> this.theirs.get("k", (key) -> "next"));
		awaitWaiter("k");
		slow.fail();
		assertThat(sameProcess.get(1, TimeUnit.MINUTES)).isEqualTo("next");
		assertThat(otherProcess.get(1, TimeUnit.MINUTES)).isEqualTo("next");
		assertThat(this.here.counts.loads.sum() + this.there.counts.loads.sum()).isEqualTo(2);
	}

	@Test
	void stopsWaitingAfterItsTimeOut() throws Exception {
		// A load that a new subscription detaches is not shared any more.
		this.here.awaitMessages();
		this.there.awaitMessages();
		this.there.tuned(TestCaches.SETTINGS.withWait(Duration.ofMillis(100), OnWaitTimeout.FAIL));
		Slow slow = new Slow(this.mine, "k");
		assertThatExceptionOfType(CacheWaitException.class).isThrownBy(() -> this.theirs.get("k", (key) -> "theirs"))
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(CacheWaitException.Reason.TIMED_OUT));
		// Longer than a load: a caller that begins during one would load beside it.
		CacheSettings loading = TestCaches.SETTINGS.withWait(Duration.ofMillis(500), OnWaitTimeout.LOAD);
		this.there.tuned(loading);
		this.here.tuned(loading);
		for (TypedCache<String, String> cache : List.of(this.theirs, this.mine)) {
			AtomicInteger loads = new AtomicInteger();
			AtomicInteger most = new AtomicInteger();
			// A thread that begins late may come too late to share the first load.
			assertThat(Concurrently.run(16, () -> cache.get("k", (key) -> {
				most.accumulateAndGet(loads.incrementAndGet(), Math::max);
				TimeUnit.MILLISECONDS.sleep(100);
				loads.decrementAndGet();
				return "impatient";
			}))).containsOnly("impatient");
			assertThat(most).hasValue(1);
			assertThat(cache.peek("k").isHit()).isFalse();
		}
		assertThat(slow.proceed()).isEqualTo("slow");
		assertThat(this.theirs.peek("k").value()).isEqualTo("slow");
	}

	@Test
	void stopsWaitingWhenInterrupted() throws Exception {
		Slow slow = new Slow(this.mine, "k");
		AtomicInteger interrupted = new AtomicInteger();
		Thread waiter = new Thread(() -> {
			try {
				this.theirs.get("k", (key) -> "theirs");
			}
			catch (CacheWaitException ex) {
				interrupted.set((ex.reason() == CacheWaitException.Reason.INTERRUPTED && Thread.interrupted()) ? 1 : 2);
			}
		});
		waiter.start();
		awaitWaiter("k");
		waiter.interrupt();
		waiter.join(60_000);
		assertThat(interrupted).hasValue(1);
		assertThat(slow.proceed()).isEqualTo("slow");
	}

	@Test
	void waitsForTheKeysOfManyThatAnotherProcessLoads() throws Exception {
		Slow slow = new Slow(this.mine, "b");
		List<String> asked = new ArrayList<>();
		Future<Map<String, String>> all = this.threads
			.submit(() -> this.theirs.getAll(List.of("a", "b", "c"), (keys) -> {
				asked.addAll(keys);
				return Map.of("a", "A", "c", "C");
			}));
		awaitWaiter("b");
		slow.proceed();
		assertThat(all.get(1, TimeUnit.MINUTES)).containsEntry("a", "A")
			.containsEntry("b", "slow")
			.containsEntry("c", "C");
		assertThat(asked).containsExactly("a", "c");
	}

	@Test
	void returnsStaleValuesAtOnceWhileExactlyOneProcessRebuilds() throws Exception {
		CacheSettings windowed = TestCaches.SETTINGS.withStaleWindow(Duration.ofMinutes(1));
		this.here.tuned(windowed.withTtl(Duration.ofMillis(50)));
		this.mine.put("k", "old");
		this.mine.put("l", "old");
		this.here.tuned(windowed);
		this.there.tuned(windowed);
		await().until(() -> this.mine.peek("k").equals(new Lookup<>(Lookup.State.STALE, "old"))
				&& this.mine.peek("l").state() == Lookup.State.STALE);
		AtomicInteger loads = new AtomicInteger();
		CountDownLatch proceed = new CountDownLatch(1);
		CacheLoader<String, String> loader = (key) -> {
			loads.incrementAndGet();
			proceed.await();
			return "new";
		};
		for (int i = 0; i < 50; i++) {
			assertThat(this.mine.get("k", loader)).isEqualTo("old");
			assertThat(this.theirs.get("k", loader)).isEqualTo("old");
		}
		assertThat(this.mine.getAll(List.of("k", "l"), (keys) -> {
			loads.addAndGet(100 * keys.size());
			return Map.of("l", "new");
		})).containsEntry("k", "old").containsEntry("l", "old");
		await().until(() -> "new".equals(this.theirs.peek("l").value()));
		proceed.countDown();
		await().until(() -> this.theirs.peek("k").equals(new Lookup<>(Lookup.State.FRESH, "new")));
		assertThat(this.mine.get("k", loader)).isEqualTo("new");
		assertThat(loads).hasValue(101);
	}

	@Test
	void keepsTheStaleValueWhenItsRebuildFails() {
		CacheSettings windowed = TestCaches.SETTINGS.withStaleWindow(Duration.ofMinutes(1));
		this.here.tuned(windowed.withTtl(Duration.ofMillis(20)));
		this.mine.put("k", "old");
		this.here.tuned(windowed);
		await().until(() -> this.mine.peek("k").state() == Lookup.State.STALE);
		AtomicInteger loads = new AtomicInteger();
		CacheLoader<String, String> failing = (key) -> {
			loads.incrementAndGet();
			throw new IllegalCallerException();
		};
		long began = System.nanoTime();
		assertThat(this.mine.get("k", failing)).isEqualTo("old");
		await().untilAtomic(loads, org.hamcrest.Matchers.is(1));
		for (int i = 0; i < 50; i++) {
			assertThat(this.mine.get("k", failing)).isEqualTo("old");
		}
		// One failure a second, not one for each caller.
		assertThat(loads.get()).isLessThanOrEqualTo(3 + secondsSince(began));
		await().until(() -> "new".equals(this.mine.get("k", (key) -> "new")));
	}

}
