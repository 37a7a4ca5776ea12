// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.time.Duration;

import org.springframework.stereotype.Component;

/**
 * Whether the numbers of this instance are looked at, here or at another instance. Redis
 * and the database are only asked for them then.
 */
@Component
public class Viewers {

	private static final long RECENT_NANOS = Duration.ofSeconds(10).toNanos();

	private volatile long here = System.nanoTime() - RECENT_NANOS;

	private volatile long elsewhere = this.here;

	/** Records a look at the numbers of this instance. */
	public void looked() {
		this.here = System.nanoTime();
	}

	/** Records a look at the numbers of another instance. */
	void lookedElsewhere() {
		this.elsewhere = System.nanoTime();
	}

	/** Returns whether there were looks in the last ten seconds. */
	boolean present() {
		return presentHere() || isRecent(this.elsewhere);
	}

	/** Returns whether there were looks at this instance in the last ten seconds. */
	boolean presentHere() {
		return isRecent(this.here);
	}

	private static boolean isRecent(long look) {
		return System.nanoTime() - look < RECENT_NANOS;
	}

}
