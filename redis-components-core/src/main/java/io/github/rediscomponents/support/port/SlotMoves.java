// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.server.Failures;
import io.github.rediscomponents.support.topology.TopologyWatch;

/**
 * Refusals that pass while a slot of a cluster moves: its keys are on two nodes, or on
 * one that is not known yet. What was refused is repeated within its time.
 */
final class SlotMoves {

	private static final long PAUSE_MILLIS = 10;

	private final TopologyWatch topology;

	private final Background background;

	SlotMoves(TopologyWatch topology, Background background) {
		this.topology = topology;
		this.background = background;
	}

	/**
	 * Sends a command and waits for its reply, again while it is refused so.
	 * @param deadline when the caller gives up
	 * @param call one attempt
	 */
	<T extends @Nullable Object> T repeated(long deadline, Supplier<T> call) {
		while (true) {
			try {
				return call.get();
			}
			catch (RedisUnavailableException ex) {
				if (!isOver(ex, deadline)) {
					throw ex;
				}
			}
		}
	}

	/** Waits, and returns false if the command is not to be repeated. */
	private boolean isOver(Throwable failure, long deadline) {
		CompletableFuture<?> moment = moment(failure, deadline);
		if (moment == null) {
			return false;
		}
		try {
			Awaiting.await(moment, deadline);
			return true;
		}
		catch (ExecutionException | RedisUnavailableException ex) {
			return false;
		}
	}

	/**
	 * Returns what completes when a command can be repeated.
	 * @param failure as thrown by Lettuce, by waiting or by the port
	 * @param deadline when the caller gives up
	 * @return null if it is not to be repeated
	 */
	@Nullable CompletableFuture<?> moment(Throwable failure, long deadline) {
		if (deadline - System.nanoTime() < TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS)) {
			return null;
		}
		if (Failures.isMissingNode(failure)) {
			CompletableFuture<Boolean> round = this.topology.missing();
			return round.isDone() ? pause() : round;
		}
		return Failures.isMovingSlot(failure) ? pause() : null;
	}

	private @Nullable CompletableFuture<?> pause() {
		CompletableFuture<Boolean> over = new CompletableFuture<>();
		try {
			this.background.timer().schedule(() -> over.complete(true), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
			return over;
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			return null;
		}
	}

}
