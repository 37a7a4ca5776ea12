// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.filter.Known.Generation;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.OperationIds;

/**
 * Builds one generation. The order of the steps ensures that no element is missed:
 * <ol>
 * <li>the filter names the new generation, and the remains of a dead predecessor are
 * deleted;
 * <li>the new slices are made;
 * <li>the epoch of every live slice is raised: a client that adds with a stale epoch
 * generation is refused and looks again;
 * <li>{@code settle} passes: the source then shows all additions before the third step;
 * <li>the source is read into the new slices;
 * <li>the new generation becomes the live one, and the other the old one, which still
 * receives additions;
 * <li>the old slices are deleted: a client that reads with a stale epoch is rejected and
 * reads the header again;
 * <li>the filter forgets the old generation: from here on no client adds to it.
 * </ol>
 */
final class FilterRebuild {

	private static final OperationIds GENERATIONS = new OperationIds();

	private static final Logger logger = LoggerFactory.getLogger(FilterRebuild.class);

	private static final LuaScript<Long> BEGIN = LuaScript.integer("filter/begin", 1, 4);

	private static final LuaScript<Long> HOLD = LuaScript.integer("filter/hold", 1, 2);

	private static final LuaScript<Long> SWAP = LuaScript.integer("filter/swap", 1, 1);

	private static final LuaScript<Long> FORGET = LuaScript.integer("filter/forget", 1, LuaScript.ANY);

	private static final Duration LEASE = Duration.ofMinutes(1);

	private static final int BEGUN = 1;

	private final CommandPort redis;

	private final Background background;

	private final FilterStore store;

	private final BloomFilterObserver observer;

	private final Generation mine;

	private final byte[] id;

	private final String[] key;

	private final Duration settle;

	private long done;

	FilterRebuild(CommandPort redis, Background background, FilterStore store, BloomFilterObserver observer) {
		this.redis = redis;
		this.background = background;
		this.store = store;
		this.observer = observer;
		this.mine = new Generation(GENERATIONS.nextText(), store.configured());
		this.id = Utf8.bytes(this.mine.id());
		this.key = new String[] { store.key() };
		this.settle = store.settings().settle();
	}

	boolean createEmpty() {
		if (begin(true) != BEGUN) {
			return false;
		}
		try {
			prepare();
			finish();
			return true;
		}
		catch (RedisComponentsException ex) {
			throw giveUp() ? ex : BatchFailure.afterPart(ex);
		}
		catch (RuntimeException ex) {
			giveUp();
			throw ex;
		}
	}

	boolean run(Supplier<? extends Stream<String>> source, LongConsumer progress) throws InterruptedException {
		if (begin(false) != BEGUN) {
			return false;
		}
		boolean succeeded = false;
		boolean over = false;
		try {
			prepare();
			awaitSettled();
			try (Stream<String> elements = source.get()) {
				fill(elements.iterator(), progress);
			}
			finish();
			succeeded = true;
			over = true;
			return true;
		}
		catch (RedisComponentsException ex) {
			over = true;
			throw giveUp() ? ex : BatchFailure.afterPart(ex);
		}
		finally {
			if (!over) {
				giveUp();
			}
			this.observer.rebuilt(this.store.name(), this.done, succeeded);
		}
	}

	private long begin(boolean onlyFirst) {
		try {
			return this.redis.eval(BEGIN, this.key, this.id, Utf8.bytes(this.mine.layout().toString()), lease(),
					Utf8.bytes(onlyFirst ? 1 : 0));
		}
		catch (RedisUnavailableException ex) {
			// It may have begun, and would be in the way of a second attempt.
			giveUp();
			throw ex;
		}
	}

	private byte[] lease() {
		return Utf8.bytes(LEASE.plus(this.settle).toMillis());
	}

	private void prepare() {
		Known known = this.store.look(this.redis);
		checkMine(this.mine.equals(known.next()));
		List<Generation> left = new ArrayList<>(known.waste());
		Generation old = known.old();
		if (old != null) {
			left.add(old);
		}
		if (!left.isEmpty()) {
			this.store.unlink(this.redis, left);
			forget(Known.OLD, Known.OLD_LAYOUT, Known.WASTE);
		}
		this.store.forEachSlice(this.redis, this.mine,
				(engine, sender, slice) -> engine.create(sender, slice, known.epoch(), this.mine.layout()));
		Generation live = known.live();
		if (live != null) {
			this.store.forEachSlice(this.redis, live,
					(engine, sender, slice) -> engine.raise(sender, slice, known.epoch()));
		}
	}

	private void awaitSettled() throws InterruptedException {
		CountDownLatch settled = new CountDownLatch(1);
		this.background.timer().schedule(settled::countDown, this.settle.toNanos(), TimeUnit.NANOSECONDS);
		settled.await();
		hold();
	}

	private void fill(Iterator<String> elements, LongConsumer progress) {
		long heldAt = System.nanoTime();
		while (elements.hasNext()) {
			String[] texts = next(elements);
			int[] indices = new int[texts.length];
			for (int i = 0; i < indices.length; i++) {
				indices[i] = i;
			}
			SliceCalls calls = SliceCalls.add(this.store, this.mine, Long.MAX_VALUE >> 11, texts, indices);
			SliceCalls.send(this.redis, calls);
			calls.forEach((index, there) -> checkMine(there != null));
			this.done += texts.length;
			progress.accept(this.done);
			if (System.nanoTime() - heldAt > LEASE.toNanos() / 6) {
				hold();
				heldAt = System.nanoTime();
			}
		}
	}

	private static String[] next(Iterator<String> elements) {
		List<String> texts = new ArrayList<>(SliceCalls.FLUSH);
		while (texts.size() < SliceCalls.FLUSH && elements.hasNext()) {
			texts.add(RedisBloomFilter.checked(elements.next()));
		}
		return texts.toArray(String[]::new);
	}

	private void finish() {
		// A slice that was evicted meanwhile would make all of its elements absent.
		this.store.forEachSlice(this.redis, this.mine, SliceEngine::count)
			.forEach((slice) -> checkMine(Utf8.number(slice.get(0)) > 0));
		checkMine(this.redis.eval(SWAP, this.key, this.id) == 1);
		Generation old = this.store.look(this.redis).old();
		if (old != null) {
			this.store.unlink(this.redis, List.of(old));
		}
		forget(Known.OLD, Known.OLD_LAYOUT, "owner", "until");
		this.store.look(this.redis);
	}

	private void hold() {
		checkMine(this.redis.eval(HOLD, this.key, this.id, lease()) == 1);
	}

	private void forget(String... fields) {
		byte[][] args = new byte[fields.length + 1][];
		args[0] = this.id;
		for (int i = 0; i < fields.length; i++) {
			args[i + 1] = Utf8.bytes(fields[i]);
		}
		this.redis.eval(FORGET, this.key, args);
	}

	private void checkMine(boolean holds) {
		if (!holds) {
			throw new IllegalStateException("The rebuild of Bloom filter '" + this.store.name()
					+ "' has lost what it built: another one took over, the filter was removed, or Redis evicts keys");
		}
	}

	/**
	 * Deletes the generation that is not live. If that fails, too, the next rebuild does
	 * it.
	 * @return whether the filter is as it was
	 */
	private boolean giveUp() {
		try {
			Known known = this.store.look(this.redis);
			if (Objects.equals(known.live(), this.mine) || Objects.equals(known.old(), this.mine)) {
				forget("owner", "until");
				return false;
			}
			this.store.unlink(this.redis, List.of(this.mine));
			if (Objects.equals(known.next(), this.mine)) {
				forget(Known.NEXT, Known.NEXT_LAYOUT, "owner", "until");
				this.store.look(this.redis);
			}
			return true;
		}
		catch (RedisComponentsException ex) {
			FailureLog.warnOnce(logger, ex,
					"Cannot delete the slices of a failed rebuild of Bloom filter '{}'; the next rebuild deletes them",
					this.store.name());
			return false;
		}
	}

}
