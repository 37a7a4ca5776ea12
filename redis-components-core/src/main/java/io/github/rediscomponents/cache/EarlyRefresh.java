// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

/**
 * When a hit starts to load a value anew in the background, although it is still fresh.
 *
 * @since 1.0.0
 */
public enum EarlyRefresh {

	/** Never: a value is loaded again after its time to live. */
	OFF,

	/** After a fraction of the time to live. */
	FRACTION,

	/**
	 * At random, more likely the nearer the end and the longer the load took, by
	 * {@code now - delta * beta * ln(random) >= expiry} (Vattani, Chierichetti,
	 * Lowenstein: Optimal Probabilistic Cache Stampede Prevention, VLDB 2015). A value
	 * that was put has no load time and is not refreshed early.
	 */
	XFETCH

}
