// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * Options of one message. Immutable.
 *
 * @param id identifies it: a second message with this id within the queue's window adds
 * nothing; null for none, else 1 to 512 characters
 * @param attempts how often it is delivered at most before it is a dead letter, 1 to
 * 1000; 0 for the setting of the queue
 * @param backoff how long to wait before the second attempt, twice as long before each
 * further one; null for the setting of the queue
 * @since 1.0.0
 */
public record PublishOptions(@Nullable String id, int attempts, @Nullable Duration backoff) {

	/** Without an id, with the attempts and the back-off of the queue. */
	public static final PublishOptions DEFAULTS = new PublishOptions(null, 0, null);

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range
	 */
	public PublishOptions {
		if (id != null) {
			Checks.hasLength("id", id, 512);
		}
		Checks.between("attempts", attempts, 0, 1000);
		if (backoff != null) {
			Checks.between("backoff", backoff, Duration.ZERO, Duration.ofDays(1));
		}
	}

	/**
	 * Options for a message that is let in once.
	 * @param id identifies it
	 * @return the options
	 */
	public static PublishOptions id(String id) {
		return DEFAULTS.withId(id);
	}

	public PublishOptions withId(@Nullable String other) {
		return new PublishOptions(other, this.attempts, this.backoff);
	}

	public PublishOptions withAttempts(int other) {
		return new PublishOptions(this.id, other, this.backoff);
	}

	public PublishOptions withBackoff(@Nullable Duration other) {
		return new PublishOptions(this.id, this.attempts, other);
	}

}
