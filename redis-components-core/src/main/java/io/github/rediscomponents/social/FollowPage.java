package io.github.rediscomponents.social;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A part of a list of users.
 *
 * @param users in the order of the list
 * @param next what the following part is asked for with; null if there was none
 */
public record FollowPage(List<String> users, @Nullable String next) {

	public FollowPage {
		users = List.copyOf(users);
	}

}
