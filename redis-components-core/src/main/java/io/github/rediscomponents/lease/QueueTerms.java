// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

/**
 * The rules by which something is given out, as they are at the moment.
 *
 * @param permits how many permits there are
 * @param fair whether a newcomer may not pass waiters
 * @param retentionMillis how long the last token outlives the leases
 * @since 1.0.0
 */
public record QueueTerms(int permits, boolean fair, long retentionMillis) {

	/** The most permits that there can be. */
	public static final int MOST = 1_000_000;

}
