// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ids of operations that the driver may repeat, unique to this process and its count.
 *
 * @since 1.0.0
 */
public final class OperationIds {

	/** No UTF-8 text begins with this byte. */
	private static final byte NO_TEXT = (byte) 0xff;

	private final long origin = new SecureRandom().nextLong();

	private final AtomicLong count = new AtomicLong();

	/**
	 * Returns a new id as a part of a key.
	 * @return hexadecimal digits
	 */
	public String nextText() {
		return HexFormat.of().toHexDigits(this.origin) + Long.toHexString(this.count.incrementAndGet());
	}

	/**
	 * Returns a new id that never equals an id of the caller in UTF-8.
	 * @return 17 bytes
	 */
	public byte[] nextBytes() {
		return ByteBuffer.allocate(17).put(NO_TEXT).putLong(this.origin).putLong(this.count.incrementAndGet()).array();
	}

	/**
	 * Returns how long the driver can repeat an operation.
	 * @param redis sends the operation
	 * @return milliseconds, at least 1000
	 */
	public static long millis(CommandPort redis) {
		return Math.max(1000, redis.timeout().multipliedBy(2).toMillis());
	}

}
