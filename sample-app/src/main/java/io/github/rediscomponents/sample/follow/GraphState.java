// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.follow;

import java.util.UUID;
import java.util.function.Supplier;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.sample.web.RedisWatch;
import io.github.rediscomponents.social.FollowGraph;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Whether Redis has all follows and posts of this database. A follow between two names
 * that are nobody's says so: where it is missing, Redis has lost everything, or was never
 * told.
 */
@Component
public class GraphState {

	private static final Logger log = LoggerFactory.getLogger(GraphState.class);

	private final FollowGraph graph;

	private final RedisWatch redis;

	private final String state;

	private final String complete;

	private final String building;

	GraphState(FollowGraph graph, GraphNames names, RedisWatch redis) {
		this.graph = graph;
		this.redis = redis;
		this.state = names.sign("state");
		this.complete = names.sign("complete");
		this.building = names.sign("building:");
	}

	/** Whether Redis has everything. */
	public boolean isComplete() {
		return this.graph.isFollowing(this.state, this.complete);
	}

	/** Redis may lack something from now on. */
	public void forget() {
		this.graph.unfollow(this.state, this.complete);
	}

	/**
	 * Begins to make Redis complete.
	 * @return to be handed to {@link #end}
	 */
	public String begin() {
		String run = this.building + UUID.randomUUID();
		this.graph.follow(this.state, run);
		return run;
	}

	/**
	 * Redis was told everything. Has no effect if it has lost what it was told since the
	 * beginning.
	 * @param run what {@link #begin()} returned
	 * @return whether Redis has everything now
	 */
	public boolean end(String run) {
		if (this.graph.isFollowing(this.state, run)) {
			this.graph.follow(this.state, this.complete);
			// If that came after a loss, the sign is taken away again.
			if (this.graph.unfollow(this.state, run)) {
				return true;
			}
			forget();
		}
		return false;
	}

	/**
	 * Asks Redis, and the database where Redis is away or lacks something.
	 * @param fromRedis asks Redis
	 * @param fromDatabase asks the database
	 * @param <T> the type of the answer
	 * @return the answer
	 */
	public <T> T ask(Supplier<T> fromRedis, Supplier<T> fromDatabase) {
		if (!this.redis.isAway()) {
			try {
				T answer = fromRedis.get();
				// Afterwards: a loss in between would not be seen before.
				if (isComplete()) {
					return answer;
				}
			}
			catch (RedisComponentsException ex) {
				this.redis.failed();
				log.warn("Follows are read from the database: {}", ex.getMessage());
			}
		}
		return fromDatabase.get();
	}

}
