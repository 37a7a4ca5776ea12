package io.github.rediscomponents.messaging;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ids for what the driver may repeat: unique to this process and its count. Begin with a
 * byte that no UTF-8 text begins with, so that they never equal an id of the caller.
 */
final class OperationIds {

	private final long origin = new SecureRandom().nextLong();

	private final AtomicLong count = new AtomicLong();

	byte[] next() {
		return ByteBuffer.allocate(17)
			.put((byte) 0xff)
			.putLong(this.origin)
			.putLong(this.count.incrementAndGet())
			.array();
	}

}
