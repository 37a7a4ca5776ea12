// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.follow;

import java.util.List;

import io.github.rediscomponents.sample.upkeep.Batch;
import io.github.rediscomponents.social.FollowGraph;
import org.springframework.stereotype.Component;

/**
 * Repairs the follows in Redis from the database.
 */
@Component
public class FollowUpkeep {

	private final FollowStore store;

	private final FollowTable table;

	private final FollowGraph graph;

	private final GraphNames names;

	FollowUpkeep(FollowStore store, FollowTable table, FollowGraph graph, GraphNames names) {
		this.store = store;
		this.table = table;
		this.graph = graph;
		this.names = names;
	}

	/**
	 * Repairs the follows of a user in both directions.
	 * @param userId the id of the user
	 */
	public void repair(long userId) {
		this.graph.repair(this.names.of(userId), this.table);
	}

	/**
	 * Returns followed users, see {@link Batch}.
	 * @param after the last one of the part before
	 * @param most how many
	 * @return their ids
	 */
	public List<Long> followed(long after, int most) {
		return this.store.allFollowed(after, most);
	}

	/**
	 * Returns followers, see {@link Batch}.
	 * @param after the last one of the part before
	 * @param most how many
	 * @return their ids
	 */
	public List<Long> followers(long after, int most) {
		return this.store.allFollowers(after, most);
	}

}
