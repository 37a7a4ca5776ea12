// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * The scripts of {@link FollowGraph}, on bytes.
 */
final class FollowStore {

	private static final String ROOM = "follow-graph";

	private static final LuaScript<List<Object>> FOLLOW = LuaScript.list("social/follow", 2, 5);

	private static final LuaScript<Long> FOLLOWED = LuaScript.integer("social/followed", 2, 4);

	private static final LuaScript<List<Object>> COUNTS = LuaScript.list("social/follow-counts", 2, 0);

	private static final LuaScript<List<Object>> FOLLOWING = LuaScript.list("social/follow-list", 1, 2);

	private static final LuaScript<List<Object>> FOLLOWERS = LuaScript.list("social/follower-list", 1, 3);

	private static final LuaScript<List<Object>> AMONG = LuaScript.list("social/follow-among", 1, LuaScript.ANY);

	private static final LuaScript<List<Object>> STATE = LuaScript.list("social/follow-state", 2, 1);

	/** Longer than a change can be under way. */
	private static final byte[] CHANGES_MILLIS = Utf8.bytes(3_600_000L);

	/** Stands for any last change. */
	static final byte[] ANY = {};

	private static final String ALL = "inf";

	/** How many follows one script reads. */
	static final int PART = 1000;

	private final CommandPort redis;

	private final KeySpace keys;

	FollowStore(CommandPort redis, KeySpace keys) {
		this.redis = redis;
		this.keys = keys;
	}

	/** {0, stamp} as it was, {1, stamp} changed, {2} too many, {3} changed meanwhile. */
	List<Object> change(Follow follow, boolean wanted, int limit) {
		return this.redis.eval(FOLLOW, deciding(follow), args(follow, wanted, limit, ANY));
	}

	/** The same for many pairs, each only if its last change is the one given. */
	List<List<Object>> change(List<Follow> follows, List<Boolean> wanted, List<byte[]> lastChanges) {
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<List<Object>>> replies = new ArrayList<>();
		for (int i = 0; i < follows.size(); i++) {
			replies.add(batch.eval(FOLLOW, deciding(follows.get(i)),
					args(follows.get(i), wanted.get(i), Integer.MAX_VALUE, lastChanges.get(i))));
		}
		batch.flush();
		return batch.await(replies);
	}

	private static byte[][] args(Follow follow, boolean wanted, int limit, byte[] lastChange) {
		return new byte[][] { Utf8.bytes(follow.followed()), flag(wanted), Utf8.bytes((long) limit), lastChange,
				CHANGES_MILLIS };
	}

	/** Writes a change down on the side of the followed user. */
	void tell(Follow follow, boolean wanted, byte[] stamp) {
		this.redis.eval(FOLLOWED, told(follow), Utf8.bytes(follow.user()), flag(wanted), stamp, CHANGES_MILLIS);
	}

	void tell(List<Follow> follows, List<Boolean> wanted, List<byte[]> stamps) {
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<Long>> replies = new ArrayList<>();
		for (int i = 0; i < follows.size(); i++) {
			Follow follow = follows.get(i);
			replies.add(batch.eval(FOLLOWED, told(follow), Utf8.bytes(follow.user()), flag(wanted.get(i)),
					stamps.get(i), CHANGES_MILLIS));
		}
		batch.flush();
		batch.await(replies);
	}

	/** {1 if it is there else 0, last change} as the deciding side has it. */
	List<List<Object>> states(List<Follow> follows) {
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<List<Object>>> replies = follows.stream()
			.map((follow) -> batch.eval(STATE, deciding(follow), Utf8.bytes(follow.followed())))
			.toList();
		batch.flush();
		return batch.await(replies);
	}

	/** Whether the other side has it. */
	List<Boolean> told(List<Follow> follows) {
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<List<Object>>> replies = follows.stream()
			.map((follow) -> batch.eval(AMONG, new String[] { followers(follow.followed()) },
					Utf8.bytes(follow.user())))
			.toList();
		batch.flush();
		return batch.await(replies).stream().map((reply) -> Utf8.number(reply.get(0)) == 1).toList();
	}

	List<Object> among(String user, Collection<String> others) {
		return this.redis.eval(AMONG, new String[] { following(user) },
				others.stream().map(Utf8::bytes).toArray(byte[][]::new));
	}

	List<Object> counts(String user) {
		return this.redis.eval(COUNTS, new String[] { following(user), followers(user) });
	}

	/** Users and microseconds by turns. */
	List<Object> followingPage(String user, String before, int limit) {
		return this.redis.eval(FOLLOWING, new String[] { following(user) }, Utf8.bytes(before),
				Utf8.bytes((long) limit));
	}

	/**
	 * All that two users follow: the first {@link #PART} of both in one flush, and one
	 * round trip for each further {@link #PART} of either.
	 */
	List<List<String>> allFollowing(String user, String other) {
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<List<Object>>> sent = Stream.of(user, other)
			.map((each) -> batch.eval(FOLLOWING, new String[] { following(each) }, Utf8.bytes(ALL),
					Utf8.bytes((long) PART)))
			.toList();
		batch.flush();
		List<List<Object>> first = batch.await(sent);
		return List.of(allFollowing(user, first.get(0)), allFollowing(other, first.get(1)));
	}

	/** All that a user follows, in one round trip for each {@link #PART}. */
	List<String> allFollowing(String user) {
		return allFollowing(user, followingPage(user, ALL, PART));
	}

	/**
	 * All that a user follows.
	 * @param first users and microseconds by turns, the first {@link #PART}
	 */
	List<String> allFollowing(String user, List<Object> first) {
		List<String> all = new ArrayList<>(users(first));
		List<Object> part = first;
		while (isFull(part)) {
			part = followingPage(user, Utf8.text(part.get(part.size() - 1)), PART);
			all.addAll(users(part));
		}
		return all;
	}

	private static boolean isFull(List<Object> part) {
		return part.size() >= 2 * PART;
	}

	/** Without the scores. */
	static List<String> users(List<Object> reply) {
		List<String> users = new ArrayList<>(reply.size() / 2);
		for (int i = 0; i < reply.size(); i += 2) {
			users.add(Utf8.text(reply.get(i)));
		}
		return users;
	}

	/** In the order of their bytes. */
	List<String> followersPage(String user, String after, String upTo, int limit) {
		return this.redis
			.eval(FOLLOWERS, new String[] { followers(user) }, Utf8.bytes(after), Utf8.bytes(upTo),
					Utf8.bytes((long) limit))
			.stream()
			.map(Utf8::text)
			.toList();
	}

	String following(String user) {
		return this.keys.key(ROOM, user, "following");
	}

	String followers(String user) {
		return this.keys.key(ROOM, user, "followers");
	}

	private String[] deciding(Follow follow) {
		return new String[] { following(follow.user()), this.keys.key(ROOM, follow.user(), "changes") };
	}

	private String[] told(Follow follow) {
		return new String[] { followers(follow.followed()), this.keys.key(ROOM, follow.followed(), "changes") };
	}

	private static byte[] flag(boolean wanted) {
		return Utf8.bytes(wanted ? 1L : 0L);
	}

}
