package io.github.rediscomponents.session;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of {@link TokenSessions}.
 *
 * @param ttl for how long a session lives after it was renewed, 1 second to 400 days; a
 * change holds for sessions that are issued afterwards
 * @param maxLifetime for how long it lives however often it is renewed, 1 second to 3660
 * days, null for ever; a change holds for sessions that are issued afterwards
 * @param renewBelow the part of its ttl below which a session that is touched is renewed,
 * 0.01 to 1; 1 renews with every touch
 * @param maxSessions the most sessions of one user, 1 to 1000; a lower one holds with the
 * next session that is issued to each user
 */
public record TokenSessionSettings(Duration ttl, @Nullable Duration maxLifetime, double renewBelow, int maxSessions) {

	/** The most that {@link #maxSessions()} can be. */
	public static final int MAX_SESSIONS = 1000;

	static final Duration MIN_TTL = Duration.ofSeconds(1);

	static final Duration MAX_TTL = Duration.ofDays(400);

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code token-session.} and the property's name
	 */
	public TokenSessionSettings {
		Checks.between("token-session.ttl", ttl, MIN_TTL, MAX_TTL);
		if (maxLifetime != null) {
			Checks.between("token-session.max-lifetime", maxLifetime, Duration.ofSeconds(1), Duration.ofDays(3660));
		}
		Checks.isTrue(renewBelow >= 0.01 && renewBelow <= 1,
				"token-session.renew-below must be between 0.01 and 1, was " + renewBelow);
		Checks.between("token-session.max-sessions", maxSessions, 1, MAX_SESSIONS);
	}

	/**
	 * Half an hour, renewed when half of it is gone, for ever; 20 sessions for each user.
	 * @return the settings
	 */
	public static TokenSessionSettings defaults() {
		return new TokenSessionSettings(Duration.ofMinutes(30), null, 0.5, 20);
	}

	public TokenSessionSettings withTtl(Duration other) {
		return new TokenSessionSettings(other, this.maxLifetime, this.renewBelow, this.maxSessions);
	}

	public TokenSessionSettings withMaxLifetime(@Nullable Duration other) {
		return new TokenSessionSettings(this.ttl, other, this.renewBelow, this.maxSessions);
	}

	public TokenSessionSettings withRenewBelow(double other) {
		return new TokenSessionSettings(this.ttl, this.maxLifetime, other, this.maxSessions);
	}

	public TokenSessionSettings withMaxSessions(int other) {
		return new TokenSessionSettings(this.ttl, this.maxLifetime, this.renewBelow, other);
	}

}
