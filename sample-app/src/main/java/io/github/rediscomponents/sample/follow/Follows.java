// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.follow;

import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.sample.upkeep.Change;
import io.github.rediscomponents.sample.upkeep.Changes;
import io.github.rediscomponents.sample.user.FollowNumbers;
import io.github.rediscomponents.sample.user.UserFollows;
import io.github.rediscomponents.sample.user.UserStore;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.User;
import io.github.rediscomponents.social.FollowCounts;
import io.github.rediscomponents.social.FollowGraph;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Following: changed in the database first, read from Redis.
 */
@Service
public class Follows implements UserFollows {

	/** The most users that a user may follow. */
	static final int MOST = 5000;

	private final FollowStore store;

	private final FollowGraph graph;

	private final GraphState state;

	private final GraphNames names;

	private final UserStore users;

	private final Changes changes;

	private final TransactionTemplate transaction;

	Follows(FollowStore store, FollowGraph graph, GraphState state, GraphNames names, UserStore users, Changes changes,
			PlatformTransactionManager transactions) {
		this.store = store;
		this.graph = graph;
		this.state = state;
		this.names = names;
		this.users = users;
		this.changes = changes;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * Makes a user follow another one. Has no effect if the user does already.
	 * @throws Refused if both are the same, the other one does not exist, or the user
	 * follows {@link #MOST} users
	 */
	public void follow(long userId, long otherId) {
		if (userId == otherId) {
			throw new Refused("follow.oneself");
		}
		try {
			change(userId, otherId, () -> {
				boolean isNew = this.store.insert(userId, otherId);
				if (isNew && this.store.numbers(userId).followee() > MOST) {
					throw new Refused("follow.most", String.valueOf(MOST));
				}
				return isNew;
			});
		}
		catch (DataIntegrityViolationException ex) {
			// Looked up afterwards, because a user can be deleted after any look.
			if (this.users.findAll(List.of(otherId)).isEmpty()) {
				throw new Refused("user.unknown");
			}
			throw ex;
		}
	}

	/** Makes a user unfollow another one. Has no effect if the user does not follow. */
	void unfollow(long userId, long otherId) {
		change(userId, otherId, () -> this.store.delete(userId, otherId));
	}

	private void change(long userId, long otherId, Step step) {
		Optional<Change> change = this.transaction.execute((status) -> step.isNew()
				? Optional.of(this.changes.note(FollowTeller.KIND, userId, otherId)) : Optional.empty());
		if (change != null) {
			change.ifPresent(this.changes::tell);
		}
	}

	boolean isFollowing(long userId, long otherId) {
		return userId != otherId
				&& this.state.ask(() -> this.graph.isFollowing(this.names.of(userId), this.names.of(otherId)),
						() -> this.store.exists(userId, otherId));
	}

	/** Returns the users that two users follow, at most a thousand. */
	List<User> common(long userId, long otherId) {
		return this.users.findAll(this.state
			.ask(() -> this.graph.common(this.names.of(userId), this.names.of(otherId), FollowGraph.MAX_PAGE)
				.stream()
				.flatMap((name) -> this.names.find(name).stream())
				.toList(), () -> this.store.common(userId, otherId, FollowGraph.MAX_PAGE)));
	}

	@Override
	public FollowNumbers numbers(long userId) {
		return this.state.ask(() -> {
			FollowCounts counts = this.graph.counts(this.names.of(userId));
			return new FollowNumbers(counts.followers(), counts.following());
		}, () -> this.store.numbers(userId));
	}

	/** A change of the table. */
	private interface Step {

		boolean isNew();

	}

}
