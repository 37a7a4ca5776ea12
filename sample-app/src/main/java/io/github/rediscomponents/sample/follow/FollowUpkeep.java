package io.github.rediscomponents.sample.follow;

import java.util.List;
import java.util.function.LongConsumer;

import io.github.rediscomponents.social.FollowGraph;
import org.springframework.stereotype.Component;

/**
 * Makes Redis agree with all follows of the database.
 */
@Component
public class FollowUpkeep {

	private static final int PART = 500;

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
	 * Tells Redis of every follow that it lacks. What it has too much stays.
	 */
	public void restore() {
		// Repairing who is followed repairs each follow, on both sides.
		forEach(this.store::allFollowed, this::repair);
	}

	/**
	 * Makes what Redis has of a user's follows what the database says.
	 * @param userId which user
	 */
	public void repair(long userId) {
		this.graph.repair(this.names.of(userId), this.table);
	}

	/**
	 * Everybody who follows somebody.
	 * @param action gets the user's id
	 */
	public void forEachFollower(LongConsumer action) {
		forEach(this.store::allFollowers, action);
	}

	private static void forEach(Part part, LongConsumer action) {
		List<Long> ids = part.after(0, PART);
		while (!ids.isEmpty()) {
			ids.forEach(action::accept);
			ids = part.after(ids.get(ids.size() - 1), PART);
		}
	}

	/** A part of a list of ids. */
	private interface Part {

		List<Long> after(long id, int most);

	}

}
