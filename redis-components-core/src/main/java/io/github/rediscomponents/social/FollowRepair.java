// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

/**
 * The result of a repair of a {@link FollowGraph}.
 *
 * @param checked number of compared follows
 * @param added how many were missing, on one side at least
 * @param removed how many should not have been there, on one side at least
 * @param skipped number of follows that changed meanwhile and were left as they are
 * @since 1.0.0
 */
public record FollowRepair(long checked, long added, long removed, long skipped) {

	/** Nothing was compared. */
	static final FollowRepair NONE = new FollowRepair(0, 0, 0, 0);

	FollowRepair plus(FollowRepair other) {
		return new FollowRepair(this.checked + other.checked, this.added + other.added, this.removed + other.removed,
				this.skipped + other.skipped);
	}

}
