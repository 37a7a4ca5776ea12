package io.github.rediscomponents.social;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LuaScript;
import io.github.rediscomponents.support.RedisBatch;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.Utf8;

/**
 * The scripts of a {@link Feed} where authors are.
 */
final class Outboxes {

	static final String ROOM = "feed";

	private static final LuaScript<List<Object>> PUBLISH = LuaScript.list("social/feed-publish", 3, 5);

	private static final LuaScript<Long> RESTORE = LuaScript.integer("social/feed-restore", 2, LuaScript.ANY);

	private static final LuaScript<List<Object>> DELETE = LuaScript.list("social/feed-delete", 4, 3);

	private static final LuaScript<Long> MARKED = LuaScript.integer("social/feed-marked", 1, 1);

	private static final LuaScript<List<Object>> READ = LuaScript.list("social/feed-outbox", 2, 2);

	private static final LuaScript<List<Object>> MISSING = LuaScript.list("social/feed-missing", 1, LuaScript.ANY);

	/** For how long a deletion can be repeated. */
	private static final byte[] DELETED_MILLIS = Utf8.bytes(3_600_000L);

	private final RedisPort redis;

	private final KeySpace keys;

	private final FollowStore follows;

	Outboxes(RedisPort redis, KeySpace keys, FollowStore follows) {
		this.redis = redis;
		this.keys = keys;
		this.follows = follows;
	}

	List<Object> publish(String author, String id, @Nullable Long millis, FeedSettings settings) {
		byte[] time = (millis != null) ? Utf8.bytes(millis) : new byte[0];
		return this.redis.eval(PUBLISH, new String[] { outbox(author), posts(author), this.follows.followers(author) },
				Utf8.bytes(id), Utf8.bytes(author), time, Utf8.bytes((long) settings.maxItems()),
				Utf8.bytes((long) settings.pullThreshold()));
	}

	int restore(String author, Collection<FeedItem> posts, int maxItems) {
		List<byte[]> args = new ArrayList<>();
		args.add(Utf8.bytes(author));
		args.add(Utf8.bytes((long) maxItems));
		posts.forEach((post) -> {
			args.add(Utf8.bytes(post.id()));
			args.add(Utf8.bytes(post.time().toEpochMilli()));
		});
		Long kept = this.redis.eval(RESTORE, new String[] { outbox(author), posts(author) },
				args.toArray(byte[][]::new));
		return kept.intValue();
	}

	List<Object> delete(String author, String id) {
		String deleted = this.keys.key(ROOM, author, "deleted:" + id);
		return this.redis.eval(DELETE,
				new String[] { outbox(author), posts(author), deleted, this.follows.followers(author) }, Utf8.bytes(id),
				Utf8.bytes(author), DELETED_MILLIS);
	}

	/** Whether that post of that time is there. */
	boolean has(String author, String id, String digits) {
		byte @Nullable [] known = this.redis.call((commands) -> commands.hget(posts(author), id));
		return known != null && Utf8.text(known).startsWith(digits);
	}

	boolean marked(String author, String turn) {
		return this.redis.eval(MARKED, new String[] { posts(author) }, Utf8.bytes(turn)) == 1;
	}

	/** {1 if followers pull else 0, items} for each author, in one flush. */
	List<List<Object>> read(List<String> authors, List<byte[]> bounds, int limit) {
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<List<Object>>> replies = new ArrayList<>(authors.size());
		for (int i = 0; i < authors.size(); i++) {
			String author = authors.get(i);
			replies.add(batch.eval(READ, new String[] { outbox(author), posts(author) }, bounds.get(i),
					Utf8.bytes((long) limit)));
		}
		batch.flush();
		return batch.await(replies);
	}

	/** Those of some items that are in the outbox no more; one flush. */
	List<byte[]> missing(List<String> authors, List<List<byte[]>> items) {
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<List<Object>>> replies = new ArrayList<>(authors.size());
		for (int i = 0; i < authors.size(); i++) {
			replies
				.add(batch.eval(MISSING, new String[] { outbox(authors.get(i)) }, items.get(i).toArray(byte[][]::new)));
		}
		batch.flush();
		List<byte[]> missing = new ArrayList<>();
		batch.await(replies).forEach((reply) -> reply.forEach((item) -> missing.add((byte[]) item)));
		return missing;
	}

	private String outbox(String author) {
		return this.keys.key(ROOM, author, "outbox");
	}

	private String posts(String author) {
		return this.keys.key(ROOM, author, "posts");
	}

}
