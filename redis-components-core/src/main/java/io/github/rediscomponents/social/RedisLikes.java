// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.OperationIds;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * {@link Likes} by a sorted set for each subject.
 */
final class RedisLikes implements Likes {

	private static final String ROOM = "likes";

	private static final LuaScript<List<Object>> LIKE = LuaScript.list("social/like", 2, 3);

	private static final LuaScript<List<Object>> STATE = LuaScript.list("social/like-state", 1, 1);

	private static final LuaScript<List<Object>> LIST = LuaScript.list("social/like-list", 1, 3);

	private static final int MAX_NAME = 512;

	private static final int MAX_LIST = 1000;

	private final OperationIds ids = new OperationIds();

	private final CommandPort redis;

	private final KeySpace keys;

	RedisLikes(CommandPort redis, KeySpace keys) {
		this.redis = redis;
		this.keys = keys;
	}

	@Override
	public LikeResult toggle(String subject, String user) {
		return change("toggle", subject, user);
	}

	@Override
	public LikeResult like(String subject, String user) {
		return change("like", subject, user);
	}

	@Override
	public LikeResult unlike(String subject, String user) {
		return change("unlike", subject, user);
	}

	private LikeResult change(String how, String subject, String user) {
		String[] both = { key(subject), this.keys.key(ROOM, subject, "op:" + this.ids.nextText()) };
		List<Object> reply = this.redis.eval(LIKE, both, Utf8.bytes(how), user(user),
				Utf8.bytes(OperationIds.millis(this.redis)));
		return new LikeResult(Utf8.number(reply.get(0)) == 1, Utf8.number(reply.get(2)) == 1,
				Utf8.number(reply.get(1)));
	}

	@Override
	public LikeState state(String subject, String user) {
		return state(this.redis.eval(STATE, new String[] { key(subject) }, user(user)));
	}

	@Override
	public Map<String, LikeState> states(Collection<String> subjects, String user) {
		Checks.between("subjects.size", Checks.notNull("subjects", subjects).size(), 0, MAX_LIST);
		Set<String> distinct = new LinkedHashSet<>(subjects);
		byte[] who = user(user);
		List<String> asked = distinct.stream().map(this::key).toList();
		Map<String, LikeState> states = new LinkedHashMap<>();
		if (!asked.isEmpty()) {
			RedisBatch batch = this.redis.batch();
			List<CompletionStage<List<Object>>> replies = asked.stream()
				.map((key) -> batch.eval(STATE, new String[] { key }, who))
				.toList();
			batch.flush();
			List<List<Object>> answered = batch.await(replies);
			int i = 0;
			for (String subject : distinct) {
				states.put(subject, state(answered.get(i++)));
			}
		}
		return states;
	}

	private static LikeState state(List<Object> reply) {
		return new LikeState(Utf8.number(reply.get(0)) == 1, Utf8.number(reply.get(1)));
	}

	@Override
	public long count(String subject) {
		String key = key(subject);
		Long count = this.redis.call((commands) -> commands.zcard(key));
		return count;
	}

	@Override
	public List<Like> earliest(String subject, int n) {
		return list("earliest", subject, "-inf", n);
	}

	@Override
	public List<Like> earliest(String subject, Instant after, int n) {
		return list("earliest", subject, micros("after", after), n);
	}

	@Override
	public List<Like> latest(String subject, int n) {
		return list("latest", subject, "+inf", n);
	}

	@Override
	public List<Like> latest(String subject, Instant before, int n) {
		return list("latest", subject, micros("before", before), n);
	}

	private List<Like> list(String which, String subject, String bound, int n) {
		Checks.between("n", n, 1, MAX_LIST);
		List<Object> reply = this.redis.eval(LIST, new String[] { key(subject) }, Utf8.bytes(which), Utf8.bytes(bound),
				Utf8.bytes(n));
		List<Like> likes = new ArrayList<>(reply.size() / 2);
		for (int i = 0; i < reply.size(); i += 2) {
			likes.add(new Like(Utf8.text(reply.get(i)),
					Instant.EPOCH.plus(Utf8.number(reply.get(i + 1)), ChronoUnit.MICROS)));
		}
		return likes;
	}

	@Override
	public void clear(String subject) {
		String key = key(subject);
		this.redis.call((commands) -> commands.unlink(key));
	}

	private String key(String subject) {
		return this.keys.key(ROOM, Checks.hasLength("subject", subject, MAX_NAME));
	}

	private static byte[] user(String user) {
		return Utf8.bytes(Checks.hasLength("user", user, MAX_NAME));
	}

	private static String micros(String name, Instant instant) {
		Checks.notNull(name, instant);
		// Beyond these years all likes are after or before it.
		long seconds = Math.max(-1_000_000_000_000L, Math.min(1_000_000_000_000L, instant.getEpochSecond()));
		return String.valueOf(seconds * 1_000_000 + instant.getNano() / 1000);
	}

}
