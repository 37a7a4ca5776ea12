// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.structure;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.redisson.api.BatchOptions;
import org.redisson.api.RBatch;
import org.redisson.api.RScoredSortedSet;
import org.redisson.api.RScoredSortedSetAsync;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.autocomplete.RecentList;
import io.github.rediscomponents.autocomplete.RecentListSettings;
import io.github.rediscomponents.autocomplete.RecentLists;
import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.benchmarks.structure.SideBySide.Peer;

/**
 * Touching and completing in lists of a hundred texts, beside a sorted set by time that
 * is added to and trimmed in one batch, and filtered by the reader.
 */
final class RecentSpeed {

	private static final int LENGTH = 100;

	private static final int TEXTS = 150;

	private static final int OWNERS = 100;

	private RecentSpeed() {
	}

	static void print(int rounds) {
		try (BenchRedis redis = new BenchRedis()) {
			RecentList ours = RecentLists.create(redis.port, redis.keys, new LiveSettings<>(Map.of()))
				.get("contacts", RecentListSettings.defaults().withLength(LENGTH));
			RedissonClient redisson = redis.redisson();
			for (int i = 0; i < OWNERS * TEXTS; i++) {
				ours.touch(owner(i / TEXTS), text(i));
				touch(redisson, owner(i / TEXTS), text(i), i);
			}
			SideBySide table = new SideBySide(redis, rounds,
					"RecentList: lists of " + LENGTH + " of " + TEXTS + " texts, 1 thread");
			table.row("touch", (i) -> ours.touch(owner(i), text(i)),
					new Peer("Redisson RScoredSortedSet, batch of add and trim",
							(i) -> touch(redisson, owner(i), text(i), OWNERS * TEXTS + i)));
			table.row("newest 10", (i) -> ours.newest(owner(i), 10), new Peer("Redisson RScoredSortedSet",
					(i) -> set(redisson, owner(i)).valueRangeReversed(0, 9).forEach(String::length)));
			table.row("complete, 10 of a prefix", (i) -> ours.complete(owner(i), "Contact 1", 10),
					new Peer("Redisson RScoredSortedSet, all read and filtered",
							(i) -> complete(set(redisson, owner(i)), "contact 1")));
		}
	}

	private static void touch(RedissonClient redisson, String owner, String text, int turn) {
		RBatch batch = redisson.createBatch(BatchOptions.defaults());
		RScoredSortedSetAsync<String> set = batch.getScoredSortedSet(owner, StringCodec.INSTANCE);
		set.addAsync(turn, text);
		set.removeRangeByRankAsync(0, -LENGTH - 1);
		batch.execute();
	}

	private static List<String> complete(RScoredSortedSet<String> set, String prefix) {
		return set.valueRangeReversed(0, -1)
			.stream()
			.filter((text) -> text.toLowerCase(Locale.ROOT).startsWith(prefix))
			.limit(10)
			.toList();
	}

	private static RScoredSortedSet<String> set(RedissonClient redisson, String owner) {
		return redisson.getScoredSortedSet(owner, StringCodec.INSTANCE);
	}

	private static String owner(int i) {
		return "user" + i % OWNERS;
	}

	private static String text(int i) {
		return "Contact " + i * 7L % TEXTS;
	}

}
