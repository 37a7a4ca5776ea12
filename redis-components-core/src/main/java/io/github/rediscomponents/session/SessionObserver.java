// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

/**
 * Receives the events of sessions and codes in this process. Called on the thread on
 * which it happens: must be quick, must not block and should not throw (exceptions are
 * logged and dropped). Events contain no user, no token and no code.
 *
 * @since 1.0.0
 */
public interface SessionObserver {

	/** Ignores everything. */
	SessionObserver NONE = new SessionObserver() {
	};

	/** A session was issued. */
	default void issued() {
	}

	/** A session was not issued, because its login mark did not hold. */
	default void refused() {
	}

	/**
	 * A session was looked up.
	 * @param result the outcome
	 */
	default void found(Lookup result) {
	}

	/**
	 * Sessions ended otherwise than by their time.
	 * @param reason why
	 * @param sessions the number of sessions; may be 0
	 */
	default void ended(Reason reason, int sessions) {
	}

	/**
	 * A code was requested.
	 * @param purpose the purpose
	 * @param issued whether it was issued; if not, the last one was too short a time ago
	 */
	default void codeAsked(String purpose, boolean issued) {
	}

	/**
	 * A code was tried.
	 * @param purpose the purpose
	 * @param outcome the outcome
	 */
	default void codeTried(String purpose, CodeUse.Outcome outcome) {
	}

	/** The results of a lookup of a session. */
	enum Lookup {

		/** It is there. */
		ALIVE,

		/** It is there and lives on for longer now. */
		RENEWED,

		/** There is none. */
		UNKNOWN

	}

	/** Why a session ended. */
	enum Reason {

		/** It was revoked, alone or with others. */
		REVOKED,

		/** Its user logged in on its device again. */
		REPLACED,

		/** Its user had too many. */
		DISPLACED

	}

}
