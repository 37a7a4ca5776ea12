// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Utf8;

/**
 * Aligns both sides of the follows of one user with a system of record. A difference is
 * corrected only if the last change in Redis is the same before and after the source is
 * read.
 */
final class FollowRepairer {

	private static final int PART = 500;

	private final FollowStore store;

	private final FollowSource source;

	private final Collection<? extends FollowObserver> observers;

	/** Differences that are corrected on both sides. */
	private int mended;

	/** Those of the part under way. */
	private int open;

	/** Whether one of them may be corrected on a side. */
	private boolean begun;

	FollowRepairer(FollowStore store, FollowSource source, Collection<? extends FollowObserver> observers) {
		this.store = store;
		this.source = source;
		this.observers = observers;
	}

	FollowRepair repair(String user) {
		try {
			return repairAll(user);
		}
		catch (RedisComponentsException ex) {
			throw this.begun ? BatchFailure.unknown(this.mended, this.open, ex)
					: BatchFailure.inPart(this.mended, this.open, 0, ex);
		}
	}

	private FollowRepair repairAll(String user) {
		FollowRepair done = all((after) -> follows(this.source.following(user, after, PART), user, true),
				Follow::followed, true);
		done = done
			.plus(all((after) -> follows(this.source.followers(user, after, PART), user, false), Follow::user, true));
		for (List<String> part : parts(this.store.allFollowing(user))) {
			done = done.plus(compare(follows(part, user, true), false));
		}
		return done.plus(all(
				(after) -> follows(this.store.followersPage(user, (after != null) ? after : "", "", PART), user, false),
				Follow::user, false));
	}

	private FollowRepair all(Parts parts, java.util.function.Function<Follow, String> last, boolean wanted) {
		FollowRepair done = FollowRepair.NONE;
		List<Follow> part = parts.after(null);
		while (!part.isEmpty()) {
			done = done.plus(compare(part, wanted));
			part = parts.after(last.apply(part.get(part.size() - 1)));
		}
		return done;
	}

	/**
	 * Compares both sides.
	 * @param expected whether the source named them; otherwise the source is queried for
	 * all of them
	 */
	private FollowRepair compare(List<Follow> follows, boolean expected) {
		List<List<Object>> states = this.store.states(follows);
		List<Boolean> told = this.store.told(follows);
		List<Integer> doubtful = new ArrayList<>();
		for (int i = 0; i < follows.size(); i++) {
			if (!expected || !follows(states.get(i)) || !told.get(i)) {
				doubtful.add(i);
			}
		}
		if (doubtful.isEmpty()) {
			return new FollowRepair(follows.size(), 0, 0, 0);
		}
		Set<Follow> existing = this.source.existing(doubtful.stream().map(follows::get).toList());
		List<Follow> wrong = new ArrayList<>();
		List<Boolean> wanted = new ArrayList<>();
		List<byte[]> lastChanges = new ArrayList<>();
		for (int i : doubtful) {
			boolean right = existing.contains(follows.get(i));
			if (follows(states.get(i)) != right || told.get(i) != right) {
				wrong.add(follows.get(i));
				wanted.add(right);
				lastChanges.add((byte[]) states.get(i).get(1));
			}
		}
		return mend(wrong, wanted, lastChanges).plus(new FollowRepair(follows.size(), 0, 0, 0));
	}

	private FollowRepair mend(List<Follow> wrong, List<Boolean> wanted, List<byte[]> lastChanges) {
		if (wrong.isEmpty()) {
			return FollowRepair.NONE;
		}
		this.open = wrong.size();
		untell(wrong, wanted, lastChanges);
		List<List<Object>> replies = this.store.change(wrong, wanted, lastChanges);
		this.begun = true;
		List<Follow> told = new ArrayList<>();
		List<Boolean> toldWanted = new ArrayList<>();
		List<byte[]> stamps = new ArrayList<>();
		int added = 0;
		for (int i = 0; i < wrong.size(); i++) {
			if (replies.get(i).size() == 2) {
				told.add(wrong.get(i));
				toldWanted.add(wanted.get(i));
				stamps.add((byte[]) replies.get(i).get(1));
				added += wanted.get(i) ? 1 : 0;
			}
		}
		this.store.tell(told, toldWanted, stamps);
		for (int i = 0; i < told.size(); i++) {
			Follow follow = told.get(i);
			if (toldWanted.get(i)) {
				this.observers.forEach((observer) -> observer.followed(follow.user(), follow.followed()));
			}
			else {
				this.observers.forEach((observer) -> observer.unfollowed(follow.user(), follow.followed()));
			}
		}
		this.mended += wrong.size();
		this.open = 0;
		this.begun = false;
		return new FollowRepair(0, added, told.size() - added, wrong.size() - told.size());
	}

	/**
	 * Removes on the other side first: if the rest fails, the next repair finds no other
	 * trace of a follow that this side has removed. A later change wins over it.
	 */
	private void untell(List<Follow> wrong, List<Boolean> wanted, List<byte[]> lastChanges) {
		List<Follow> removed = new ArrayList<>();
		List<byte[]> stamps = new ArrayList<>();
		for (int i = 0; i < wrong.size(); i++) {
			if (!wanted.get(i)) {
				removed.add(wrong.get(i));
				stamps.add(Utf8.bytes(Utf8.number(lastChanges.get(i)) + 1));
			}
		}
		if (!removed.isEmpty()) {
			this.store.tell(removed, Collections.nCopies(removed.size(), false), stamps);
			this.begun = true;
		}
	}

	private static boolean follows(List<Object> state) {
		return Utf8.number(state.get(0)) == 1;
	}

	private static List<Follow> follows(List<String> others, String user, boolean following) {
		Set<String> distinct = new java.util.LinkedHashSet<>(others);
		return distinct.stream().map((other) -> following ? new Follow(user, other) : new Follow(other, user)).toList();
	}

	private static List<List<String>> parts(List<String> all) {
		List<List<String>> parts = new ArrayList<>();
		for (int from = 0; from < all.size(); from += PART) {
			parts.add(all.subList(from, Math.min(all.size(), from + PART)));
		}
		return parts;
	}

	/** Gives follows part by part. */
	private interface Parts {

		List<Follow> after(@Nullable String last);

	}

}
