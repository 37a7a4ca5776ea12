package io.github.rediscomponents.lock.redisson;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jspecify.annotations.Nullable;

/**
 * Where those of this process queue that want the same lock, in the order they came. A
 * turn lasts from the first question to Redis until the lease is over, so that Redis is
 * not asked for what this process holds itself.
 */
final class LocalTurns {

	private final ConcurrentMap<String, Deque<Turn>> queues = new ConcurrentHashMap<>();

	/**
	 * Queues for a turn.
	 */
	Turn enter(String key) {
		Turn turn = new Turn(key);
		Deque<Turn> queue = this.queues.compute(key, (name, known) -> {
			Deque<Turn> turns = (known != null) ? known : new ArrayDeque<>();
			turns.add(turn);
			turn.first = turns.size() == 1;
			return turns;
		});
		if (queue != null && turn.first) {
			turn.came.complete(true);
		}
		return turn;
	}

	/**
	 * Takes a turn if nobody else has it or waits for it.
	 * @return null if somebody does
	 */
	@Nullable Turn enterNow(String key) {
		Turn turn = new Turn(key);
		this.queues.computeIfAbsent(key, (name) -> {
			Deque<Turn> turns = new ArrayDeque<>();
			turns.add(turn);
			turn.first = true;
			return turns;
		});
		turn.came.complete(turn.first);
		return turn.first ? turn : null;
	}

	/**
	 * Ends a turn, or the wait for it.
	 */
	void end(Turn turn) {
		Turn[] next = new Turn[1];
		this.queues.computeIfPresent(turn.key, (name, turns) -> {
			boolean had = turns.peek() == turn;
			turns.remove(turn);
			if (had) {
				next[0] = turns.peek();
			}
			return turns.isEmpty() ? null : turns;
		});
		turn.came.complete(false);
		if (next[0] != null) {
			next[0].came.complete(true);
		}
	}

	/**
	 * One that wants a lock.
	 */
	static final class Turn {

		private final String key;

		private boolean first;

		private final CompletableFuture<Boolean> came = new CompletableFuture<>();

		private Turn(String key) {
			this.key = key;
		}

		/** Completes with true when it is this one's turn, false if that was given up. */
		CompletableFuture<Boolean> came() {
			return this.came;
		}

	}

}
