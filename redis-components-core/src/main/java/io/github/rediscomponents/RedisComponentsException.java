// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Root of the exceptions that the components throw when something is broken. Expected
 * outcomes (a lock that is taken, a limit that is reached) are values, and bad arguments
 * are {@link IllegalArgumentException}s.
 *
 * @since 1.0.0
 */
public abstract class RedisComponentsException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final @Nullable BatchProgress progress;

	protected RedisComponentsException(@Nullable String message, @Nullable Throwable cause) {
		this(message, cause, null);
	}

	protected RedisComponentsException(@Nullable String message, @Nullable Throwable cause,
			@Nullable BatchProgress progress) {
		super((progress != null) ? message + " (" + progress + ")" : message, cause);
		this.progress = progress;
	}

	/**
	 * Returns how much of a batch was done before it failed.
	 * @return empty unless the operation sends its items, or the parts of its change, in
	 * more than one command
	 */
	public final Optional<BatchProgress> progress() {
		return Optional.ofNullable(this.progress);
	}

}
