// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicLong;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.Utf8;

/**
 * How this process is called in Redis: in the ids of its leases, and in the name of the
 * channel on which it is woken.
 *
 * @since 1.0.0
 */
public final class Client {

	private static final String ROOM = "lock";

	private final String id = randomId();

	private final byte[] idBytes = Utf8.bytes(this.id);

	private final String channel;

	private final byte[] channelPrefix;

	private final AtomicLong number = new AtomicLong();

	public Client(KeySpace keys) {
		this.channel = keys.channel(ROOM, this.id);
		this.channelPrefix = Utf8.bytes(keys.channel(ROOM, ""));
	}

	private static String randomId() {
		byte[] random = new byte[9];
		new SecureRandom().nextBytes(random);
		return Base64.getUrlEncoder().encodeToString(random);
	}

	public byte[] idBytes() {
		return this.idBytes;
	}

	String channel() {
		return this.channel;
	}

	/** How the channels of all processes begin. */
	public byte[] channelPrefix() {
		return this.channelPrefix;
	}

	String nextLeaseId() {
		return this.id + '.' + Long.toString(this.number.incrementAndGet(), Character.MAX_RADIX);
	}

}
