package io.github.rediscomponents.lock;

import io.github.rediscomponents.RedisComponentsException;

/**
 * A permit that was held is held no longer. What was done since the loss may have
 * happened beside as many others as the semaphore admits.
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
	 * The semaphore's name.
	 * @return never empty
	 */
	public String name() {
		return this.name;
	}

}
