// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

/**
 * How far it is proven that changes by all processes are heard of here, by their messages
 * or by {@link Invalidation#TRACKING}. Local levels serve in {@link #UP} only; otherwise
 * each read asks Redis.
 *
 * <pre>
 *        subscribed             an echo through             one probe interval later,
 *                               every master                numbers of others known
 * DOWN ------------> SUBSCRIBED -------------> PROBED --------------------------------> UP
 *   ^                    ^                        |                                     |
 *   |                    +------------------------+-------------------------------------+
 *   |                      an echo is missing or late, another set of masters
 *   +----------------------------------- the connection is lost (from each state)
 * </pre>
 *
 * @since 1.0.0
 */
public enum LocalLevelState {

	/** No cache of this process has used a local level yet. */
	OFF,

	/** Nothing is subscribed or tracked. */
	DOWN,

	/** The server has confirmed the subscriptions, or all masters the tracking. */
	SUBSCRIBED,

	/**
	 * Both subscriptions are confirmed, but Redis refuses the messages that prove it,
	 * because its user lacks a right.
	 */
	REFUSED,

	/**
	 * A message of this process came back through every master. Lasts while invalidations
	 * are queued, see {@link CacheClient#queuedInvalidations()}.
	 */
	PROBED,

	/** Messages arrive, and a missing one would be noticed. */
	UP

}
