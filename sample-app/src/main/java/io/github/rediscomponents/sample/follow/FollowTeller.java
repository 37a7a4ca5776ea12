// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.follow;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.sample.upkeep.OrderedTeller;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.FollowResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Copies the follow of one user by another from the database to Redis. The lock is that
 * of the follower.
 */
@Component
class FollowTeller extends OrderedTeller {

	static final String KIND = "follow";

	private static final Logger log = LoggerFactory.getLogger(FollowTeller.class);

	private final FollowStore store;

	private final FollowGraph graph;

	private final GraphNames names;

	FollowTeller(FollowStore store, FollowGraph graph, DistributedLock lock, GraphNames names) {
		super(KIND, lock);
		this.store = store;
		this.graph = graph;
		this.names = names;
	}

	@Override
	public void tell(long userId, long targetId) throws InterruptedException {
		String user = this.names.of(userId);
		String other = this.names.of(targetId);
		inOrder("follow:" + userId, () -> {
			if (!this.store.exists(userId, targetId)) {
				this.graph.unfollow(user, other);
			}
			else if (this.graph.follow(user, other) == FollowResult.TOO_MANY) {
				log.warn("Redis has a lower limit of follows than the application: see redis-components.follow-graph");
			}
		});
	}

}
