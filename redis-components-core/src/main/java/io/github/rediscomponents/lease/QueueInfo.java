// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.support.Utf8;

/**
 * The holders and the number of waiters, as the script saw them.
 *
 * @param used how many permits are out
 * @param waiting how many wait
 * @param token the last number given out, 0 if none is remembered
 * @param holders the holders, the earliest first
 * @since 1.0.0
 */
public record QueueInfo(int used, int waiting, long token, List<Holder> holders) {

	static QueueInfo of(List<Object> reply) {
		List<Holder> holders = new ArrayList<>();
		for (int at = 3; at < reply.size(); at += 4) {
			holders.add(new Holder(Utf8.text(reply.get(at)), Utf8.number(reply.get(at + 1)),
					Utf8.number(reply.get(at + 2)), Utf8.number(reply.get(at + 3))));
		}
		return new QueueInfo((int) Utf8.number(reply.get(0)), (int) Utf8.number(reply.get(1)),
				Utf8.number(reply.get(2)), holders);
	}

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
