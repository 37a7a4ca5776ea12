// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;

/**
 * Counts the outcomes of the items of a batch, and throws the first failure with the
 * counts.
 *
 * @since 1.0.0
 */
public final class BatchFailure {

	private long done;

	private long unknown;

	private long notDone;

	private @Nullable RuntimeException first;

	/**
	 * Extends the exception of one part of a batch to the whole batch, whose parts are
	 * sent one after the other.
	 * @param done items of the parts before, which were done
	 * @param part items of the part that failed
	 * @param notSent items of the parts behind it, which were not sent
	 * @param failure the exception of the part
	 * @return the exception to throw
	 */
	public static RuntimeException inPart(long done, int part, int notSent, RedisComponentsException failure) {
		BatchFailure whole = new BatchFailure();
		whole.done = done;
		whole.failed(part, failure);
		whole.notDone += notSent;
		return whole.exception(failure);
	}

	/**
	 * Extends the exception of a later call of one change to the whole change, which an
	 * earlier call has made in part.
	 * @param failure the exception of the later call
	 * @return the exception to throw
	 */
	public static RuntimeException afterPart(RedisComponentsException failure) {
		return inPart(1, 1, 0, failure);
	}

	/**
	 * Extends the exception of a later call to items that earlier calls may have changed.
	 * @param done items of the parts before, which were done
	 * @param items how many
	 * @param failure the exception of the later call
	 * @return the exception to throw
	 */
	public static RuntimeException unknown(long done, int items, RedisComponentsException failure) {
		BatchFailure whole = new BatchFailure();
		whole.first = failure;
		whole.done = done;
		whole.unknown = items;
		return whole.exception(failure);
	}

	/**
	 * Counts items that were done.
	 * @param items how many
	 */
	public void done(long items) {
		this.done += items;
	}

	/**
	 * Counts items of a command that was answered.
	 * @param items how many
	 * @param done whether the reply says that they were done
	 */
	public void answered(long items, boolean done) {
		if (done) {
			this.done += items;
		}
		else {
			this.notDone += items;
		}
	}

	/**
	 * Counts items of a command that failed.
	 * @param items number of items
	 * @param failure the exception
	 */
	public void failed(long items, RuntimeException failure) {
		if (this.first == null) {
			this.first = failure;
		}
		BatchProgress known = progress(failure);
		if (known != null && known.total() == items) {
			this.done += known.done();
			this.unknown += known.unknown();
			this.notDone += known.notDone();
		}
		else if (isUntouched(failure)) {
			this.notDone += items;
		}
		else {
			this.unknown += items;
		}
	}

	private static @Nullable BatchProgress progress(RuntimeException failure) {
		return (failure instanceof RedisComponentsException ours) ? ours.progress().orElse(null) : null;
	}

	/** Whether an exception says that nothing was changed. */
	private static boolean isUntouched(RuntimeException failure) {
		if (failure instanceof RedisUnavailableException unavailable) {
			return unavailable.outcome() == Outcome.NOT_EXECUTED;
		}
		BatchProgress known = progress(failure);
		return failure instanceof RedisCommandException && (known == null || known.notDone() == known.total());
	}

	/**
	 * Throws the first failure with the counts, if there is one.
	 */
	public void throwIfAny() {
		RuntimeException failure = this.first;
		if (failure != null) {
			throw exception(failure);
		}
	}

	private RuntimeException exception(RuntimeException failure) {
		BatchProgress progress = new BatchProgress(this.done, this.unknown, this.notDone);
		BatchProgress known = progress(failure);
		if (progress.total() == 0 || progress.equals(known) || (known == null && isSaid(failure))) {
			return failure;
		}
		String message = message(failure);
		if (failure instanceof RedisUnavailableException) {
			Outcome outcome = (progress.notDone() == progress.total()) ? Outcome.NOT_EXECUTED : Outcome.UNKNOWN;
			return new RedisUnavailableException(message, outcome, failure.getCause(), progress);
		}
		if (failure instanceof RedisCommandException) {
			return new RedisCommandException(message, failure.getCause(), progress);
		}
		return failure;
	}

	/** Whether an exception without a progress says what became of one item. */
	private boolean isSaid(RuntimeException failure) {
		return this.done == 0 && this.unknown + this.notDone == 1 && (this.unknown == 0) == isUntouched(failure);
	}

	/** Without the progress of a part, which that of the whole is to replace. */
	private static String message(RuntimeException failure) {
		String message = String.valueOf(failure.getMessage());
		BatchProgress known = progress(failure);
		String part = (known != null) ? " (" + known + ")" : "";
		return message.endsWith(part) ? message.substring(0, message.length() - part.length()) : message;
	}

}
