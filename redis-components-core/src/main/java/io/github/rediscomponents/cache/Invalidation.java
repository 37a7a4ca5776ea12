// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

/**
 * How the local level of a cache hears of changes.
 *
 * @since 1.0.0
 */
public enum Invalidation {

	/**
	 * By the messages of the processes that change an entry through a
	 * {@link CacheClient}. Needs {@link LocalCacheSettings#broadcast()} in each of them.
	 */
	PUBSUB,

	/**
	 * By Redis itself, whichever client changes an entry, and also when it expires
	 * ({@code CLIENT TRACKING} in broadcasting mode). Needs Redis 6, RESP3, and one more
	 * connection to each master; each process hears of each write, also of fills.
	 */
	TRACKING,

	/**
	 * Not reliably: a value is served until {@link LocalCacheSettings#ttl()} ends,
	 * whatever other processes change. A change by this process counts at once.
	 */
	NONE

}
