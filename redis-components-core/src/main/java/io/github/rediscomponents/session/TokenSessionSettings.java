// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Settings of {@link TokenSessions}. Immutable: each {@code with} method returns a
 * changed copy, and throws an {@link IllegalArgumentException} that names the property if
 * a value is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface TokenSessionSettings permits TokenSessionSettingsValues {

	/** The most that {@link #maxSessions()} can be. */
	int MAX_SESSIONS = 1000;

	/**
	 * Half an hour, renewed when half of it is gone, for ever; 20 sessions for each user.
	 * @return the settings
	 */
	static TokenSessionSettings defaults() {
		return TokenSessionSettingsValues.DEFAULTS;
	}

	/**
	 * For how long a session lives after it was renewed, 1 second to 400 days; a change
	 * holds for sessions that are issued afterwards.
	 */
	Duration ttl();

	/**
	 * For how long it lives however often it is renewed, 1 second to 3660 days, null for
	 * ever; a change holds for sessions that are issued afterwards.
	 */
	@Nullable Duration maxLifetime();

	/**
	 * Returns the part of its ttl below which a session that is touched is renewed, 0.01
	 * to 1; 1 renews with every touch.
	 */
	double renewBelow();

	/**
	 * Returns the most sessions of one user, 1 to 1000; a lower one holds with the next
	 * session that is issued to each user.
	 */
	int maxSessions();

	TokenSessionSettings withTtl(Duration ttl);

	TokenSessionSettings withMaxLifetime(@Nullable Duration maxLifetime);

	TokenSessionSettings withRenewBelow(double renewBelow);

	TokenSessionSettings withMaxSessions(int maxSessions);

}
