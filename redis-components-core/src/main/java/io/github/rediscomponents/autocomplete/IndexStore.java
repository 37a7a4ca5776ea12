// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * The scripts of one index. No script does more than a bounded piece of work; what one
 * leaves is done by the next.
 */
final class IndexStore {

	private static final Logger logger = LoggerFactory.getLogger(IndexStore.class);

	private static final LuaScript<List<Object>> INDEX = LuaScript.list("autocomplete/index", 4, LuaScript.ANY);

	private static final LuaScript<byte[]> RESTORE = LuaScript.bytes("autocomplete/index-restore", 4, 1);

	/** Limits repetitions while keys are deleted all the time. */
	private static final int MOST_TURNS = 1000;

	private static final byte[] COMPLETE = Utf8.bytes("complete");

	private static final byte[] CHANGE = Utf8.bytes("change");

	private static final byte[] MEND = Utf8.bytes("mend");

	private static final byte[] BUILD = Utf8.bytes("build");

	private static final byte[] START = Utf8.bytes("0");

	private static final int OTHER_FORMAT = 0;

	private static final int DONE = 1;

	private static final int KEY_LOST = 2;

	/** The values of a change. */
	static final int WIDTH = 4;

	private final CommandPort redis;

	private final String name;

	private final String[] keys;

	private final AtomicBoolean warned = new AtomicBoolean();

	IndexStore(CommandPort redis, String name, String... keys) {
		this.redis = redis;
		this.name = name;
		this.keys = keys;
	}

	/**
	 * The heaviest entries of a prefix: ids and entries in turn.
	 */
	List<Object> complete(Accents accents, byte[] form, int n) {
		for (int turn = 0; turn < MOST_TURNS; turn++) {
			List<Object> reply = settled(accents, COMPLETE, form, Utf8.bytes(n));
			if (Utf8.number(reply.get(0)) == DONE) {
				return reply.subList(1, reply.size());
			}
			mend(accents, (byte[]) reply.get(1));
		}
		throw restless();
	}

	/**
	 * Makes changes, of four values each.
	 */
	Counts change(Accents accents, List<byte[]> changes) {
		return finish(accents, changes, begin(accents, changes));
	}

	/**
	 * Begins to make changes, and leaves it to {@link #finish} to wait.
	 */
	CompletionStage<List<Object>> begin(Accents accents, List<byte[]> changes) {
		this.redis.checkMayWait();
		return this.redis.evalAsync(INDEX, this.keys, args(accents, CHANGE, changes));
	}

	/**
	 * Waits for the started scripts and runs the rest. Says in its exception how many
	 * changes were made before it.
	 */
	Counts finish(Accents accents, List<byte[]> changes, CompletionStage<List<Object>> begun) {
		Counts counts = Counts.NONE;
		List<byte[]> left = changes;
		try {
			List<Object> reply = join(begun);
			if (!check(accents, reply)) {
				reply = settled(accents, CHANGE, left.toArray(byte[][]::new));
			}
			while (true) {
				counts = counts.plus(reply);
				left = left.subList((int) Utf8.number(reply.get(1)) * WIDTH, left.size());
				for (Object path : reply.subList(Counts.END, reply.size())) {
					mend(accents, (byte[]) path);
				}
				if (left.isEmpty()) {
					return counts;
				}
				reply = settled(accents, CHANGE, left.toArray(byte[][]::new));
			}
		}
		catch (RedisComponentsException ex) {
			throw BatchFailure.inPart((changes.size() - left.size()) / WIDTH, left.size() / WIDTH, 0, ex);
		}
	}

	/**
	 * How many entries there are.
	 */
	long size() {
		Long fields = this.redis.call((commands) -> commands.hlen(this.keys[1]));
		// One is the format.
		return Math.max(fields - 1, 0);
	}

	/** Builds the lists that the prefixes of a path lack, one piece after the other. */
	private void mend(Accents accents, byte[] path) {
		Deque<byte[]> open = new ArrayDeque<>();
		open.push(path);
		while (!open.isEmpty()) {
			byte[] top = open.getFirst();
			boolean mending = open.size() == 1;
			Optional<byte[]> unfinished = settled(accents, mending ? MEND : BUILD, top).stream()
				.skip(1)
				.map(byte[].class::cast)
				.findFirst();
			if (unfinished.isEmpty()) {
				open.pop();
			}
			else if (mending || !Arrays.equals(unfinished.get(), top)) {
				open.push(unfinished.get());
			}
		}
	}

	private List<Object> settled(Accents accents, byte[] mode, byte[]... args) {
		byte[][] all = args(accents, mode, List.of(args));
		for (int turn = 0; turn < MOST_TURNS; turn++) {
			List<Object> reply = this.redis.eval(INDEX, this.keys, all);
			if (check(accents, reply)) {
				return reply;
			}
		}
		throw restless();
	}

	/**
	 * Returns whether a reply can be used, and mends the index where not.
	 */
	private boolean check(Accents accents, List<Object> reply) {
		long code = Utf8.number(reply.get(0));
		if (code == OTHER_FORMAT) {
			throw new IllegalStateException("Prefix index '" + this.name + "' was not stored with accents " + accents
					+ "; clear it and load it again, or give it another name");
		}
		if (code == KEY_LOST) {
			restore();
		}
		return code != KEY_LOST;
	}

	private void restore() {
		if (this.warned.compareAndSet(false, true)) {
			logger.warn("Prefix index '{}' has lost one of its keys and is made anew from the entries that are left; "
					+ "if Redis evicts keys, load it again", this.name);
		}
		byte[] next = START;
		do {
			next = this.redis.eval(RESTORE, this.keys, next);
		}
		while (!Arrays.equals(next, START));
	}

	private RedisUnavailableException restless() {
		return new RedisUnavailableException(
				"Prefix index '" + this.name + "' loses its keys faster than they are mended", Outcome.NOT_EXECUTED,
				null);
	}

	private static byte[][] args(Accents accents, byte[] mode, List<byte[]> args) {
		// The number is that of the way in which lists are kept.
		return Stream.concat(Stream.of(Utf8.bytes(accents.name() + " 2"), mode), args.stream()).toArray(byte[][]::new);
	}

	private static List<Object> join(CompletionStage<List<Object>> reply) {
		// Ends within the port's timeout.
		CompletableFuture<List<Object>> future = reply.toCompletableFuture();
		try {
			return future.join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof RuntimeException cause) {
				throw cause;
			}
			throw ex;
		}
	}

	/**
	 * The result of changes.
	 *
	 * @param added number of new entries
	 * @param changed how many were there and are other now
	 * @param unchanged how many were there as they are
	 * @param removed how many were removed
	 * @param missing how many were not there to be removed or weighed
	 */
	record Counts(long added, long changed, long unchanged, long removed, long missing) {

		static final Counts NONE = new Counts(0, 0, 0, 0, 0);

		private static final int END = 7;

		private Counts plus(List<Object> reply) {
			return new Counts(this.added + Utf8.number(reply.get(2)), this.changed + Utf8.number(reply.get(3)),
					this.unchanged + Utf8.number(reply.get(4)), this.removed + Utf8.number(reply.get(5)),
					this.missing + Utf8.number(reply.get(6)));
		}

	}

}
