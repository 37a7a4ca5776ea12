// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.Utf8;

/**
 * {@link FollowGraph} on {@link FollowStore}.
 */
final class RedisFollowGraph implements FollowGraph {

	private static final Pattern CURSOR = Pattern.compile("\\d{1,16}");

	private final FollowStore store;

	private final Supplier<FollowGraphSettings> settings;

	private final Supplier<? extends Collection<? extends FollowObserver>> observers;

	private final SocialObserver observer;

	RedisFollowGraph(FollowStore store, Supplier<FollowGraphSettings> settings,
			Supplier<? extends Collection<? extends FollowObserver>> observers, SocialObserver observer) {
		this.store = store;
		this.settings = settings;
		this.observers = observers;
		this.observer = Listeners.quiet(SocialObserver.class, SocialObserver.NONE, observer);
	}

	@Override
	public FollowResult follow(String user, String other) {
		Follow follow = new Follow(user, other);
		List<Object> reply = this.store.change(follow, true, this.settings.get().maxFollowing());
		if (Utf8.number(reply.get(0)) == 2) {
			this.observer.followed(FollowResult.TOO_MANY);
			return FollowResult.TOO_MANY;
		}
		FollowResult result = changed(reply) ? FollowResult.FOLLOWED : FollowResult.ALREADY_FOLLOWING;
		try {
			this.store.tell(follow, true, (byte[]) reply.get(1));
			this.observer.followed(result);
			this.observers.get().forEach((observer) -> observer.followed(user, other));
		}
		catch (RedisComponentsException ex) {
			throw BatchFailure.afterPart(ex);
		}
		return result;
	}

	@Override
	public boolean unfollow(String user, String other) {
		Follow follow = new Follow(user, other);
		List<Object> reply = this.store.change(follow, false, 0);
		try {
			this.store.tell(follow, false, (byte[]) reply.get(1));
			this.observer.unfollowed(changed(reply));
			this.observers.get().forEach((observer) -> observer.unfollowed(user, other));
		}
		catch (RedisComponentsException ex) {
			throw BatchFailure.afterPart(ex);
		}
		return changed(reply);
	}

	private static boolean changed(List<Object> reply) {
		return Utf8.number(reply.get(0)) == 1;
	}

	@Override
	public boolean isFollowing(String user, String other) {
		return followingAmong(user, List.of(Checks.notNull("other", other))).contains(other);
	}

	@Override
	public Set<String> followingAmong(String user, Collection<String> others) {
		Follow.user("user", user);
		Checks.between("others.size", Checks.notNull("others", others).size(), 0, MAX_PAGE);
		Set<String> found = new LinkedHashSet<>();
		Set<String> asked = new LinkedHashSet<>(others);
		asked.forEach((other) -> Follow.user("others", other));
		if (!asked.isEmpty()) {
			List<Object> reply = this.store.among(user, asked);
			int i = 0;
			for (String other : asked) {
				if (Utf8.number(reply.get(i++)) == 1) {
					found.add(other);
				}
			}
		}
		return found;
	}

	@Override
	public FollowCounts counts(String user) {
		List<Object> reply = this.store.counts(Follow.user("user", user));
		return new FollowCounts(Utf8.number(reply.get(0)), Utf8.number(reply.get(1)));
	}

	@Override
	public Page<String> following(String user, @Nullable String cursor, int size) {
		Follow.user("user", user);
		Checks.between("size", size, 1, MAX_PAGE);
		Checks.isTrue(cursor == null || CURSOR.matcher(cursor).matches(), "cursor must be the next of a page");
		List<Object> reply = this.store.followingPage(user, (cursor != null) ? cursor : "inf", size + 1);
		boolean more = reply.size() > 2 * size;
		List<Object> page = more ? reply.subList(0, 2 * size) : reply;
		return Page.of(FollowStore.users(page), more ? Utf8.text(page.get(2 * size - 1)) : null);
	}

	@Override
	public Page<String> followers(String user, @Nullable String cursor, int size) {
		Follow.user("user", user);
		Checks.between("size", size, 1, MAX_PAGE);
		String after = (cursor != null) ? Follow.user("cursor", cursor) : "";
		List<String> users = this.store.followersPage(user, after, "", size + 1);
		boolean more = users.size() > size;
		return Page.of(more ? users.subList(0, size) : users, more ? users.get(size - 1) : null);
	}

	@Override
	public List<String> common(String user, String other, int limit) {
		Follow.user("user", user);
		Follow.user("other", other);
		Checks.between("limit", limit, 1, MAX_PAGE);
		List<List<String>> both = this.store.allFollowing(user, other);
		Set<String> others = Set.copyOf(both.get(1));
		return both.get(0).stream().filter(others::contains).limit(limit).toList();
	}

	@Override
	public FollowRepair repair(String user, FollowSource source) {
		Follow.user("user", user);
		Checks.notNull("source", source);
		FollowRepair done = new FollowRepairer(this.store, source, this.observers.get()).repair(user);
		this.observer.repaired(done);
		return done;
	}

}
