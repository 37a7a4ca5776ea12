// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.follow;

import java.util.UUID;
import java.util.function.Supplier;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.sample.web.outage.RedisWatch;
import io.github.rediscomponents.social.FollowGraph;
import org.springframework.stereotype.Component;

/**
 * Records whether Redis has all follows and posts of this database. A follow between two
 * reserved names is the marker. If it is missing, Redis has lost its data or was never
 * filled.
 */
@Component
public class GraphState {

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

	/** Returns whether Redis is complete. */
	public boolean isComplete() {
		return this.graph.isFollowing(this.state, this.complete);
	}

	/** Marks Redis as incomplete. */
	public void forget() {
		this.graph.unfollow(this.state, this.complete);
	}

	/**
	 * Starts a restoration of Redis.
	 * @return id of the restoration, for {@link #end}
	 */
	public String begin() {
		String run = this.building + UUID.randomUUID();
		this.graph.follow(this.state, run);
		return run;
	}

	/**
	 * Completes a restoration. Has no effect if Redis has lost data since its start.
	 * @param run id that {@link #begin()} returned
	 * @return whether Redis is complete
	 */
	public boolean end(String run) {
		if (this.graph.isFollowing(this.state, run)) {
			this.graph.follow(this.state, this.complete);
			// If data was lost in between, the marker is removed again.
			if (this.graph.unfollow(this.state, run)) {
				return true;
			}
			forget();
		}
		return false;
	}

	/**
	 * Reads from Redis, or from the database if Redis is unavailable or incomplete.
	 * @param fromRedis reads from Redis
	 * @param fromDatabase reads from the database
	 * @param <T> the type of the answer
	 * @return the answer
	 */
	public <T> T ask(Supplier<T> fromRedis, Supplier<T> fromDatabase) {
		if (!this.redis.isAway()) {
			try {
				T answer = fromRedis.get();
				// Checked afterwards, because a loss during the read would not be seen
				// before.
				if (isComplete()) {
					return answer;
				}
			}
			catch (RedisComponentsException ex) {
				this.redis.failed("Reading follows from the database", ex);
			}
		}
		return fromDatabase.get();
	}

}
