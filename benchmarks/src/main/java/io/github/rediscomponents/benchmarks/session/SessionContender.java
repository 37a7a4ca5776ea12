// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.session;

import java.util.List;

/**
 * What keeps sessions.
 */
interface SessionContender {

	/** Its name in the tables. */
	String name();

	/** Begins a session of a user and gives what opens it. */
	String create(String user);

	/** Reads a session as a request does, and keeps it alive. */
	void touch(String token);

	/** How many sessions a user has. */
	int find(String user);

	/** Ends all sessions of a user, of which the tokens are known here. */
	void revokeAll(String user, List<String> tokens);

	/** Whether it can list the sessions of a user. */
	default boolean hasIndex() {
		return true;
	}

}
