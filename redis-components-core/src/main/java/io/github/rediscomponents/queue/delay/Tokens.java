// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Names that no other process gives: hexadecimal digits, a dash and a number.
 */
final class Tokens {

	private final String process;

	private final AtomicLong count = new AtomicLong();

	Tokens() {
		byte[] random = new byte[12];
		new SecureRandom().nextBytes(random);
		this.process = HexFormat.of().formatHex(random);
	}

	/** How this process is called. */
	String process() {
		return this.process;
	}

	String next() {
		return this.process + '-' + Long.toString(this.count.incrementAndGet(), Character.MAX_RADIX);
	}

}
