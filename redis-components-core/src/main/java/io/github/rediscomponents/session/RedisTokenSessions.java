// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.session.SessionObserver.Lookup;
import io.github.rediscomponents.session.SessionObserver.Reason;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * {@link TokenSessions} by two keys for each user, which the user's tag finds.
 */
final class RedisTokenSessions implements TokenSessions {

	private static final String ROOM = "session";

	private static final LuaScript<List<Object>> ISSUE = LuaScript.list("session/issue", 3, LuaScript.ANY);

	private static final LuaScript<List<Object>> FIND = LuaScript.list("session/find", 2, 2);

	private static final LuaScript<List<Object>> LIST = LuaScript.list("session/list", 2, 0);

	private static final LuaScript<Long> CHANGE = LuaScript.integer("session/change", 2, 5);

	private static final LuaScript<Long> REVOKE = LuaScript.integer("session/revoke", 2, 1);

	private static final LuaScript<Long> REVOKE_ALL = LuaScript.integer("session/revoke-all", 3, 2);

	private static final LuaScript<Long> MARK = LuaScript.integer("session/mark", 1, 1);

	private static final int MAX_ID = 64;

	private final CommandPort redis;

	private final KeySpace keys;

	private final LiveSettings<TokenSessionSettings> settings;

	private final SessionObserver observer;

	RedisTokenSessions(CommandPort redis, KeySpace keys, LiveSettings<TokenSessionSettings> settings,
			SessionObserver observer) {
		this.redis = redis;
		this.keys = keys;
		this.settings = settings;
		this.observer = Listeners.quiet(SessionObserver.class, SessionObserver.NONE, observer);
	}

	@Override
	public IssuedSession issue(NewSession session) {
		return issue(session, 0).orElseThrow();
	}

	@Override
	public Optional<IssuedSession> issue(NewSession session, LoginMark mark) {
		Checks.notNull("mark", mark);
		Checks.isTrue(mark.user().equals(Checks.notNull("session", session).user()),
				"mark must be one of the session's user");
		return issue(session, mark.micros());
	}

	private Optional<IssuedSession> issue(NewSession session, long mark) {
		Checks.notNull("session", session);
		TokenSessionSettings present = this.settings.get();
		SessionToken token = SessionToken.random(session.user());
		Duration ttl = (session.ttl() != null) ? session.ttl() : present.ttl();
		Duration lifetime = present.maxLifetime();
		List<byte[]> args = new ArrayList<>(8 + 2 * session.attributes().size());
		args.add(Utf8.bytes(token.id()));
		args.add(Utf8.bytes(session.user()));
		args.add(Utf8.bytes((session.device() != null) ? session.device() : ""));
		args.add(Utf8.bytes(ttl.toMillis()));
		args.add(Utf8.bytes((lifetime != null) ? lifetime.toMillis() : 0));
		args.add(Utf8.bytes(present.maxSessions()));
		args.add(Utf8.bytes(mark));
		args.add(Utf8.bytes(LoginMark.HOLDS.toMillis()));
		session.attributes().forEach((name, value) -> {
			args.add(Utf8.bytes(name));
			args.add(Utf8.bytes(value));
		});
		List<Object> reply = this.redis.eval(ISSUE, allKeys(token.tag()), args.toArray(byte[][]::new));
		if (Utf8.number(reply.get(0)) == 0) {
			this.observer.refused();
			return Optional.empty();
		}
		this.observer.issued();
		this.observer.ended(Reason.REPLACED, (int) Utf8.number(reply.get(3)));
		this.observer.ended(Reason.DISPLACED, (int) Utf8.number(reply.get(4)));
		return Optional.of(new IssuedSession(token.text(), new Session(token.id(), session.user(), session.device(),
				session.attributes(), time(reply.get(1)), time(reply.get(2)))));
	}

	@Override
	public LoginMark mark(String user) {
		String tag = tag(user);
		return new LoginMark(user,
				this.redis.eval(MARK, new String[] { key(tag, "revoked") }, Utf8.bytes(LoginMark.HOLDS.toMillis())));
	}

	@Override
	public Optional<Session> touch(String token) {
		return find(token, Math.round(this.settings.get().renewBelow() * 1000));
	}

	@Override
	public Optional<Session> find(String token) {
		return find(token, 0);
	}

	private Optional<Session> find(String text, long renewBelow) {
		Optional<SessionToken> token = SessionToken.parse(Checks.notNull("token", text));
		List<Object> reply = token
			.map((known) -> this.redis.eval(FIND, keys(known.tag()), Utf8.bytes(known.id()), Utf8.bytes(renewBelow)))
			.orElse(List.of());
		if (token.isEmpty() || reply.isEmpty()) {
			this.observer.found(Lookup.UNKNOWN);
			return Optional.empty();
		}
		this.observer.found((Utf8.number(reply.get(0)) == 1) ? Lookup.RENEWED : Lookup.ALIVE);
		return Optional.of(session(token.get().id(), reply));
	}

	@Override
	public List<Session> sessions(String user) {
		return this.redis.eval(LIST, keys(tag(user)))
			.stream()
			.map((each) -> (List<?>) each)
			.map((each) -> session(Utf8.text(each.get(0)), each))
			.sorted(Comparator.comparing(Session::begin).thenComparing(Session::id))
			.toList();
	}

	@Override
	public boolean put(String token, String name, String value) {
		NewSession.checkAttribute(name, value);
		return change(token, name, value);
	}

	@Override
	public boolean put(String user, String sessionId, String name, String value) {
		NewSession.checkAttribute(name, value);
		return change(tag(user), Checks.hasLength("sessionId", sessionId, MAX_ID), name, value);
	}

	@Override
	public boolean remove(String token, String name) {
		NewSession.checkName(name);
		return change(token, name, null);
	}

	private boolean change(String text, String name, @Nullable String value) {
		Optional<SessionToken> token = SessionToken.parse(Checks.notNull("token", text));
		return token.isPresent() && change(token.get().tag(), token.get().id(), name, value);
	}

	private boolean change(String tag, String id, String name, @Nullable String value) {
		Long done = this.redis.eval(CHANGE, keys(tag), Utf8.bytes(id), Utf8.bytes(name),
				Utf8.bytes((value != null) ? "set" : "remove"), Utf8.bytes((value != null) ? value : ""),
				Utf8.bytes(NewSession.MAX_ATTRIBUTES));
		if (done < 0) {
			throw new IllegalStateException("A session has at most " + NewSession.MAX_ATTRIBUTES + " attributes");
		}
		return done == 1;
	}

	@Override
	public boolean revoke(String token) {
		return SessionToken.parse(Checks.notNull("token", token))
			.map((known) -> revokeOne(known.tag(), known.id()))
			.orElse(false);
	}

	@Override
	public boolean revoke(String user, String sessionId) {
		return revokeOne(tag(user), Checks.hasLength("sessionId", sessionId, MAX_ID));
	}

	private boolean revokeOne(String tag, String id) {
		Long ended = this.redis.eval(REVOKE, keys(tag), Utf8.bytes(id));
		this.observer.ended(Reason.REVOKED, ended.intValue());
		return ended == 1;
	}

	@Override
	public int revokeAll(String user) {
		return revokeAllBut(tag(user), "");
	}

	@Override
	public OptionalInt revokeOthers(String token) {
		int ended = SessionToken.parse(Checks.notNull("token", token))
			.map((known) -> revokeAllBut(known.tag(), known.id()))
			.orElse(-1);
		return (ended < 0) ? OptionalInt.empty() : OptionalInt.of(ended);
	}

	private int revokeAllBut(String tag, String id) {
		Long ended = this.redis.eval(REVOKE_ALL, allKeys(tag), Utf8.bytes(id), Utf8.bytes(LoginMark.HOLDS.toMillis()));
		this.observer.ended(Reason.REVOKED, Math.max(0, ended.intValue()));
		return ended.intValue();
	}

	private String[] allKeys(String tag) {
		return new String[] { key(tag, "ends"), key(tag, "data"), key(tag, "revoked") };
	}

	private String[] keys(String tag) {
		return new String[] { key(tag, "ends"), key(tag, "data") };
	}

	private String key(String tag, String part) {
		return this.keys.key(ROOM, tag, part);
	}

	private static String tag(String user) {
		return SessionToken.tagOf(Names.check("user", user));
	}

	private static Session session(String id, List<?> reply) {
		String device = Utf8.text(reply.get(3));
		List<?> pairs = (List<?>) reply.get(5);
		Map<String, String> attributes = new HashMap<>();
		for (int i = 0; i < pairs.size(); i += 2) {
			attributes.put(Utf8.text(pairs.get(i)), Utf8.text(pairs.get(i + 1)));
		}
		return new Session(id, Utf8.text(reply.get(2)), device.isEmpty() ? null : device, attributes,
				time(reply.get(4)), time(reply.get(1)));
	}

	private static Instant time(Object millis) {
		return Instant.ofEpochMilli(Utf8.number(millis));
	}

}
