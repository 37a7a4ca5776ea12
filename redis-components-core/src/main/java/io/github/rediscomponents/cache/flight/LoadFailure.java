// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;

import io.github.rediscomponents.cache.CacheLoadException;
import io.github.rediscomponents.support.Thrown;

/**
 * The failure of a loader, in the form in which futures pass it on.
 *
 * @since 1.0.0
 */
public final class LoadFailure {

	private LoadFailure() {
	}

	/**
	 * Returns what a future fails with.
	 * @param cache the cache's name
	 * @param failure of a loader or of a codec
	 * @return a {@link RuntimeException} or an {@link Error} whose text can be read and
	 * that is no wrapper of futures; a {@link CacheLoadException} around what is checked,
	 * a cancellation, or has no text that can be read
	 */
	public static Throwable of(String cache, Throwable failure) {
		Throwable cause = Thrown.unwrapped(failure);
		// A cancellation would be taken for one by the caller.
		boolean unchecked = cause instanceof Error
				|| (cause instanceof RuntimeException && !(cause instanceof CancellationException));
		if (unchecked && Thrown.canBePassedOn(cause)) {
			return cause;
		}
		return new CacheLoadException(cache,
				(cause instanceof Exception known) ? known : new ExecutionException(Thrown.text(cause), cause));
	}

}
