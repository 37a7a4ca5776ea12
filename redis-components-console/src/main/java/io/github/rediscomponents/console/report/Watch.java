// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.report;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Whether the console is looked at, in any process or in another one, by the last reply
 * of Redis that said so. It ends here as it does in Redis if no further reply comes.
 */
final class Watch {

	private final LongSupplier nanos;

	private volatile long end;

	Watch(LongSupplier nanos) {
		this.nanos = nanos;
		this.end = nanos.getAsLong();
	}

	/** The console is looked at for a time, zero if it is not. */
	void seen(Duration kept) {
		this.end = this.nanos.getAsLong() + kept.toNanos();
	}

	boolean present() {
		return this.end - this.nanos.getAsLong() > 0;
	}

}
