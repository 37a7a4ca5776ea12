// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import io.github.rediscomponents.RedisComponentsException;

/**
 * Thrown if a held permit was lost. Work that was done after the loss may have happened
 * beside as many others as the semaphore admits.
 *
 * @since 1.0.0
 */
public final class PermitLostException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	private final String name;

	/**
	 * Creates the exception.
	 * @param name the semaphore's name
	 */
	public PermitLostException(String name) {
		super("A permit of semaphore '" + name + "' was lost before it was given back", null);
		this.name = name;
	}

	/**
	 * Returns the name of the semaphore.
	 * @return never empty
	 */
	public String name() {
		return this.name;
	}

}
