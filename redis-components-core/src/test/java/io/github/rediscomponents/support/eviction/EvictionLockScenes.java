// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.eviction;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.lock.fencing.FencedValue;
import io.github.rediscomponents.lock.fencing.FencedValues;
import io.github.rediscomponents.lock.fencing.FencedWrite;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.semaphore.SemaphoreSettings;
import io.github.rediscomponents.support.eviction.Eviction.Act;
import io.github.rediscomponents.support.eviction.Eviction.Answer;
import io.github.rediscomponents.support.eviction.Eviction.Scene;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@link EvictionCampaignTests} plays with locks and semaphores: somebody holds all
 * there is, another one waits for it in Redis, and a third one comes.
 */
final class EvictionLockScenes {

	/** So long that nothing ends by itself, also on a slow machine. */
	private static final Duration LEASE = Duration.ofMinutes(5);

	private static final Duration POLL = Duration.ofMillis(50);

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final String NAME = "printer";

	private EvictionLockScenes() {
	}

	static Stream<Scene> of() {
		return Stream.of(locks("lock", 1, List.of(1), 1, 1, (locks) -> locks.get(NAME), (locks) -> locks.get(NAME)),
				locks("fair lock", 1, List.of(1), 1, 1, (locks) -> locks.fair(NAME), (locks) -> locks.fair(NAME)),
				locks("read lock", 2, List.of(1, 1), 2, 2, (locks) -> locks.readWrite(NAME).read(),
						(locks) -> locks.readWrite(NAME).write()),
				locks("write lock", 2, List.of(2), 2, 2, (locks) -> locks.readWrite(NAME).write(),
						(locks) -> locks.readWrite(NAME).write()),
				semaphores("semaphore", SemaphoreOptions.of(3)),
				semaphores("fair semaphore", SemaphoreOptions.of(3).asFair()),
				new Scene("fenced value", EvictionLockScenes::fencedValue));
	}

	private static Scene locks(String title, int capacity, List<Integer> holders, int waits, int comes,
			Function<DistributedLock, NamedLock> first, Function<DistributedLock, NamedLock> then) {
		return new Scene(title, (port, keys, background) -> {
			List<Place> places = new ArrayList<>();
			for (int i = 0; i < holders.size() + 3; i++) {
				DistributedLock locks = LettuceLocks.create(port, keys,
						new LiveSettings<>(LockSettings.defaults().withLease(LEASE).withPollBound(POLL)), background);
				boolean holds = i < holders.size();
				int weight = holds ? holders.get(i) : (i == holders.size()) ? waits : comes;
				places.add(new LockPlace(locks, (holds ? first : then).apply(locks), weight));
			}
			return crowd(capacity, places, () -> awaited(port, keys, "lock"));
		});
	}

	private static Scene semaphores(String title, SemaphoreOptions options) {
		return new Scene(title, (port, keys, background) -> {
			List<Place> places = new ArrayList<>();
			for (int weight : List.of(2, 1, 1, 1, 1)) {
				DistributedSemaphore semaphores = DistributedSemaphore.create(port, keys,
						new LiveSettings<>(SemaphoreSettings.defaults().withLease(LEASE).withPollBound(POLL)),
						background);
				places.add(new PermitPlace(semaphores, semaphores.get(NAME, options), weight));
			}
			return crowd(options.permits(), places, () -> awaited(port, keys, "sem"));
		});
	}

	private static Act crowd(int capacity, List<Place> places, Supplier<Boolean> awaited) {
		Crowd crowd = new Crowd(capacity, places, awaited);
		return new Act(crowd::begin, crowd::ask, crowd::close);
	}

	/** Whether Redis knows of somebody who waits. */
	private static boolean awaited(CommandPort port, KeySpace keys, String room) {
		String waiters = keys.key(room, NAME, "waiters");
		if (port.call((commands) -> commands.exists(waiters)) == 1) {
			return true;
		}
		String plain = keys.key(room, NAME);
		return port.call((commands) -> commands.hexists(plain, "w"));
	}

	private static Act fencedValue(CommandPort port, KeySpace keys, Background background) {
		FencedValues<String> values = FencedValues.create(port, keys, ValueCodecs.json().codec(String.class),
				Duration.ofHours(1), Duration.ofHours(1));
		return new Act(() -> assertThat(values.set("stock", "new", 10)).isEqualTo(FencedWrite.WRITTEN), () -> {
			Optional<String> before = values.get("stock").map(FencedValue::value);
			if (values.set("stock", "old", 9) == FencedWrite.REFUSED) {
				return before.equals(Optional.of("new")) ? Answer.RIGHT : Answer.WRONG;
			}
			return Answer.lessIf(before.isEmpty());
		});
	}

	/** What there is to hold, as one process sees it. */
	private interface Place {

		/** How much of it one of this place takes. */
		int weight();

		/** At once or not at all. */
		Optional<Supplier<ReleaseResult>> take();

		/** Waits without limit. */
		CompletableFuture<Optional<Supplier<ReleaseResult>>> line();

		void close();

	}

	private record LockPlace(DistributedLock locks, NamedLock lock, int weight) implements Place {

		@Override
		public Optional<Supplier<ReleaseResult>> take() {
			return this.lock.tryAcquire().map(LockPlace::release);
		}

		@Override
		public CompletableFuture<Optional<Supplier<ReleaseResult>>> line() {
			return mapped(this.lock.tryAcquireAsync(LockOptions.defaults()).toCompletableFuture(), LockPlace::release);
		}

		private static Supplier<ReleaseResult> release(Lease lease) {
			return lease::release;
		}

		@Override
		public void close() {
			this.locks.close();
		}

	}

	private record PermitPlace(DistributedSemaphore semaphores, NamedSemaphore semaphore, int weight) implements Place {

		@Override
		public Optional<Supplier<ReleaseResult>> take() {
			// Not by tryAcquire(), which takes one.
			return line(Duration.ZERO).join();
		}

		@Override
		public CompletableFuture<Optional<Supplier<ReleaseResult>>> line() {
			return line(PATIENCE.multipliedBy(10));
		}

		private CompletableFuture<Optional<Supplier<ReleaseResult>>> line(Duration wait) {
			return mapped(this.semaphore.tryAcquireAsync(this.weight, wait).toCompletableFuture(),
					PermitPlace::release);
		}

		private static Supplier<ReleaseResult> release(Permit permit) {
			return permit::release;
		}

		@Override
		public void close() {
			this.semaphores.close();
		}

	}

	/** So that a cancellation reaches who waits. */
	private static <T> CompletableFuture<Optional<Supplier<ReleaseResult>>> mapped(
			CompletableFuture<Optional<T>> waiting, Function<T, Supplier<ReleaseResult>> release) {
		CompletableFuture<Optional<Supplier<ReleaseResult>>> mapped = waiting.thenApply((got) -> got.map(release));
		mapped.whenComplete((got, failure) -> {
			if (mapped.isCancelled()) {
				waiting.cancel(false);
				waiting.thenAccept((late) -> late.map(release).ifPresent(Supplier::get));
			}
		});
		return mapped;
	}

	/** Those who hold, one who waits, two who come. */
	private static final class Crowd {

		private final int capacity;

		private final List<Place> holders;

		private final Place waits;

		private final List<Place> comers;

		private final Supplier<Boolean> awaited;

		private final List<Supplier<ReleaseResult>> held = new ArrayList<>();

		private @Nullable CompletableFuture<Optional<Supplier<ReleaseResult>>> waiting;

		Crowd(int capacity, List<Place> places, Supplier<Boolean> awaited) {
			this.capacity = capacity;
			this.holders = places.subList(0, places.size() - 3);
			this.waits = places.get(places.size() - 3);
			this.comers = places.subList(places.size() - 2, places.size());
			this.awaited = awaited;
		}

		void begin() throws Exception {
			end();
			for (Place holder : this.holders) {
				this.held.add(holder.line().get(PATIENCE.toSeconds(), TimeUnit.SECONDS).orElseThrow());
			}
			CompletableFuture<Optional<Supplier<ReleaseResult>>> line = this.waits.line();
			this.waiting = line;
			Eviction.await(this.awaited::get);
			assertThat(line).isNotDone();
		}

		private void end() {
			this.held.forEach(Supplier::get);
			this.held.clear();
			CompletableFuture<Optional<Supplier<ReleaseResult>>> line = this.waiting;
			if (line != null && !line.cancel(false) && !line.isCancelled()) {
				line.join().ifPresent(Supplier::get);
			}
			this.waiting = null;
		}

		Answer ask() throws Exception {
			CompletableFuture<Optional<Supplier<ReleaseResult>>> line = Objects.requireNonNull(this.waiting);
			List<Supplier<ReleaseResult>> came = takeAll();
			// Those who held learn from Redis whether they still did.
			long kept = this.held.stream().map(Supplier::get).filter(ReleaseResult.RELEASED::equals).count();
			boolean right = kept == this.held.size();
			this.held.clear();
			assertThat(right || kept == 0).as("of those who held all or none still do").isTrue();
			assertThat(right && !came.isEmpty()).as("held by two").isFalse();
			if (rest(came.size() * weight()) < this.waits.weight()) {
				assertThat(line).as("waits for those who came").isNotDone();
				assertThat(takeAll()).as("more than there is").isEmpty();
			}
			releaseAll(came);
			Supplier<ReleaseResult> waited = line.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).orElseThrow();
			this.waiting = null;
			List<Supplier<ReleaseResult>> beside = takeAll();
			assertThat(beside).as("beside the one who waited").hasSize(rest(this.waits.weight()) / weight());
			releaseAll(beside);
			releaseAll(List.of(waited));
			List<Supplier<ReleaseResult>> whole = takeAll();
			assertThat(whole).as("all there is").hasSize(this.capacity / weight());
			releaseAll(whole);
			begin();
			return right ? Answer.RIGHT : Answer.LESS;
		}

		private int weight() {
			return this.comers.get(0).weight();
		}

		private int rest(int taken) {
			return this.capacity - taken;
		}

		private static void releaseAll(List<Supplier<ReleaseResult>> held) {
			assertThat(held.stream().map(Supplier::get)).allMatch(ReleaseResult.RELEASED::equals);
		}

		/** All that the comers get, by turns. */
		private List<Supplier<ReleaseResult>> takeAll() {
			List<Supplier<ReleaseResult>> taken = new ArrayList<>();
			boolean some;
			do {
				some = false;
				for (Place comer : this.comers) {
					Optional<Supplier<ReleaseResult>> one = comer.take();
					one.ifPresent(taken::add);
					some |= one.isPresent();
				}
				assertThat(rest(taken.size() * weight())).as("what is left").isNotNegative();
			}
			while (some);
			return taken;
		}

		void close() {
			end();
			this.holders.forEach(Place::close);
			this.waits.close();
			this.comers.forEach(Place::close);
		}

	}

}
