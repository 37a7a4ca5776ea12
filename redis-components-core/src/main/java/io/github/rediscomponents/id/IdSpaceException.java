// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.time.Duration;
import java.time.Instant;

import io.github.rediscomponents.RedisComponentsException;

/**
 * The server's clock is outside the range of the ids of a layout and an epoch: the epoch
 * is in the future, or less than a year is left when a process requests its first block.
 * No id was handed out.
 *
 * @since 1.0.0
 */
public final class IdSpaceException extends RedisComponentsException {

	/** How long before the end a process refuses to begin. */
	static final Duration NOTICE = Duration.ofDays(365);

	private static final long serialVersionUID = 1L;

	private final Instant serverTime;

	private final Instant epoch;

	private final Instant expiresAt;

	IdSpaceException(String message, Instant serverTime, Instant epoch, Instant expiresAt) {
		super(message, null);
		this.serverTime = serverTime;
		this.epoch = epoch;
		this.expiresAt = expiresAt;
	}

	/**
	 * Returns the time of the server's clock.
	 * @return an instant
	 */
	public Instant serverTime() {
		return this.serverTime;
	}

	/**
	 * Returns the epoch of the time in ids.
	 * @return an instant
	 */
	public Instant epoch() {
		return this.epoch;
	}

	/**
	 * When the ids run out.
	 * @return an instant
	 */
	public Instant expiresAt() {
		return this.expiresAt;
	}

}
