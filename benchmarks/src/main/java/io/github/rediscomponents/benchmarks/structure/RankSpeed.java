// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.structure;

import java.util.Map;
import java.util.Objects;

import org.redisson.api.RScoredSortedSet;
import org.redisson.client.codec.StringCodec;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.benchmarks.structure.SideBySide.Peer;
import io.github.rediscomponents.ranking.Period;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.ranking.RankedSetSettings;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.social.Likes;

/**
 * A leaderboard of 100,000 and likes, beside a sorted set by score, whose equal scores
 * stand by name, and one by time.
 */
final class RankSpeed {

	private static final int MEMBERS = 100_000;

	private static final int POSTS = 100;

	private RankSpeed() {
	}

	static void print(int rounds) {
		try (BenchRedis redis = new BenchRedis()) {
			RankedSets sets = RankedSets.create(redis.port, redis.keys, new LiveSettings<>(Map.of()));
			RankedSet ours = sets.get("game", RankedSetSettings.defaults());
			RankedSet windows = sets.get("windows",
					RankedSetSettings.defaults().withPeriods(Period.TOTAL, Period.DAY, Period.WEEK, Period.MONTH));
			RScoredSortedSet<String> theirs = sorted(redis, "game");
			for (int i = 0; i < MEMBERS; i++) {
				ours.set(member(i), i % 10_000);
				theirs.add(i % 10_000, member(i));
			}
			SideBySide table = new SideBySide(redis, rounds,
					"RankedSet: 100,000 members with 10,000 different scores, 1 thread");
			table.row("increment", (i) -> ours.increment(member(i), 1),
					new Peer("Redisson RScoredSortedSet", (i) -> theirs.addScore(member(i), 1)));
			table.row("increment, all time, day, week and month", (i) -> windows.increment(member(i), 1),
					new Peer("Redisson RScoredSortedSet, four of them", (i) -> {
						for (String window : new String[] { "total", "day", "week", "month" }) {
							sorted(redis, window).addScore(member(i), 1);
						}
					}));
			table.row("score and both ranks of a member", (i) -> ours.total().get(member(i)),
					new Peer("Redisson RScoredSortedSet, score and one rank", (i) -> {
						theirs.revRank(member(i));
						theirs.getScore(member(i));
					}));
			table.row("top 10", (i) -> ours.total().top(10),
					new Peer("Redisson RScoredSortedSet", (i) -> theirs.entryRangeReversed(0, 9)));
			table.row("five ahead and five behind", (i) -> ours.total().around(member(i), 5),
					new Peer("Redisson RScoredSortedSet", (i) -> {
						int rank = Objects.requireNonNull(theirs.revRank(member(i)));
						theirs.entryRangeReversed(Math.max(0, rank - 5), rank + 5);
					}));
			likes(redis, table);
		}
	}

	private static void likes(BenchRedis redis, SideBySide table) {
		Likes ours = Likes.create(redis.port, redis.keys);
		table.row("like: toggle, state and count", (i) -> ours.toggle("post" + i % POSTS, "user" + i / (2 * POSTS)),
				new Peer("Redisson RScoredSortedSet, two or three trips, not atomic", (i) -> {
					RScoredSortedSet<String> likes = sorted(redis, "post" + i % POSTS);
					String user = "user" + i / (2 * POSTS);
					if (!likes.addIfAbsent(System.currentTimeMillis(), user)) {
						likes.remove(user);
					}
					likes.size();
				}));
	}

	private static RScoredSortedSet<String> sorted(BenchRedis redis, String name) {
		return redis.redisson().getScoredSortedSet(name, StringCodec.INSTANCE);
	}

	private static String member(int i) {
		return "player" + i * 7919L % MEMBERS;
	}

}
