// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

/**
 * The result of a write with a fencing token.
 *
 * @since 1.0.0
 */
public enum FencedWrite {

	/** It was done; older tokens are refused from now on. */
	WRITTEN,

	/** A later holder was here: a larger token is known, and nothing was changed. */
	REFUSED,

	/** There is no such row; nothing was changed. Only for tables. */
	NO_ROW

}
