package io.github.rediscomponents.lock;

import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.support.Utf8;

/**
 * Who holds and how many wait, as the script saw it.
 *
 * @param used how many permits are out
 * @param waiting how many wait
 * @param token the last number given out, 0 if none is remembered
 * @param holders who holds, the earliest first
 */
record QueueInfo(int used, int waiting, long token, List<Holder> holders) {

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
	 * One who holds.
	 *
	 * @param leaseId which lease
	 * @param token its token
	 * @param leftMillis how long it lasts if it is not renewed
	 * @param ageMicros how long it has held
	 */
	record Holder(String leaseId, long token, long leftMillis, long ageMicros) {

	}

}
