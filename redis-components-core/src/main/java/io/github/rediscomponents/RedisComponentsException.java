package io.github.rediscomponents;

import org.jspecify.annotations.Nullable;

/**
 * Root of the exceptions that the components throw when something is broken. Expected
 * outcomes (a lock that is taken, a limit that is reached) are values, and bad arguments
 * are {@link IllegalArgumentException}s.
 */
public abstract class RedisComponentsException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	protected RedisComponentsException(@Nullable String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
