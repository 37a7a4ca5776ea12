// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.Thrown;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * Requests blocks of one key from Redis, and closes them when they are too old.
 */
final class BlockSource {

	private static final String COMPONENT = "id";

	private static final LuaScript<List<Object>> GRANT = LuaScript.list("id/grant", 1, 6);

	private final CommandPort redis;

	private final String[] keys;

	private final LiveSettings<IdSettings> settings;

	private final Background background;

	private final IdLayout layout;

	private final Instant epoch;

	private final long epochUnits;

	/** Stands for all keys of ids, which an unreachable Redis concerns. */
	private final Object all;

	BlockSource(CommandPort redis, String key, LiveSettings<IdSettings> settings, Background background,
			IdLayout layout, Instant epoch, Object all) {
		this.redis = redis;
		this.keys = new String[] { key };
		this.settings = settings;
		this.background = background;
		this.layout = layout;
		this.epoch = epoch;
		this.epochUnits = layout.units(epoch);
		this.all = all;
	}

	IdSettings settings() {
		return this.settings.get();
	}

	/** Rejects a thread that may have to read the reply itself. */
	void checkMayWait() {
		this.redis.checkMayWait();
	}

	/** For how long a caller waits: one call, and two ticks that nothing is free in. */
	long patienceNanos() {
		return this.redis.timeout().toNanos() + 2 * this.layout.unit().toNanos();
	}

	/**
	 * Requests a block.
	 * @param n the number of ids; fewer may be granted
	 * @param floor the greatest id that was granted to this process, -1 for none
	 * @return completes with a block of ids above the floor, within
	 * {@link #patienceNanos()} and one call more
	 */
	CompletableFuture<Block> grant(int n, long floor) {
		CompletableFuture<Block> result = new CompletableFuture<>();
		long floorUnit = (floor < 0) ? -1 : (floor >> this.layout.sequenceBits()) + this.epochUnits;
		long floorSequence = (floor < 0) ? -1 : floor & (this.layout.size() - 1);
		byte[][] args = { Utf8.bytes(this.layout.unitMicros()), Utf8.bytes(this.layout.size()),
				Utf8.bytes(this.layout.period()), Utf8.bytes(n), Utf8.bytes(floorUnit), Utf8.bytes(floorSequence) };
		ask(args, floor, System.nanoTime() + patienceNanos(), result);
		return result.whenComplete((block, failure) -> granted(failure));
	}

	private void granted(@Nullable Throwable failure) {
		Troubles troubles = this.redis.troubles();
		if (failure == null) {
			troubles.ended(this, Troubles.Kind.IDS_NOT_GRANTED);
			troubles.ended(this.all, Troubles.Kind.IDS_NOT_GRANTED);
			return;
		}
		Throwable cause = Thrown.unwrapped(failure);
		troubles.began((cause instanceof RedisUnavailableException) ? this.all : this, Troubles.Kind.IDS_NOT_GRANTED,
				COMPONENT, "", cause);
	}

	private void ask(byte[][] args, long floor, long deadline, CompletableFuture<Block> result) {
		try {
			send(args, floor, deadline, result);
		}
		catch (RuntimeException | Error ex) {
			// Those that wait for the block are not this thread alone.
			result.completeExceptionally(ex);
		}
	}

	private void send(byte[][] args, long floor, long deadline, CompletableFuture<Block> result) {
		long sent = System.nanoTime();
		this.redis.evalAsync(GRANT, this.keys, args).whenComplete((reply, failure) -> {
			if (failure != null) {
				result.completeExceptionally(failure);
				return;
			}
			try {
				long n = Utf8.number(reply.get(0));
				if (n > 0) {
					result.complete(block(reply, n, floor, sent));
				}
				else {
					again(args, floor, deadline, result, Utf8.number(reply.get(1)));
				}
			}
			catch (RuntimeException | Error ex) {
				result.completeExceptionally(ex);
			}
		});
	}

	private void again(byte[][] args, long floor, long deadline, CompletableFuture<Block> result, long micros) {
		if (System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros) - deadline > 0) {
			throw new RedisUnavailableException("All ids of layout " + this.layout.part() + " up to now are granted",
					Outcome.NOT_EXECUTED, null);
		}
		this.background.timer().schedule(() -> ask(args, floor, deadline, result), micros, TimeUnit.MICROSECONDS);
	}

	private Block block(List<Object> reply, long n, long floor, long sent) {
		long unit = Utf8.number(reply.get(1)) - this.epochUnits;
		long sequence = Utf8.number(reply.get(2));
		long carry = (sequence + n - 1) / this.layout.size();
		long clock = Utf8.number(reply.get(3));
		checkSpace(unit, carry, clock, floor < 0);
		look(unit + carry + this.epochUnits, clock);
		Block block = new Block((unit << this.layout.sequenceBits()) + sequence, n);
		if (block.first <= floor) {
			throw new IllegalStateException("Redis granted " + block.first + ", not above " + floor);
		}
		long left = this.settings.get().maxAge().toNanos() - (System.nanoTime() - sent);
		block.retireBy(this.background.timer().schedule(block::close, left, TimeUnit.NANOSECONDS));
		return block;
	}

	private void look(long last, long clock) {
		Troubles troubles = this.redis.troubles();
		if (last > clock) {
			troubles.began(this, Troubles.Kind.IDS_AHEAD_OF_CLOCK, COMPONENT, "", "The last id is of "
					+ this.layout.instant(last) + ", and the clock of the server is at " + this.layout.instant(clock));
		}
		else {
			troubles.ended(this, Troubles.Kind.IDS_AHEAD_OF_CLOCK);
		}
		Instant end = this.layout.expiresAt(this.epoch);
		if (this.layout.instant(clock).plus(IdSpaceException.NOTICE).isAfter(end)) {
			troubles.began(this.all, Troubles.Kind.IDS_RUN_OUT, COMPONENT, "",
					"Ids since " + this.epoch + " run out on " + end);
		}
		else {
			troubles.ended(this.all, Troubles.Kind.IDS_RUN_OUT);
		}
	}

	private void checkSpace(long unit, long carry, long clock, boolean firstBlock) {
		Instant end = this.layout.expiresAt(this.epoch);
		Instant now = this.layout.instant(clock);
		if (unit < 0) {
			throw new IdSpaceException("id.epoch " + this.epoch + " is in the future: the server's clock is at " + now,
					now, this.epoch, end);
		}
		if (unit + carry >= 1L << this.layout.timeBits()) {
			throw new IdSpaceException("Ids since " + this.epoch + " ran out on " + end, now, this.epoch, end);
		}
		if (firstBlock && now.plus(IdSpaceException.NOTICE).isAfter(end)) {
			throw new IdSpaceException("Ids since " + this.epoch + " run out on " + end
					+ ", which is less than a year away: use another layout or epoch", now, this.epoch, end);
		}
	}

}
