// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.filter.Known.Generation;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * One filter: its state in this process and the place of its slices.
 */
final class FilterStore {

	private static final LuaScript<Long> DELETE = LuaScript.integer("filter/slice-delete", LuaScript.ANY, 0);

	/** How often a filter that is not there, or has lost a slice, is looked for. */
	private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final String name;

	private final KeySpace keys;

	private final String key;

	private final Layout configured;

	private final Supplier<BloomFilterSettings> settings;

	/** Null before the first look. */
	private volatile @Nullable Known known;

	/** Those of a state that Redis lost, until they are deleted. */
	private final Set<Generation> lost = ConcurrentHashMap.newKeySet();

	/** When a look for something lost last found nothing new. */
	private volatile long unchangedAt = System.nanoTime() - LOOK_EVERY_NANOS;

	FilterStore(String name, KeySpace keys, Supplier<BloomFilterSettings> settings) {
		this.name = name;
		this.keys = keys;
		this.key = keys.key("bloom-filter", name);
		this.settings = settings;
		this.configured = Layout.of(settings.get());
	}

	/**
	 * Returns the known state, which may be outdated; slices reject an outdated epoch.
	 */
	Known known(CommandPort redis) {
		Known present = this.known;
		return (present != null) ? present : look(redis);
	}

	/**
	 * Returns the present state in Redis.
	 */
	Known look(CommandPort redis) {
		Known before = this.known;
		return seen(redis, before, redis.call((commands) -> commands.hgetall(this.key)));
	}

	/**
	 * The same, without waiting.
	 */
	CompletionStage<Known> lookLater(CommandPort redis) {
		Known before = this.known;
		return redis.callAsync((commands) -> commands.hgetall(this.key))
			.thenApply((fields) -> seen(redis, before, fields));
	}

	/**
	 * Adopts the state of the filter in a reply of Redis.
	 * @param before the known state before the call. The state that another thread has
	 * learned since may be newer than the reply, and is kept if the reply lacks it
	 */
	private Known seen(CommandPort redis, @Nullable Known before, Map<String, byte[]> fields) {
		Known found = Known.of(this.name, fields);
		this.known = found;
		if (before != null && !Objects.equals(before.live(), found.live())) {
			redis.troubles().ended(this.name, Troubles.Kind.FILTER_SATURATED);
		}
		if (before != null) {
			this.lost.addAll(before.lostIn(found));
			// One that came back with the data of another server.
			found.all().forEach(this.lost::remove);
			this.lost.forEach((generation) -> deleteLater(redis, generation));
		}
		return found;
	}

	/**
	 * The same, unless it was found unchanged a moment ago. For callers that can do
	 * without the newest state.
	 */
	Known lookNowAndThen(CommandPort redis, Known present) {
		if (System.nanoTime() - this.unchangedAt < LOOK_EVERY_NANOS) {
			return present;
		}
		Known found = look(redis);
		if (found.equals(present)) {
			this.unchangedAt = System.nanoTime();
		}
		return found;
	}

	/**
	 * Does what {@link #known} does, without a thread that waits.
	 */
	CompletionStage<Known> knownLater(CommandPort redis) {
		Known present = this.known;
		return (present != null) ? CompletableFuture.completedStage(present) : lookLater(redis);
	}

	/**
	 * Does what {@link #lookNowAndThen} does, without a thread that waits.
	 */
	CompletionStage<Known> lookNowAndThenLater(CommandPort redis, Known present) {
		if (System.nanoTime() - this.unchangedAt < LOOK_EVERY_NANOS) {
			return CompletableFuture.completedStage(present);
		}
		return lookLater(redis).thenApply((found) -> {
			if (found.equals(present)) {
				this.unchangedAt = System.nanoTime();
			}
			return found;
		});
	}

	String sliceKey(Generation generation, int slice) {
		return this.keys.key("bloom-slice", this.name + ':' + slice, generation.id());
	}

	/**
	 * Does something with every slice of a generation, a hundred in a flush: making and
	 * counting them takes Redis milliseconds each.
	 */
	<T> List<T> forEachSlice(CommandPort redis, Generation generation, SliceCall<T> call) {
		SliceEngine engine = SliceEngine.of(generation.layout().engine());
		List<T> results = new ArrayList<>();
		int slices = generation.layout().slices();
		for (int from = 0; from < slices; from += 100) {
			int to = Math.min(slices, from + 100);
			try {
				RedisBatch batch = redis.batch();
				Sender sender = Sender.together(batch);
				List<CompletionStage<T>> replies = new ArrayList<>();
				for (int slice = from; slice < to; slice++) {
					replies.add(call.send(engine, sender, sliceKey(generation, slice)));
				}
				batch.flush();
				results.addAll(batch.await(replies));
			}
			catch (RedisComponentsException ex) {
				throw BatchFailure.inPart(from, to - from, slices - to, ex);
			}
		}
		return results;
	}

	/**
	 * Deletes the slices of generations.
	 */
	void unlink(CommandPort redis, List<Generation> generations) {
		int done = 0;
		for (Generation generation : generations) {
			int slices = generation.layout().slices();
			try {
				forEachSlice(redis, generation, (engine, sender, slice) -> sender.eval(DELETE, engine.keys(slice)));
			}
			catch (RedisComponentsException ex) {
				throw BatchFailure.inPart(done, slices, 0, ex);
			}
			done += slices;
		}
	}

	/**
	 * No other client uses it, and no other one knows of it. What cannot be deleted now
	 * is deleted after a later look.
	 */
	private void deleteLater(CommandPort redis, Generation generation) {
		SliceEngine engine = SliceEngine.of(generation.layout().engine());
		CompletableFuture
			.allOf(IntStream.range(0, generation.layout().slices())
				.mapToObj((slice) -> engine.keys(sliceKey(generation, slice)))
				.map((sliceKeys) -> redis.callAsync((commands) -> commands.unlink(sliceKeys)).toCompletableFuture())
				.toArray(CompletableFuture[]::new))
			.thenRun(() -> this.lost.remove(generation));
	}

	String name() {
		return this.name;
	}

	String key() {
		return this.key;
	}

	String[] authorityKeys() {
		return new String[] { this.key };
	}

	Layout configured() {
		return this.configured;
	}

	BloomFilterSettings settings() {
		return this.settings.get();
	}

	/** Does something with a slice. */
	interface SliceCall<T> {

		CompletionStage<T> send(SliceEngine engine, Sender sender, String key);

	}

}
