// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import org.jspecify.annotations.Nullable;

/**
 * Redis refused a command with an error that a repetition will not mend, such as a key
 * that holds another type. Nothing was changed by the refused command, and nothing by
 * those before it unless {@link #progress()} says so.
 *
 * @since 1.0.0
 */
public final class RedisCommandException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	public RedisCommandException(@Nullable String message, @Nullable Throwable cause) {
		super(message, cause);
	}

	public RedisCommandException(@Nullable String message, @Nullable Throwable cause,
			@Nullable BatchProgress progress) {
		super(message, cause, progress);
	}

}
