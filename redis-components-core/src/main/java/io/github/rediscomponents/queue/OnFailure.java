// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

/**
 * The fate of a message after its handler threw.
 *
 * @since 1.0.0
 */
public enum OnFailure {

	/**
	 * It is delivered again after the back-off, or a dead letter after the last attempt.
	 */
	RETRY,

	/** It is a dead letter at once. */
	DEAD_LETTER,

	/** It is acknowledged, as if the handler had returned. */
	ACKNOWLEDGE

}
