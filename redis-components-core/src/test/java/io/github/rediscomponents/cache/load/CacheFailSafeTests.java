// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheLoadException;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.CacheObserver.StaleReason;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.FreshnessFixture;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.OnWaitTimeout;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.loader.CacheLoader;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * What callers get when a loader fails, and when it is called again.
 */
class CacheFailSafeTests extends FreshnessFixture {

	@Test
	void returnsTheOlderValueWhenTheLoaderFails() {
		outdate(tune((loading) -> loading.withFailSafe(LONG)), "k");
		long stale = this.here.counts.of(Lookup.State.STALE);
		assertThat(this.mine.get("k", this::failing)).isEqualTo("old");
		assertThat(this.mine.get("k", (key) -> {
			throw new IOException("for a test");
		})).isEqualTo("old");
		assertThat(this.loads).hasValue(1);
		assertThat(this.here.counts.of(Lookup.State.STALE) - stale).isEqualTo(2);
		assertThat(this.here.counts.of(StaleReason.FAILED)).isEqualTo(2);
		assertThat(this.mine.get("k", this::loading)).isEqualTo("v2");
		assertThat(this.theirs.peek("k")).isEqualTo(new Lookup<>(Lookup.State.FRESH, "v2"));
	}

	@Test
	void throwsWhenThereIsNoOlderValueOrItIsTooOld() {
		CacheSettings settings = tune((loading) -> loading.withFailSafe(LONG));
		assertThatExceptionOfType(IllegalCallerException.class).isThrownBy(() -> this.mine.get("none", this::failing));
		outdate(settings, "k");
		tune((loading) -> loading.withFailSafe(Duration.ofMillis(1)));
		assertThatExceptionOfType(IllegalCallerException.class).isThrownBy(() -> this.mine.get("k", this::failing));
		tune((loading) -> loading);
		assertThatExceptionOfType(IllegalCallerException.class).isThrownBy(() -> this.mine.get("k", this::failing));
		assertThat(this.mine.get("k", this::failing, EntryOptions.defaults().withFailSafe(LONG))).isEqualTo("old");
		this.mine.invalidate("k");
		tune(settings);
		assertThatExceptionOfType(IllegalCallerException.class).isThrownBy(() -> this.mine.get("k", this::failing));
	}

	@Test
	void keepsAnEntryForAsLongAsFailSafeMayNeedIt() {
		tune((loading) -> loading.withFailSafe(Duration.ofHours(3)));
		this.mine.put("k", "v");
		assertThat(pttl("k")).isBetween(Duration.ofMinutes(209).toMillis(), Duration.ofMinutes(210).toMillis());
		this.mine.put("n", null);
		assertThat(pttl("n")).isLessThanOrEqualTo(Duration.ofMinutes(2).toMillis());
	}

	@Test
	void doesNotServeBeyondTheStaleWindowWhatFailSafeKeeps() {
		CacheSettings settings = tune((loading) -> loading.withFailSafe(LONG)).withStaleWindow(Duration.ofMillis(50));
		outdate(settings, "k");
		assertThat(this.mine.get("k", this::loading)).isEqualTo("v1");
	}

	@Test
	void callsAFailingLoaderOnceForAllCallersWhileItCoolsDown() {
		CacheSettings settings = tune((loading) -> loading.withFailSafe(LONG).withErrorCoolDown(Duration.ofMinutes(1)));
		outdate(settings, "k");
		List<String> values = Concurrently.run(64, () -> this.mine.get("k", (key) -> {
			TimeUnit.MILLISECONDS.sleep(100);
			return failing(key);
		}));
		assertThat(values).hasSize(64).containsOnly("old");
		assertThat(this.loads).hasValue(1);
		assertThat(this.here.counts.of(StaleReason.FAILED) + this.here.counts.of(StaleReason.COOLING_DOWN))
			.isEqualTo(64);
	}

	@Test
	void givesTheOlderValueToAllThatWaitForTheLoadThatFails() throws Exception {
		// A load that a new subscription detaches is not shared any more.
		this.here.awaitMessages();
		outdate(tune((loading) -> loading.withFailSafe(LONG)), "k");
		Held loader = new Held();
		CacheLoader<String, String> failing = (key) -> {
			loader.load(key);
			throw new IllegalCallerException("for a test");
		};
		List<FutureTask<String>> calls = IntStream.range(0, 12)
			.mapToObj((i) -> new FutureTask<>(() -> this.mine.get("k", failing)))
			.toList();
		List<Thread> callers = calls.stream().map(Thread::new).toList();
		callers.forEach(Thread::start);
		loader.awaitBegin();
		await().until(() -> callers.stream().filter(CacheFailSafeTests::waitsForAFlight).count() == 11);
		loader.proceed.countDown();
		for (FutureTask<String> call : calls) {
			assertThat(call.get(20, TimeUnit.SECONDS)).isEqualTo("old");
		}
		assertThat(this.loads).hasValue(1);
		assertThat(this.here.counts.of(StaleReason.FAILED)).isEqualTo(12);
	}

	private static boolean waitsForAFlight(Thread caller) {
		return Arrays.stream(caller.getStackTrace())
			.anyMatch((frame) -> frame.getClassName().equals(Flight.class.getName())
					&& frame.getMethodName().equals("await"));
	}

	@Test
	void repeatsTheFailureOfAKeyUntilItCooledDown() {
		tune((loading) -> loading.withErrorCoolDown(LONG));
		Throwable first = catchThrowable(() -> this.mine.get("k", this::failing));
		assertThat(first).isInstanceOf(IllegalCallerException.class);
		assertThat(catchThrowable(() -> this.mine.get("k", this::loading))).isSameAs(first);
		assertThat(catchThrowable(() -> this.mine.getAll(List.of("k", "m"), this::failingAll))).isSameAs(first);
		assertThat(this.here.counts.of(LoadEvent.COOLING_DOWN)).isEqualTo(2);
		assertThat(this.loads).hasValue(1);
		assertThat(this.mine.get("l", this::loading)).isEqualTo("v2");
		tune((loading) -> loading.withErrorCoolDown(Duration.ofMillis(500)));
		await().until(() -> {
			try {
				return this.mine.get("k", (key) -> "mended").equals("mended");
			}
			catch (IllegalCallerException ex) {
				return false;
			}
		});
	}

	@Test
	void endsTheCoolDownWhenTheSettingIsTakenBack() {
		tune((loading) -> loading.withErrorCoolDown(LONG));
		assertThatExceptionOfType(IllegalCallerException.class).isThrownBy(() -> this.mine.get("k", this::failing));
		tune((loading) -> loading);
		assertThat(this.mine.get("k", this::loading)).isEqualTo("v2");
	}

	@Test
	void doesNotRememberThatALoaderWasInterrupted() throws Exception {
		CacheSettings settings = tune((loading) -> loading.withFailSafe(LONG).withErrorCoolDown(LONG));
		outdate(settings, "k");
		Held loader = new Held();
		Future<String> slow = this.threads.submit(() -> this.mine.get("k", loader));
		loader.awaitBegin();
		loader.thread.interrupt();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> slow.get(20, TimeUnit.SECONDS))
			.havingCause()
			.isInstanceOf(CacheLoadException.class)
			.withCauseInstanceOf(InterruptedException.class);
		assertThat(this.mine.get("k", this::loading)).isEqualTo("v2");
	}

	@Test
	void returnsOlderValuesOfManyKeysIfThereIsOneForEach() {
		CacheSettings settings = tune((loading) -> loading.withFailSafe(LONG));
		outdate(settings, "a", "b");
		this.mine.put("c", "fresh");
		assertThat(this.mine.getAll(List.of("a", "b", "c"), this::failingAll)).containsExactly(Map.entry("a", "old"),
				Map.entry("b", "old"), Map.entry("c", "fresh"));
		assertThatExceptionOfType(IllegalCallerException.class)
			.isThrownBy(() -> this.mine.getAll(List.of("a", "b", "none"), this::failingAll));
		assertThat(this.mine.get("a", this::loading)).isEqualTo("v3");
		assertThat(isLeased("a") || isLeased("none")).isFalse();
	}

	@Test
	void returnsTheOlderValueWhenAnotherCallerLoadsTooLong() throws Exception {
		CacheSettings settings = tune((loading) -> loading.withFailSafe(LONG));
		outdate(settings, "k", "l");
		Held loader = new Held();
		Future<String> slow = this.threads.submit(() -> this.theirs.get("k", loader));
		loader.awaitBegin();
		this.here.tuned(settings.withWait(Duration.ofMillis(200), OnWaitTimeout.STALE));
		// One waits for the other process, and others for the one.
		assertThat(Concurrently.run(4, () -> this.mine.get("k", this::loading))).hasSize(4).containsOnly("old");
		assertThat(this.mine.getAll(List.of("k", "l"), (keys) -> Map.of("l", "L")))
			.containsExactly(Map.entry("k", "old"), Map.entry("l", "L"));
		assertThat(this.here.counts.of(StaleReason.WAITED)).isEqualTo(5);
		// Without one it loads.
		Held other = new Held();
		this.threads.submit(() -> this.theirs.get("cold", other));
		other.awaitBegin();
		assertThat(this.mine.get("cold", (key) -> "late")).isEqualTo("late");
		loader.proceed.countDown();
		other.proceed.countDown();
		assertThat(slow.get(20, TimeUnit.SECONDS)).isEqualTo("new");
		assertThat(this.loads).hasValue(2);
	}

	@Test
	void doesNotReturnWhatWasInvalidatedToCallersThatStartLater() throws Exception {
		await().untilAsserted(() -> assertThat(numberOfSubscribers()).isGreaterThanOrEqualTo(2));
		outdate(tune((loading) -> loading.withFailSafe(LONG)), "k");
		Held loader = new Held();
		Future<String> slow = beginToFail(loader);
		this.theirs.invalidate("k");
		// A caller that comes before the message joins the load that is under way.
		await().until(() -> {
			Future<String> caller = this.threads.submit(() -> this.mine.get("k", this::failing));
			try {
				return caller.get(200, TimeUnit.MILLISECONDS) == null;
			}
			catch (TimeoutException ex) {
				return false;
			}
			catch (ExecutionException ex) {
				return ex.getCause() instanceof IllegalCallerException;
			}
		});
		loader.proceed.countDown();
		assertThat(slow.get(20, TimeUnit.SECONDS)).isEqualTo("old");
		assertThatExceptionOfType(IllegalCallerException.class).isThrownBy(() -> this.mine.get("k", this::failing));
	}

	@Test
	void givesACallerThatWantsNoOlderValueNoneFromTheLoadThatItJoined() throws Exception {
		outdate(tune((loading) -> loading.withFailSafe(LONG)), "k");
		Held loader = new Held();
		Future<String> slow = beginToFail(loader);
		Future<String> strict = this.threads
			.submit(() -> this.mine.get("k", this::loading, EntryOptions.defaults().withFailSafe(Duration.ZERO)));
		await().during(Duration.ofMillis(200)).atMost(Duration.ofSeconds(10)).until(() -> !strict.isDone());
		loader.proceed.countDown();
		assertThat(slow.get(20, TimeUnit.SECONDS)).isEqualTo("old");
		assertThat(strict.get(20, TimeUnit.SECONDS)).isEqualTo("v2");
	}

	@Test
	void rebuildsAgainAfterALoadInTheBackgroundWasInterrupted() {
		CacheSettings settings = tune((loading) -> loading.withErrorCoolDown(LONG)).withStaleWindow(LONG);
		this.here.tuned(settings.withTtl(Duration.ofMillis(30)));
		this.mine.put("k", "old");
		this.here.tuned(settings);
		await().until(() -> this.mine.peek("k").state() == Lookup.State.STALE);
		assertThat(this.mine.get("k", (key) -> {
			this.loads.incrementAndGet();
			throw new InterruptedException();
		})).isEqualTo("old");
		await().untilAtomic(this.loads, org.hamcrest.Matchers.is(1));
		await().until(() -> this.mine.get("k", (key) -> "new").equals("new"));
	}

	@Test
	void rebuildsNothingWhileItCoolsDown() {
		CacheSettings settings = tune((loading) -> loading.withErrorCoolDown(LONG)).withStaleWindow(LONG);
		this.here.tuned(settings.withTtl(Duration.ofMillis(30)));
		this.mine.put("k", "old");
		this.here.tuned(settings);
		await().until(() -> this.mine.peek("k").state() == Lookup.State.STALE);
		assertThat(this.mine.get("k", this::failing)).isEqualTo("old");
		await().untilAtomic(this.loads, org.hamcrest.Matchers.is(1));
		await().during(Duration.ofMillis(1500))
			.atMost(Duration.ofMinutes(1))
			.until(() -> this.mine.get("k", this::failing).equals("old")
					&& this.mine.getAll(List.of("k"), this::failingAll).size() == 1);
		assertThat(this.loads).hasValue(1);
	}

	/** A load of "k" that is under way, and fails when it is let on. */
	private Future<String> beginToFail(Held loader) throws InterruptedException {
		Future<String> load = this.threads.submit(() -> this.mine.get("k", (key) -> {
			loader.load(key);
			throw new IllegalCallerException("for a test");
		}));
		loader.awaitBegin();
		return load;
	}

}
