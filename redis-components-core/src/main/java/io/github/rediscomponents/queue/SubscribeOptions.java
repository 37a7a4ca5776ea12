// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * How one subscription works. Immutable.
 *
 * @param concurrency how many handlers run at once at most, 1 to 1000
 * @param prefetch how many messages more are held ready for them at most, 0 to 10,000. No
 * more are held than the handlers finish within 100 milliseconds, by how long they took
 * lately: messages behind slow handlers would be kept from idle ones elsewhere
 * @param group the group of consumers, 1 to 128 characters; null for the queue's own
 * @since 1.0.0
 */
public record SubscribeOptions(int concurrency, int prefetch, @Nullable String group) {

	/** One at a time, in order, with up to 10 held ready for quick handlers. */
	public static final SubscribeOptions DEFAULTS = new SubscribeOptions(1, 10, null);

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range
	 */
	public SubscribeOptions {
		Checks.between("concurrency", concurrency, 1, 1000);
		Checks.between("prefetch", prefetch, 0, 10_000);
		if (group != null) {
			Checks.hasLength("group", group, 128);
		}
	}

	/**
	 * Some at a time, with as many held ready.
	 * @param concurrency how many handlers run at once at most
	 * @return the options
	 */
	public static SubscribeOptions concurrency(int concurrency) {
		return new SubscribeOptions(concurrency, concurrency, null);
	}

	public SubscribeOptions withPrefetch(int other) {
		return new SubscribeOptions(this.concurrency, other, this.group);
	}

	public SubscribeOptions withGroup(@Nullable String other) {
		return new SubscribeOptions(this.concurrency, this.prefetch, other);
	}

}
