// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.time.Duration;

import io.github.rediscomponents.support.Checks;

/**
 * The moment at which a login began, by the server's clock, which must not be set back
 * meanwhile. May be handed to another process.
 *
 * @param user the user that logs in, 1 to 256 characters
 * @param micros microseconds since 1970, at least 1
 * @since 1.0.0
 */
public record LoginMark(String user, long micros) {

	/** For how long it can be used. */
	public static final Duration HOLDS = Duration.ofHours(1);

	public LoginMark {
		Names.check("user", user);
		Checks.between("micros", micros, 1, Long.MAX_VALUE);
	}

}
