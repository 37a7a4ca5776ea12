// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

/**
 * What the caller of an invalidation or a clear sees if Redis refused or did not answer.
 * In both cases it is queued and repeated until it succeeds.
 *
 * @since 1.0.0
 */
public enum OnInvalidationFailure {

	/** The exception. */
	THROW,

	/** Nothing: the call returns. */
	QUEUE

}
