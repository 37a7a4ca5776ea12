// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What an algorithm should do, written down from its definition: how much is left at a
 * moment, and what a charge changes, which may be made for a moment that is yet to come:
 * nothing is left before it then. Waiting times are not computed but searched for. Times
 * are microseconds of the server.
 */
abstract class RateModel {

	private static final long LONGEST = Duration.ofDays(750).toMillis() * 1000;

	final Limit limit;

	final long period;

	/** What a moment is rounded down to. */
	final long tick;

	RateModel(Limit limit) {
		this.limit = limit;
		this.period = limit.period().toMillis() * 1000;
		this.tick = (limit.period().toMillis() > 60_000) ? 1000 : 1;
	}

	static RateModel of(Limit limit) {
		return switch (limit.algorithm()) {
			case GCRA -> new Gcra(limit);
			case TOKEN_BUCKET -> new Bucket(limit, true);
			case LEAKY_BUCKET -> new Bucket(limit, false);
			case FIXED_WINDOW -> new Windows(limit, false);
			case SLIDING_WINDOW_COUNTER -> new Windows(limit, true);
			case SLIDING_WINDOW_LOG -> new Log(limit);
		};
	}

	abstract long left(long now);

	abstract void charge(long now, long cost);

	abstract boolean fresh(long now);

	/** Invents a past. */
	abstract void invent(Random random, long now);

	/** The key's content: for the log one entry per unit, else one text. */
	abstract List<String> stored();

	/** The shortest wait after which a cost is admitted, 0 if it is now. */
	long wait(long now, long cost) {
		return firstDelay((moment) -> left(moment) >= cost, now);
	}

	long reset(long now) {
		return firstDelay(this::fresh, now);
	}

	private long firstDelay(LongPredicate holds, long now) {
		long low = -1;
		long high = LONGEST;
		while (high - low > 1) {
			long middle = (low + high) / 2;
			if (holds.test(now + middle)) {
				high = middle;
			}
			else {
				low = middle;
			}
		}
		return high;
	}

	static long below(long value, double share) {
		return (long) (value * share);
	}

	private static final class Gcra extends RateModel {

		private final BigInteger perUnit;

		private BigInteger fullAt = BigInteger.ZERO;

		Gcra(Limit limit) {
			super(limit);
			BigInteger[] parts = BigInteger.valueOf(this.period)
				.multiply(BigInteger.valueOf(1000))
				.divideAndRemainder(BigInteger.valueOf(limit.limit()));
			this.perUnit = (parts[1].signum() == 0) ? parts[0] : parts[0].add(BigInteger.ONE);
		}

		@Override
		long left(long now) {
			BigInteger room = this.perUnit.multiply(BigInteger.valueOf(this.limit.burst())).subtract(used(now));
			return (room.signum() < 0) ? 0 : room.divide(this.perUnit).longValueExact();
		}

		@Override
		void charge(long now, long cost) {
			this.fullAt = nanos(now).add(used(now)).add(this.perUnit.multiply(BigInteger.valueOf(cost)));
		}

		@Override
		boolean fresh(long now) {
			return used(now).signum() == 0;
		}

		@Override
		void invent(Random random, long now) {
			BigInteger size = this.perUnit.multiply(BigInteger.valueOf(this.limit.burst()));
			this.fullAt = nanos(now).add(BigInteger.valueOf(below(size.longValueExact(), random.nextDouble() * 1.1)));
		}

		@Override
		List<String> stored() {
			return List.of(this.fullAt.toString());
		}

		private BigInteger used(long now) {
			return this.fullAt.subtract(nanos(now)).max(BigInteger.ZERO);
		}

		private static BigInteger nanos(long micros) {
			return BigInteger.valueOf(micros).multiply(BigInteger.valueOf(1000));
		}

	}

	private static final class Bucket extends RateModel {

		private final boolean tokens;

		private final BigInteger unit;

		private BigInteger used = BigInteger.ZERO;

		private long since;

		Bucket(Limit limit, boolean tokens) {
			super(limit);
			this.tokens = tokens;
			this.unit = BigInteger.valueOf(this.period / this.tick);
		}

		@Override
		long left(long now) {
			BigInteger room = size().subtract(used(now));
			return (room.signum() < 0) ? 0 : room.divide(this.unit).longValueExact();
		}

		@Override
		void charge(long now, long cost) {
			this.used = used(now).add(this.unit.multiply(BigInteger.valueOf(cost)));
			this.since = now / this.tick;
		}

		@Override
		boolean fresh(long now) {
			return used(now).signum() == 0;
		}

		@Override
		void invent(Random random, long now) {
			this.used = BigInteger.valueOf(below(size().longValueExact(), random.nextDouble()));
			this.since = (now - below(this.period, random.nextDouble() * random.nextDouble())) / this.tick;
		}

		@Override
		List<String> stored() {
			return List.of((this.tokens ? size().subtract(this.used) : this.used) + " " + this.since);
		}

		private BigInteger size() {
			return this.unit.multiply(BigInteger.valueOf(this.limit.burst()));
		}

		private BigInteger used(long now) {
			return this.used
				.subtract(BigInteger.valueOf(now / this.tick - this.since)
					.multiply(BigInteger.valueOf(this.limit.limit())))
				.max(BigInteger.ZERO);
		}

	}

	private static final class Windows extends RateModel {

		private final boolean sliding;

		private final TreeMap<Long, Long> counts = new TreeMap<>();

		Windows(Limit limit, boolean sliding) {
			super(limit);
			this.sliding = sliding;
		}

		@Override
		long left(long now) {
			long window = now / this.period;
			if (!this.counts.isEmpty() && window < this.counts.lastKey()) {
				return 0;
			}
			BigInteger ticks = BigInteger.valueOf(this.period / this.tick);
			BigInteger room = BigInteger.valueOf(this.limit.limit() - count(window)).multiply(ticks);
			if (this.sliding) {
				long elapsed = now % this.period / this.tick;
				room = room.subtract(
						BigInteger.valueOf(count(window - 1)).multiply(ticks.subtract(BigInteger.valueOf(elapsed))));
			}
			return (room.signum() < 0) ? 0 : room.divide(ticks).longValueExact();
		}

		@Override
		void charge(long now, long cost) {
			this.counts.merge(now / this.period, cost, Long::sum);
		}

		@Override
		boolean fresh(long now) {
			long window = now / this.period;
			return this.counts.tailMap(this.sliding ? window - 1 : window)
				.values()
				.stream()
				.allMatch((count) -> count == 0);
		}

		@Override
		void invent(Random random, long now) {
			long window = now / this.period;
			this.counts.put(window, below(this.limit.limit(), random.nextDouble() * 1.05));
			if (this.sliding) {
				this.counts.put(window - 1, below(this.limit.limit(), random.nextDouble()));
			}
		}

		@Override
		List<String> stored() {
			long window = this.counts.lastKey();
			return List.of(count(window) + (this.sliding ? " " + count(window - 1) : "") + " " + window * this.period);
		}

		private long count(long window) {
			return this.counts.getOrDefault(window, 0L);
		}

	}

	private static final class Log extends RateModel {

		private List<Long> moments = new ArrayList<>();

		Log(Limit limit) {
			super(limit);
		}

		@Override
		long left(long now) {
			if (!this.moments.isEmpty() && this.moments.get(this.moments.size() - 1) > now) {
				return 0;
			}
			long live = this.moments.stream().filter((moment) -> moment + this.period > now).count();
			return Math.max(0, this.limit.limit() - live);
		}

		@Override
		void charge(long now, long cost) {
			LongStream.range(0, cost).forEach((i) -> this.moments.add(now));
		}

		@Override
		boolean fresh(long now) {
			return this.moments.stream().allMatch((moment) -> moment + this.period <= now);
		}

		@Override
		void invent(Random random, long now) {
			this.moments = random.longs(1 + random.nextInt((int) Math.min(this.limit.limit() + 3, 500)))
				.map((any) -> now - below(this.period, random.nextDouble() * 1.3))
				.sorted()
				.boxed()
				.collect(Collectors.toList());
		}

		@Override
		List<String> stored() {
			return this.moments.stream().map(String::valueOf).toList();
		}

	}

}
