// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

/**
 * The length of a point of a {@link ViewCounter#curve curve}.
 *
 * @since 1.0.0
 */
public enum ViewUnit {

	/** A minute of UTC. */
	MINUTE,

	/** An hour of UTC. */
	HOUR,

	/** A date in the zone of the settings. */
	DAY

}
