// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheRaceFixture;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.loader.CacheContextLoader;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tags that are invalidated while values with them are read, loaded and stored.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class CacheTagRaceTests extends CacheRaceFixture {

	CacheTagRaceTests(RedisTopology topology) {
		super(topology);
	}

	@Override
	public int interleavings() {
		return super.interleavings() / 5;
	}

	@Test
	void neverServesWhatWasLoadedBeforeItsTagWasInvalidatedByThisProcess() throws Exception {
		assertThat(staleValues(this.mine, false)).isZero();
	}

	@Test
	void neverServesWhatWasLoadedBeforeItsTagWasInvalidatedByAnotherProcess() throws Exception {
		assertThat(staleValues(this.theirs, false)).isZero();
	}

	@Test
	void givesALateCallerOfTheInvalidatingProcessTheNewValueWhileTheOldLoadStillRuns() throws Exception {
		assertThat(staleValues(this.mine, true)).isZero();
	}

	/**
	 * A thread here loads the old value; the data changes and a tag is invalidated which
	 * the loader gives only after that; then both processes ask.
	 * @return how many of the calls after the invalidation got an old value
	 */
	private int staleValues(TypedCache<String, String> invalidating, boolean late) throws Exception {
		int stale = 0;
		SynchronousQueue<String> loaded = new SynchronousQueue<>();
		SynchronousQueue<String> proceed = new SynchronousQueue<>();
		for (int round = 0; round < interleavings(); round++) {
			String old = "old " + round;
			String changed = "new " + round;
			String key = "k" + (round % 16);
			Future<String> loader = this.threads.submit(() -> this.mine.getWithContext(key, (id, context) -> {
				loaded.put(old);
				String value = proceed.take();
				context.tags("t");
				return value;
			}));
			String value = loaded.take();
			invalidating.invalidateTags("t");
			CacheContextLoader<String, String> again = (id, context) -> {
				context.tags("t");
				return changed;
			};
			// Joins the old load.
			Future<String> caller = late ? this.threads.submit(() -> invalidating.getWithContext(key, again)) : null;
			proceed.put(value);
			assertThat(loader.get()).isEqualTo(old);
			if (caller != null) {
				stale += changed.equals(caller.get(1, TimeUnit.MINUTES)) ? 0 : 1;
			}
			stale += changed.equals(this.mine.getWithContext(key, again)) ? 0 : 1;
			stale += changed.equals(this.theirs.getWithContext(key, again)) ? 0 : 1;
			assertThat(this.mine.peek(key).value()).isEqualTo(changed);
			this.theirs.invalidateTags("t");
			assertThat(this.mine.peek(key).isHit()).isFalse();
		}
		return stale;
	}

	@Test
	void manyThatAreLoadedWhileTheirTagIsInvalidatedAreOutdated() throws Exception {
		for (int round = 0; round < 50; round++) {
			List<String> keys = List.of("a" + round, "b" + round, "c" + round);
			CountDownLatch loading = new CountDownLatch(1);
			CountDownLatch proceed = new CountDownLatch(1);
			Future<Map<String, String>> loader = this.threads
				.submit(() -> this.mine.getAllWithContext(keys, (missing, context) -> {
					loading.countDown();
					proceed.await();
					context.tags(keys.get(0), "t");
					context.tags(keys.get(1), "u");
					return Map.of(keys.get(0), "old", keys.get(1), "v", keys.get(2), "v");
				}));
			assertThat(loading.await(1, TimeUnit.MINUTES)).isTrue();
			((round % 2 == 0) ? this.mine : this.theirs).invalidateTags("t");
			Future<Map<String, String>> late = this.threads
				.submit(() -> this.mine.getAll(keys, (missing) -> Map.of(keys.get(0), "new")));
			proceed.countDown();
			assertThat(loader.get(1, TimeUnit.MINUTES)).containsEntry(keys.get(0), "old");
			if (round % 2 == 0) {
				assertThat(late.get(1, TimeUnit.MINUTES)).containsEntry(keys.get(0), "new")
					.containsEntry(keys.get(1), "v");
			}
			late.get(1, TimeUnit.MINUTES);
			assertThat(this.theirs.getAll(keys, (missing) -> Map.of(keys.get(0), "new")))
				.containsEntry(keys.get(0), "new")
				.containsEntry(keys.get(1), "v")
				.containsEntry(keys.get(2), "v");
		}
	}

	@Test
	void whatIsPutWithNumbersThatAreOutdatedMeanwhileIsOutdated() {
		try (CommandPort port = newPort()) {
			CommandPort slow = InterceptedPort.of(port, (method, args, real) -> {
				if (method.getName().equals("withTimeout")) {
					return InterceptedPort.of((CommandPort) real.proceed(), (inner, given, call) -> {
						Object reply = call.proceed();
						// Stopped between reading the number and storing.
						if (InterceptedPort.script(given).equals("cache/tags")) {
							this.mine.invalidateTags("t");
						}
						return reply;
					});
				}
				return real.proceed();
			});
			try (TestCaches stopped = this.here.alsoOn(slow)) {
				stopped.texts("c").peek("connected");
				stopped.texts("c").put("k", "old", EntryOptions.defaults().withTags("t"));
			}
			assertThat(this.mine.peek("k").isHit()).isFalse();
			assertThat(this.theirs.get("k", (key) -> "new")).isEqualTo("new");
		}
	}

}
