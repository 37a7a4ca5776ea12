// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.List;

/**
 * The holders and the number of waiters, as the scripts saw them.
 *
 * @param used how many permits are out
 * @param waiting how many wait
 * @param token the last number given out, 0 if none is remembered
 * @param holders the holders, the earliest first
 * @since 1.0.0
 */
public record QueueInfo(int used, int waiting, long token, List<Holder> holders) {

	/**
	 * One holder.
	 *
	 * @param leaseId which lease
	 * @param token its token
	 * @param leftMillis how long it lasts if it is not renewed
	 * @param ageMicros how long it has held
	 */
	public record Holder(String leaseId, long token, long leftMillis, long ageMicros) {

	}

}
