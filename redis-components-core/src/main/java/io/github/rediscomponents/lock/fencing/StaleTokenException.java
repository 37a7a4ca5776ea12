// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import io.github.rediscomponents.RedisComponentsException;

/**
 * A later holder was here: the caller's lock was lost and given to another holder.
 * Unchecked, so that a declarative transaction is rolled back.
 *
 * @since 1.0.0
 */
public final class StaleTokenException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	private final String resource;

	private final long token;

	private final long seen;

	StaleTokenException(String resource, long token, long seen) {
		super("Token " + token + " for '" + resource + "' is refused: a holder with token " + seen + " was there",
				null);
		this.resource = resource;
		this.token = token;
		this.seen = seen;
	}

	/**
	 * Returns the name of the resource.
	 * @return the name, never empty
	 */
	public String resource() {
		return this.resource;
	}

	/**
	 * The token that was refused.
	 * @return positive
	 */
	public long token() {
		return this.token;
	}

	/**
	 * The largest token that is known.
	 * @return larger than {@link #token()}
	 */
	public long seen() {
		return this.seen;
	}

}
