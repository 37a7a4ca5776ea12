// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Delivering requests whose replies have not been processed. A message that one of them
 * may still bring is not lost yet.
 */
final class UnderWay {

	/** When each was sent, by the monotonic clock. */
	private final Map<Object, Long> sent = new ConcurrentHashMap<>();

	Object begin(long sentAt) {
		Object mark = new Object();
		this.sent.put(mark, sentAt);
		return mark;
	}

	void end(Object mark) {
		this.sent.remove(mark);
	}

	/** For how long the oldest has been under way, 0 if none is. */
	long oldestMillis() {
		long now = System.nanoTime();
		long longest = 0;
		for (long each : this.sent.values()) {
			longest = Math.max(longest, now - each);
		}
		return TimeUnit.NANOSECONDS.toMillis(longest);
	}

}
