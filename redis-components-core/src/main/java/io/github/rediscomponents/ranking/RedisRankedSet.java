// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.OperationIds;

/**
 * {@link RankedSet} by a sorted set and a hash for each window. The present windows are
 * estimated by this machine's clock, corrected by its difference to the server's clock,
 * and decided by the scripts.
 */
final class RedisRankedSet implements RankedSet {

	static final String ROOM = "ranked-set";

	private static final LuaScript<List<Object>> PUT = LuaScript.list("ranking/rank-put", LuaScript.ANY, LuaScript.ANY);

	private static final LuaScript<List<Object>> READ = LuaScript.list("ranking/rank-read", 2, 6);

	private static final LuaScript<Long> MEND = LuaScript.integer("ranking/rank-mend", LuaScript.ANY, 2);

	private static final LuaScript<Long> REMOVE = LuaScript.integer("ranking/rank-remove", LuaScript.ANY, 1);

	/** Replies of the scripts. */
	private static final int OTHER_TIME = 0;

	private static final int OUT_OF_RANGE = 2;

	private static final int OTHER_ORDER = 3;

	private static final int KEY_LOST = 4;

	private static final int ATTEMPTS = 5;

	/** No clock of a server is on earlier or later days. */
	private static final LocalDate FIRST = LocalDate.of(1969, 1, 1);

	private static final LocalDate LAST = LocalDate.of(9999, 12, 31);

	private static final Logger logger = LoggerFactory.getLogger(RedisRankedSet.class);

	private final OperationIds ids = new OperationIds();

	private final CommandPort redis;

	private final KeySpace keys;

	private final String name;

	private final Supplier<RankedSetSettings> settings;

	private final InstantSource clock;

	/** How far the server's clock is ahead of this machine's, once that mattered. */
	private volatile long ahead;

	RedisRankedSet(CommandPort redis, KeySpace keys, String name, Supplier<RankedSetSettings> settings,
			InstantSource clock) {
		this.redis = redis;
		this.keys = keys;
		this.name = name;
		this.settings = settings;
		this.clock = clock;
	}

	@Override
	public Scores set(String member, long score) {
		RankedSetSettings present = this.settings.get();
		Checks.between("score", score, present.minScore(), present.maxScore());
		return put("set", member, score, null, present);
	}

	@Override
	public Scores setIfBetter(String member, long score) {
		RankedSetSettings present = this.settings.get();
		Checks.between("score", score, present.minScore(), present.maxScore());
		return put("improve", member, score, null, present);
	}

	@Override
	public Scores increment(String member, long by) {
		return put("increment", member, increment(by), null, this.settings.get());
	}

	@Override
	public Scores increment(String member, long by, String operationId) {
		Checks.hasLength("operationId", operationId, 200);
		return put("increment", member, increment(by), operationId, this.settings.get());
	}

	private static long increment(long by) {
		return Checks.between("by", by, -RankedSetSettings.MAX_SCORE, RankedSetSettings.MAX_SCORE);
	}

	private Scores put(String mode, String member, long value, @Nullable String operationId,
			RankedSetSettings present) {
		byte[] who = member(member);
		boolean highest = present.order() == RankOrder.HIGHEST;
		long remembered = (operationId != null) ? present.operationWindow().toMillis()
				: OperationIds.millis(this.redis);
		String operation = key("op:" + ((operationId != null) ? "u:" + operationId : this.ids.nextText()));
		List<Period> periods = present.periods().stream().sorted().toList();
		List<Object> reply = atTheRightTime((now) -> {
			List<RankingWindow> windows = periods.stream()
				.map((period) -> RankingWindow.at(period, present, now))
				.toList();
			byte[][] args = new byte[9 + 2 * windows.size()][];
			args[0] = Utf8.bytes(mode);
			args[1] = who;
			args[2] = Utf8.bytes(highest ? -value : value);
			args[3] = Utf8.bytes(highest ? -present.maxScore() : present.minScore());
			args[4] = Utf8.bytes(highest ? -present.minScore() : present.maxScore());
			args[5] = Utf8.bytes(highest ? 1 : -1);
			args[6] = Utf8.bytes(windows.stream().mapToLong(RankingWindow::from).max().orElseThrow());
			args[7] = Utf8.bytes(windows.stream().mapToLong(RankingWindow::until).min().orElseThrow());
			args[8] = Utf8.bytes(remembered);
			for (int i = 0; i < windows.size(); i++) {
				args[9 + 2 * i] = Utf8.bytes(windows.get(i).expiresAt());
				args[10 + 2 * i] = Utf8.bytes(periods.get(i).name());
			}
			return mending(windows, () -> this.redis.eval(PUT, keys(operation, windows), args));
		});
		if (Utf8.number(reply.get(0)) == OUT_OF_RANGE) {
			long score = Utf8.number(reply.get(1));
			throw new ScoreRangeException(this.name, highest ? -score : score, value, present.minScore(),
					present.maxScore());
		}
		Map<Period, Long> scores = new EnumMap<>(Period.class);
		// A repeated operation that was made with other periods has other scores.
		for (int i = 1; i < reply.size(); i += 2) {
			long score = Utf8.number(reply.get(i + 1));
			scores.put(Period.valueOf(Utf8.text(reply.get(i))), highest ? -score : score);
		}
		return new Scores(scores);
	}

	/** Repeats a call, which changed nothing, when a key was lost. */
	private List<Object> mending(List<RankingWindow> windows, Supplier<List<Object>> call) {
		List<Object> reply = call.get();
		for (int turn = 0; Utf8.number(reply.get(0)) == KEY_LOST; turn++) {
			if (turn == ATTEMPTS) {
				throw new RedisUnavailableException(
						"Ranked set '" + this.name + "' loses its keys faster than they are mended",
						Outcome.NOT_EXECUTED, null);
			}
			mend(windows);
			reply = call.get();
		}
		return reply;
	}

	private void mend(List<RankingWindow> windows) {
		logger.warn("Ranked set '{}' has lost a key; places are made anew from scores, lost scores are gone",
				this.name);
		String[] lost = keys(null, windows);
		byte[] order = Utf8.bytes((settings().order() == RankOrder.HIGHEST) ? 1 : -1);
		long next = 0;
		do {
			next = this.redis.eval(MEND, lost, order, Utf8.bytes(next));
		}
		while (next > 0);
	}

	private List<Object> atTheRightTime(LongFunction<List<Object>> script) {
		long now = this.clock.millis() + this.ahead;
		for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
			List<Object> reply = script.apply(now);
			int outcome = (int) Utf8.number(reply.get(0));
			if (outcome == OTHER_ORDER) {
				throw new IllegalStateException("Ranked set '" + this.name + "' is stored with the other order than "
						+ this.settings.get().order() + "; clear it or give it another name");
			}
			if (outcome != OTHER_TIME) {
				return reply;
			}
			now = Utf8.number(reply.get(1));
			this.ahead = now - this.clock.millis();
		}
		throw new IllegalStateException("The server's clock went over the end of a window " + ATTEMPTS + " times");
	}

	@Override
	public boolean remove(String member) {
		byte[] who = member(member);
		List<RankingWindow> kept = kept();
		String[] all = keys(null, kept);
		long removed = this.redis.eval(REMOVE, all, who);
		for (int turn = 0; removed < 0; turn++) {
			if (turn == ATTEMPTS * kept.size()) {
				throw new RedisUnavailableException(
						"Ranked set '" + this.name + "' loses its keys faster than they are mended",
						Outcome.NOT_EXECUTED, null);
			}
			mend(List.of(kept.get((int) -removed - 1)));
			removed = this.redis.eval(REMOVE, all, who);
		}
		return removed > 0;
	}

	@Override
	public void clear() {
		String[] all = keys(null, kept());
		this.redis.call((commands) -> commands.unlink(all));
	}

	private List<RankingWindow> kept() {
		RankedSetSettings present = this.settings.get();
		LocalDate today = this.clock.instant().plusMillis(this.ahead).atZone(present.zone()).toLocalDate();
		List<RankingWindow> windows = new ArrayList<>();
		for (Period period : present.periods()) {
			// One more on each side, because the clock of this machine may be wrong.
			int sides = (period == Period.TOTAL) ? 0 : 1;
			int oldest = (period == Period.TOTAL) ? 0 : present.keep() + sides;
			for (int back = -sides; back <= oldest; back++) {
				windows.add(RankingWindow.on(period, present, RankingWindow.back(period, today, back)));
			}
		}
		return windows;
	}

	@Override
	public Ranking total() {
		return now(Period.TOTAL);
	}

	@Override
	public Ranking now(Period period) {
		checkKept(period);
		return ranking((now) -> RankingWindow.at(period, this.settings.get(), now));
	}

	@Override
	public Ranking on(Period period, LocalDate day) {
		checkKept(period);
		Checks.notNull("day", day);
		LocalDate nearest = day.isBefore(FIRST) ? FIRST : day.isAfter(LAST) ? LAST : day;
		return ranking((now) -> RankingWindow.on(period, this.settings.get(), nearest).anyTime());
	}

	private Ranking ranking(LongFunction<RankingWindow> window) {
		return new RedisRanking(new RedisRanking.Reader() {

			@Override
			public List<Object> read(byte[] member, long first, int n) {
				byte[] order = Utf8.bytes((settings().order() == RankOrder.HIGHEST) ? 1 : -1);
				return atTheRightTime((now) -> {
					RankingWindow at = window.apply(now);
					return mending(List.of(at),
							() -> RedisRankedSet.this.redis.eval(READ, keys(null, List.of(at)), Utf8.bytes(at.from()),
									Utf8.bytes(at.until()), member, Utf8.bytes(first), Utf8.bytes(n), order));
				});
			}

			@Override
			public long score(long stored) {
				return (settings().order() == RankOrder.HIGHEST) ? -stored : stored;
			}

		});
	}

	private RankedSetSettings settings() {
		return this.settings.get();
	}

	private void checkKept(Period period) {
		Checks.isTrue(settings().periods().contains(Checks.notNull("period", period)),
				"period must be one of " + settings().periods() + ", was " + period);
	}

	private String[] keys(@Nullable String first, List<RankingWindow> windows) {
		List<String> named = new ArrayList<>();
		if (first != null) {
			named.add(first);
		}
		for (RankingWindow window : windows) {
			named.add(key(window.part()));
			named.add(key(window.part() + ":members"));
		}
		return named.toArray(String[]::new);
	}

	private String key(String part) {
		return this.keys.key(ROOM, this.name, part);
	}

	static byte[] member(String member) {
		return Utf8.bytes(Checks.hasLength("member", member, 512));
	}

	@Override
	public String name() {
		return this.name;
	}

}
