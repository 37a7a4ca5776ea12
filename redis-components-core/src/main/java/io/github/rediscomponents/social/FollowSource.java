// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.util.Collection;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The system of record of follows, such as a table. To be implemented by the application,
 * which commits a change there first and makes it in the {@link FollowGraph} then.
 *
 * @since 1.0.0
 */
public interface FollowSource {

	/**
	 * Returns a part of the users that a user follows.
	 * @param user the follower
	 * @param after the last of the part before; null for the first part
	 * @param limit the largest number to return
	 * @return those after it in an order that does not change, best the one in which they
	 * were followed; empty at the end
	 */
	List<String> following(String user, @Nullable String after, int limit);

	/**
	 * Returns a part of the followers of a user.
	 * @param user the followed user
	 * @param after the last of the part before; null for the first part
	 * @param limit the largest number to return
	 * @return those after it in an order that does not change; empty at the end
	 */
	List<String> followers(String user, @Nullable String after, int limit);

	/**
	 * Returns which of some follows exist, as they are committed now.
	 * @param follows at most 500
	 * @return those that exist
	 */
	Set<Follow> existing(Collection<Follow> follows);

}
