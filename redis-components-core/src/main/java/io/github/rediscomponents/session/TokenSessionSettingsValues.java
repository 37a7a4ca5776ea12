// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link TokenSessionSettings}.
 */
record TokenSessionSettingsValues(Duration ttl, @Nullable Duration maxLifetime, double renewBelow,
		int maxSessions) implements TokenSessionSettings {

	static final Duration MIN_TTL = Duration.ofSeconds(1);

	static final Duration MAX_TTL = Duration.ofDays(400);

	static final TokenSessionSettingsValues DEFAULTS = new TokenSessionSettingsValues(Duration.ofMinutes(30), null, 0.5,
			20);

	TokenSessionSettingsValues {
		Checks.between("token-session.ttl", ttl, MIN_TTL, MAX_TTL);
		if (maxLifetime != null) {
			Checks.between("token-session.max-lifetime", maxLifetime, Duration.ofSeconds(1), Duration.ofDays(3660));
		}
		Checks.isTrue(renewBelow >= 0.01 && renewBelow <= 1,
				"token-session.renew-below must be between 0.01 and 1, was " + renewBelow);
		Checks.between("token-session.max-sessions", maxSessions, 1, MAX_SESSIONS);
	}

	@Override
	public TokenSessionSettings withTtl(Duration other) {
		return new TokenSessionSettingsValues(other, this.maxLifetime, this.renewBelow, this.maxSessions);
	}

	@Override
	public TokenSessionSettings withMaxLifetime(@Nullable Duration other) {
		return new TokenSessionSettingsValues(this.ttl, other, this.renewBelow, this.maxSessions);
	}

	@Override
	public TokenSessionSettings withRenewBelow(double other) {
		return new TokenSessionSettingsValues(this.ttl, this.maxLifetime, other, this.maxSessions);
	}

	@Override
	public TokenSessionSettings withMaxSessions(int other) {
		return new TokenSessionSettingsValues(this.ttl, this.maxLifetime, this.renewBelow, other);
	}

}
