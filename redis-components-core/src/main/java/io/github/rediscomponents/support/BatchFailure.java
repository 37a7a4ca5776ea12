package io.github.rediscomponents.support;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;

/**
 * Counts what became of the items of a batch, and throws the first failure with the
 * counts.
 */
public final class BatchFailure {

	private long done;

	private long unknown;

	private long notDone;

	private @Nullable RuntimeException first;

	/**
	 * Counts items that were done.
	 * @param items how many
	 */
	public void done(int items) {
		this.done += items;
	}

	/**
	 * Counts items of a command that failed.
	 * @param items how many
	 * @param failure what happened
	 */
	public void failed(int items, RuntimeException failure) {
		if (this.first == null) {
			this.first = failure;
		}
		boolean untouched = failure instanceof RedisErrorException
				|| failure instanceof RedisUnavailableException unavailable
						&& unavailable.outcome() == Outcome.NOT_EXECUTED;
		if (untouched) {
			this.notDone += items;
		}
		else {
			this.unknown += items;
		}
	}

	/**
	 * Throws the first failure with the counts, if there is one.
	 */
	public void throwIfAny() {
		RuntimeException failure = this.first;
		if (failure == null) {
			return;
		}
		BatchProgress progress = new BatchProgress(this.done, this.unknown, this.notDone);
		if (progress.total() <= 1) {
			throw failure;
		}
		String message = String.valueOf(failure.getMessage());
		if (failure instanceof RedisUnavailableException) {
			Outcome outcome = (progress.notDone() == progress.total()) ? Outcome.NOT_EXECUTED : Outcome.UNKNOWN;
			throw new RedisUnavailableException(message, outcome, failure.getCause(), progress);
		}
		if (failure instanceof RedisErrorException) {
			throw new RedisErrorException(message, failure.getCause(), progress);
		}
		throw failure;
	}

}
