// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

/**
 * Receives the decisions of a rate limiter of this process, for logs and meters. Called
 * on the thread on which it happens, which for asynchronous calls is an I/O thread: must
 * be quick, must not block and should not throw (exceptions are logged and dropped).
 *
 * <p>
 * Every attempt and every reservation ends in exactly one of {@link #admitted},
 * {@link #rejected}, {@link #notEnforced} or an exception. Looking, giving back and
 * resetting are not reported. A policy's name is fit for a meter's tag as long as the
 * application's are few; a key never is.
 *
 * @since 1.0.0
 */
public interface RateLimitObserver {

	/** Ignores everything. */
	RateLimitObserver NONE = new RateLimitObserver() {
	};

	/**
	 * Redis admitted an attempt, or a reservation, which may have to wait yet.
	 * @param policy the policy's name
	 * @param key the subject
	 * @param cost the cost that was charged
	 * @param decision the decision
	 */
	default void admitted(String policy, String key, long cost, Decision decision) {
	}

	/**
	 * An attempt or a reservation was refused.
	 * @param policy the policy's name
	 * @param key the subject
	 * @param cost the cost that was not charged
	 * @param decision the decision
	 * @param remembered whether Redis was not called because this process remembered a
	 * refusal that still held
	 */
	default void rejected(String policy, String key, long cost, Decision decision, boolean remembered) {
	}

	/**
	 * The policy's failure rule decided, because Redis was unavailable.
	 * @param policy the policy's name
	 * @param key the subject
	 * @param cost the cost that was not charged
	 * @param decision the decision, not {@link Decision#isEnforced() enforced}
	 */
	default void notEnforced(String policy, String key, long cost, Decision decision) {
	}

	/**
	 * A reservation was waited for to its end.
	 * @param policy the policy's name
	 * @param key the subject
	 * @param waitedNanos the time since the reply
	 */
	default void waited(String policy, String key, long waitedNanos) {
	}

}
