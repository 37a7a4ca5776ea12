// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.follow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.github.rediscomponents.social.Follow;
import io.github.rediscomponents.social.FollowSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Provides the table of follows to the repair of the {@code FollowGraph}.
 */
@Component
class FollowTable implements FollowSource {

	private final FollowStore store;

	private final JdbcClient jdbc;

	private final GraphNames names;

	FollowTable(FollowStore store, JdbcClient jdbc, GraphNames names) {
		this.store = store;
		this.jdbc = jdbc;
		this.names = names;
	}

	@Override
	public List<String> following(String user, @Nullable String after, int limit) {
		return named(this.store.following(this.names.userId(user), userId(after), limit));
	}

	@Override
	public List<String> followers(String user, @Nullable String after, int limit) {
		return named(this.store.followers(this.names.userId(user), userId(after), limit));
	}

	@Override
	public Set<Follow> existing(Collection<Follow> follows) {
		List<Object[]> pairs = new ArrayList<>();
		follows.forEach((follow) -> pairs
			.add(new Object[] { this.names.userId(follow.user()), this.names.userId(follow.followed()) }));
		return new HashSet<>(
				this.jdbc.sql("SELECT user_id, followed_id FROM tb_follow WHERE (user_id, followed_id) IN (:pairs)")
					.param("pairs", pairs)
					.query((row, number) -> new Follow(this.names.of(row.getLong(1)), this.names.of(row.getLong(2))))
					.list());
	}

	private List<String> named(List<Long> userIds) {
		return userIds.stream().map(this.names::of).toList();
	}

	private @Nullable Long userId(@Nullable String name) {
		return (name != null) ? this.names.userId(name) : null;
	}

}
