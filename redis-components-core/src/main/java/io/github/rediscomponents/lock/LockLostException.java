// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;

/**
 * Thrown if a held lock was lost. Work that was done after the loss may overlap with that
 * of another holder.
 *
 * @since 1.0.0
 */
public final class LockLostException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	private final String name;

	private final long token;

	private final @Nullable LossReason reason;

	/**
	 * For implementations of {@link DistributedLock}.
	 * @param name the lock's name
	 * @param token the fencing token of the lease that was lost
	 * @param reason why it was lost, null if it was released
	 */
	public LockLostException(String name, long token, @Nullable LossReason reason) {
		super("Lock '" + name + "' is not held any more: " + ((reason != null) ? reason : "it was released"), null);
		this.name = name;
		this.token = token;
		this.reason = reason;
	}

	/**
	 * Returns the name of the lock.
	 * @return never empty
	 */
	public String name() {
		return this.name;
	}

	/**
	 * The fencing token of the lease that was lost.
	 * @return positive
	 */
	public long token() {
		return this.token;
	}

	/**
	 * Why it was lost.
	 * @return null if it was released
	 */
	public @Nullable LossReason reason() {
		return this.reason;
	}

}
