// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Logins that are known by an opaque token, which any process can look up and end.
 *
 * <p>
 * <b>Tokens</b> have {@link #TOKEN_LENGTH} letters, digits, hyphens and underscores: 256
 * random bits, behind 128 bits of a SHA-256 of the user's name that locate the session.
 * Redis holds a SHA-256 of the token, never the token. A text that is no token belongs to
 * no session, and nothing is sent for it.
 *
 * <p>
 * <b>Life.</b> A session ends {@link TokenSessionSettings#ttl() ttl} after it was last
 * renewed. {@link #touch} renews it, but writes only when less than
 * {@link TokenSessionSettings#renewBelow() a part} of the ttl is left: one that is
 * touched lives on for at least that part. Nothing renews beyond the
 * {@link TokenSessionSettings#maxLifetime() longest life}. All times are the server's.
 *
 * <p>
 * <b>All of a user</b> are kept together, and every change is one script. So a session
 * that can be found by its token is always in {@link #sessions(String)} and the other way
 * round, and what is revoked is gone at once. A session that ended is removed with the
 * next one that is issued, and all keys of a user expire with the last session.
 *
 * <p>
 * <b>Logins under way.</b> A login that checks a password while all sessions are revoked
 * would log in right after it. Take a {@link #mark} before the check and issue
 * {@linkplain #issue(NewSession, LoginMark) with it}: that is refused then.
 *
 * <p>
 * <b>Repetition.</b> A repetition by the driver after a broken connection is harmless;
 * only the methods that revoke then return that there was none. After
 * {@link RedisUnavailableException} with outcome {@code UNKNOWN} everything can be called
 * again; a session whose token was lost on the way then remains until it ends, and is in
 * the list. A failover may forget the last acknowledged changes, also a revocation.
 *
 * <p>
 * Keys, all of a user in one slot: {@code <prefix>:session:{<tag>}:ends} (sorted set:
 * session ids by their end), {@code ...:data} (hash: the sessions), both of which expire
 * with the last session, and {@code ...:revoked} (string), which expires
 * {@link LoginMark#HOLDS} after {@link #revokeAll} or {@link #mark}. The tag is the one
 * of the tokens.
 *
 * <p>
 * Each method is one script in one round trip and blocks for at most the port's timeout.
 * Users and devices have 1 to 256 characters and are well-formed; others are refused with
 * {@link IllegalArgumentException} before anything is sent, as is null. Each method may
 * throw {@link RedisUnavailableException} and {@link RedisCommandException} (a key holds
 * something else; nothing was changed). Instances are safe for use by any number of
 * threads and hold no connection of their own. {@code n} is the number of a user's
 * sessions.
 *
 * @since 1.0.0
 */
public interface TokenSessions {

	/** How many characters a token has. */
	int TOKEN_LENGTH = 64;

	/**
	 * Creates the sessions. Sends nothing.
	 * @param redis the port to Redis
	 * @param keys names their keys
	 * @param settings read at each call
	 * @param observer is notified of events
	 * @return the sessions
	 */
	static TokenSessions create(RedisPort redis, KeySpace keys, LiveSettings<TokenSessionSettings> settings,
			SessionObserver observer) {
		return new RedisTokenSessions(CommandPort.of(redis), keys, settings, observer);
	}

	/**
	 * Logs a user in. Ends the session that the user has on the same device, if a device
	 * is named, and of too many sessions those that would have ended first. O(n).
	 * @param session the user, the device and the data
	 * @return the token and the session
	 */
	IssuedSession issue(NewSession session);

	/**
	 * Logs a user in, unless all sessions were revoked since the mark was taken. O(n).
	 * @param session the user, the device and the data
	 * @param mark taken before the user's credentials were checked, by any process
	 * @return the token and the session; empty if all sessions of the user were revoked
	 * since, if that is not known any more because Redis lost it, or if the mark is older
	 * than {@link LoginMark#HOLDS}: nothing was changed then
	 * @throws IllegalArgumentException if the mark is one of another user; nothing was
	 * sent
	 */
	Optional<IssuedSession> issue(NewSession session, LoginMark mark);

	/**
	 * Notes when a login began. Writes, for an hour, when all sessions of the user were
	 * revoked last, because the validity of the mark depends on it. O(1).
	 * @param user the user that logs in
	 * @return to be given to {@link #issue(NewSession, LoginMark)}
	 */
	LoginMark mark(String user);

	/**
	 * Finds the session of a token and keeps it alive. Writes only if too little of its
	 * life is left. O(log n).
	 * @param token any text of the client
	 * @return the session; empty if it is unknown, has ended or was revoked
	 */
	Optional<Session> touch(String token);

	/**
	 * Finds the session of a token and leaves its end as it is. Writes nothing. O(log n).
	 * @param token any text of the client
	 * @return the session; empty if it is unknown, has ended or was revoked
	 */
	Optional<Session> find(String token);

	/**
	 * Returns all living sessions of a user. Writes nothing. O(n).
	 * @param user the user
	 * @return in the order in which they began; never null
	 */
	List<Session> sessions(String user);

	/**
	 * Sets an attribute of a session. Does not keep it alive. O(attributes).
	 * @param token the session's
	 * @param name the attribute, see {@link NewSession}
	 * @param value its value, see {@link NewSession}
	 * @return whether there is such a session
	 * @throws IllegalStateException if the session would have more than
	 * {@link NewSession#MAX_ATTRIBUTES} attributes; nothing was changed
	 */
	boolean put(String token, String name, String value);

	/**
	 * Sets an attribute of one session of a user, such as a name that changed on another
	 * device. Does not keep it alive. O(attributes).
	 * @param user the owner of the session; the id of another user's session has no
	 * effect
	 * @param sessionId its {@link Session#id() id}
	 * @param name the attribute, see {@link NewSession}
	 * @param value its value, see {@link NewSession}
	 * @return whether the user has such a session
	 * @throws IllegalStateException if the session would have more than
	 * {@link NewSession#MAX_ATTRIBUTES} attributes; nothing was changed
	 */
	boolean put(String user, String sessionId, String name, String value);

	/**
	 * Removes an attribute of a session, if it has it. Does not keep it alive.
	 * O(attributes).
	 * @param token the session's
	 * @param name the attribute
	 * @return whether there is such a session
	 */
	boolean remove(String token, String name);

	/**
	 * Logs out: the token is dead when this returns. O(log n).
	 * @param token any text of the client
	 * @return whether there was such a session
	 */
	boolean revoke(String token);

	/**
	 * Ends one session of a user, such as one of a lost device. O(log n).
	 * @param user the owner of the session; the id of another user's session has no
	 * effect
	 * @param sessionId its {@link Session#id() id}
	 * @return whether the user had such a session
	 */
	boolean revoke(String user, String sessionId);

	/**
	 * Ends all sessions of a user, and makes marks that were taken before worthless.
	 * O(n).
	 * @param user the user
	 * @return how many there were
	 */
	int revokeAll(String user);

	/**
	 * Ends all sessions of a token's user but the token's own, and makes marks that were
	 * taken before worthless: for after a change of password. O(n).
	 * @param token the session that stays
	 * @return how many were ended; empty if the token's own is not there, and nothing was
	 * changed
	 */
	OptionalInt revokeOthers(String token);

}
