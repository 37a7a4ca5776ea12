// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * The scripts of a {@link Feed} where authors are.
 */
final class Outboxes {

	static final String ROOM = "feed";

	private static final Logger logger = LoggerFactory.getLogger(Outboxes.class);

	private static final LuaScript<List<Object>> PUBLISH = LuaScript.list("social/feed-publish", 4, 5);

	private static final LuaScript<Long> RESTORE = LuaScript.integer("social/feed-restore", 3, LuaScript.ANY);

	private static final LuaScript<List<Object>> DELETE = LuaScript.list("social/feed-delete", 4, 3);

	private static final LuaScript<Long> MARKED = LuaScript.integer("social/feed-marked", 1, 1);

	private static final LuaScript<List<Object>> READ = LuaScript.list("social/feed-outbox", 2, 2);

	private static final LuaScript<List<Object>> MISSING = LuaScript.list("social/feed-missing", 2, LuaScript.ANY);

	private static final LuaScript<Long> HAS = LuaScript.integer("social/feed-has", 2, 2);

	private static final LuaScript<Long> MEND = LuaScript.integer("social/feed-mend", 4, 1);

	/** One of outbox and posts is there without the other. */
	private static final long LOST = 3;

	private static final int TURNS = 10;

	private static final int ITEMS_PER_SCRIPT = 500;

	/** More than the posts of an author have, the displaced ones included. */
	private static final int PARTS = 1000;

	/** For how long a deletion can be repeated. */
	private static final byte[] DELETED_MILLIS = Utf8.bytes(3_600_000L);

	private final CommandPort redis;

	private final KeySpace keys;

	private final FollowStore follows;

	Outboxes(CommandPort redis, KeySpace keys, FollowStore follows) {
		this.redis = redis;
		this.keys = keys;
		this.follows = follows;
	}

	List<Object> publish(String author, String id, @Nullable Long millis, FeedSettings settings) {
		byte[] time = (millis != null) ? Utf8.bytes(millis) : new byte[0];
		String[] all = { outbox(author), posts(author), this.follows.followers(author), gone(author) };
		return mending(author,
				() -> this.redis.eval(PUBLISH, all, Utf8.bytes(id), Utf8.bytes(author), time,
						Utf8.bytes((long) settings.maxItems()), Utf8.bytes((long) settings.pullThreshold())),
				Outboxes::isLost);
	}

	int restore(String author, Collection<FeedItem> posts, int maxItems) {
		List<byte[]> args = new ArrayList<>();
		args.add(Utf8.bytes(author));
		args.add(Utf8.bytes((long) maxItems));
		posts.forEach((post) -> {
			args.add(Utf8.bytes(post.id()));
			args.add(Utf8.bytes(post.time().toEpochMilli()));
		});
		String[] all = { outbox(author), posts(author), gone(author) };
		Long kept = mending(author, () -> this.redis.eval(RESTORE, all, args.toArray(byte[][]::new)),
				(reply) -> reply < 0);
		return kept.intValue();
	}

	List<Object> delete(String author, String id) {
		String deleted = this.keys.key(ROOM, author, "deleted:" + id);
		String[] all = { outbox(author), posts(author), deleted, this.follows.followers(author) };
		return mending(author, () -> this.redis.eval(DELETE, all, Utf8.bytes(id), Utf8.bytes(author), DELETED_MILLIS),
				Outboxes::isLost);
	}

	/** Whether that post of that time is there. */
	boolean has(String author, String id, String digits) {
		return mending(author, () -> this.redis.eval(HAS, both(author), Utf8.bytes(id), Utf8.bytes(digits)),
				(reply) -> reply == LOST) == 1;
	}

	boolean marked(String author, String turn) {
		return this.redis.eval(MARKED, new String[] { posts(author) }, Utf8.bytes(turn)) == 1;
	}

	/** {1 if followers pull else 0, items} for each author, in one flush. */
	List<List<Object>> read(List<String> authors, List<byte[]> bounds, int limit) {
		return together(authors,
				(batch, i) -> batch.eval(READ, both(authors.get(i)), bounds.get(i), Utf8.bytes((long) limit)));
	}

	/**
	 * Those of some items that are in the outbox no more; one flush, a script for each
	 * 500 items of an author.
	 */
	List<byte[]> missing(List<String> authors, List<List<byte[]>> items) {
		List<String> asked = new ArrayList<>();
		List<List<byte[]>> parts = new ArrayList<>();
		for (int i = 0; i < authors.size(); i++) {
			List<byte[]> all = items.get(i);
			for (int from = 0; from < all.size(); from += ITEMS_PER_SCRIPT) {
				asked.add(authors.get(i));
				parts.add(all.subList(from, Math.min(all.size(), from + ITEMS_PER_SCRIPT)));
			}
		}
		List<byte[]> missing = new ArrayList<>();
		together(asked, (batch, i) -> batch.eval(MISSING, both(asked.get(i)), parts.get(i).toArray(byte[][]::new)))
			.forEach((reply) -> reply.stream().skip(1).forEach((item) -> missing.add((byte[]) item)));
		return missing;
	}

	/**
	 * Runs a script for each author, in one flush. Lost keys are rebuilt, in one flush
	 * too, and their scripts are repeated.
	 */
	private List<List<Object>> together(List<String> authors, Question question) {
		List<List<Object>> replies = new ArrayList<>(Collections.nCopies(authors.size(), List.of()));
		List<Integer> asked = IntStream.range(0, authors.size()).boxed().toList();
		for (int turn = 0; !asked.isEmpty(); turn++) {
			if (turn > 0) {
				checkTurn(turn);
				mend(asked.stream().map(authors::get).toList());
			}
			RedisBatch batch = this.redis.batch();
			List<CompletionStage<List<Object>>> sent = new ArrayList<>(asked.size());
			asked.forEach((i) -> sent.add(question.ask(batch, i)));
			batch.flush();
			List<List<Object>> came = batch.await(sent);
			List<Integer> lost = new ArrayList<>();
			for (int n = 0; n < came.size(); n++) {
				if (isLost(came.get(n))) {
					lost.add(asked.get(n));
				}
				replies.set(asked.get(n), came.get(n));
			}
			asked = lost;
		}
		return replies;
	}

	/** Repeats a call, which changed nothing, when one of the keys was lost. */
	private <T> T mending(String author, Supplier<T> call, Predicate<T> lost) {
		T reply = call.get();
		for (int turn = 0; lost.test(reply); turn++) {
			checkTurn(turn);
			mend(List.of(author));
			reply = call.get();
		}
		return reply;
	}

	private static boolean isLost(List<Object> reply) {
		return Utf8.number(reply.get(0)) == LOST;
	}

	private static void checkTurn(int turn) {
		if (turn >= TURNS) {
			throw new RedisUnavailableException("The posts of an author are lost faster than they are mended",
					Outcome.NOT_EXECUTED, null);
		}
	}

	/** One flush for each 500 posts of an author. */
	private void mend(List<String> authors) {
		long mended = 0;
		List<String> left = authors;
		for (int part = 0; part < PARTS && !left.isEmpty(); part++) {
			List<String> asked = left;
			RedisBatch batch = this.redis.batch();
			List<CompletionStage<Long>> found = new ArrayList<>(asked.size());
			asked.forEach((author) -> found.add(batch.eval(MEND, rebuilt(author), Utf8.bytes(author))));
			batch.flush();
			List<Long> posts = batch.await(found);
			mended += posts.stream().filter((n) -> n > 0).count();
			left = IntStream.range(0, posts.size()).filter((i) -> posts.get(i) < 0).mapToObj(asked::get).toList();
		}
		if (mended > 0) {
			logger.warn("Keys with the posts of {} authors were lost; the feed has made them anew from other ones",
					mended);
		}
	}

	private String[] rebuilt(String author) {
		return new String[] { outbox(author), posts(author), this.keys.key(ROOM, author, "outbox:build"),
				this.keys.key(ROOM, author, "posts:build") };
	}

	private String[] both(String author) {
		return new String[] { outbox(author), posts(author) };
	}

	private String gone(String author) {
		return this.keys.key(ROOM, author, "gone");
	}

	private String outbox(String author) {
		return this.keys.key(ROOM, author, "outbox");
	}

	private String posts(String author) {
		return this.keys.key(ROOM, author, "posts");
	}

	/** Adds the question about an author to a batch. */
	private interface Question {

		CompletionStage<List<Object>> ask(RedisBatch batch, int author);

	}

}
