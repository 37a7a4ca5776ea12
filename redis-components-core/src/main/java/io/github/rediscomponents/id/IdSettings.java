// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.time.Duration;
import java.time.Instant;

/**
 * Settings of an {@link IdWorker}. Immutable: each {@code with} method returns a changed
 * copy, and throws an {@link IllegalArgumentException} that names the property if a value
 * is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface IdSettings permits IdSettingsValues {

	/**
	 * Returns the default layout since 2025, blocks of 64 to 2<sup>20</sup> ids that live
	 * a second.
	 * @return the settings of an application that configures nothing
	 */
	static IdSettings defaults() {
		return IdSettingsValues.DEFAULTS;
	}

	/** How the bits are divided; needs a restart. */
	IdLayout layout();

	/**
	 * The epoch of the time in ids: whole seconds, not in the future of the server's
	 * clock (which is checked with the first block); needs a restart, and must never
	 * change for a table that holds ids.
	 */
	Instant epoch();

	/**
	 * Returns how long a granted block may be used, 10 milliseconds to 1 minute; the rest
	 * of an older block is thrown away, so ids of different processes are in the order of
	 * time to within this.
	 */
	Duration maxAge();

	/** Returns the smallest number of ids of one request, 1 to 2<sup>20</sup>. */
	int minBlock();

	/**
	 * Returns the largest number of ids of one request, {@code minBlock} to
	 * 2<sup>20</sup>.
	 */
	int maxBlock();

	/**
	 * When ids of this layout and epoch run out.
	 * @return the first instant that has no id any more
	 */
	Instant expiresAt();

	IdSettings withLayout(IdLayout layout);

	/**
	 * Returns these settings with another layout and epoch, which are checked together.
	 * @param layout the division of the bits
	 * @param epoch the instant at which time begins
	 * @return changed settings
	 */
	IdSettings withLayout(IdLayout layout, Instant epoch);

	IdSettings withEpoch(Instant epoch);

	IdSettings withMaxAge(Duration maxAge);

	IdSettings withBlocks(int min, int max);

}
