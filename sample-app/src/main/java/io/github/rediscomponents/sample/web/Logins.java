// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.util.Optional;

/**
 * Resolves login tokens to users.
 */
public interface Logins {

	/**
	 * Finds the user of a token and renews the token for its full time.
	 * @param token as the client sent it
	 * @return the user, or empty for a token that is unknown, expired or logged out
	 */
	Optional<User> renew(String token);

}
