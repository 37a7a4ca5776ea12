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
		BatchProgress known = failure.progress().orElse(null);
		if (known != null && known.total() == part) {
			whole.first = failure;
			whole.done += known.done();
			whole.unknown += known.unknown();
			whole.notDone += known.notDone();
		}
		else {
			whole.failed(part, failure);
		}
		whole.notDone += notSent;
		try {
			whole.throwIfAny();
			return failure;
		}
		catch (RuntimeException ex) {
			return ex;
		}
	}

	/**
	 * Counts items that were done.
	 * @param items how many
	 */
	public void done(int items) {
		this.done += items;
	}

	/**
	 * Counts items of a command that failed.
	 * @param items number of items
	 * @param failure the exception
	 */
	public void failed(int items, RuntimeException failure) {
		if (this.first == null) {
			this.first = failure;
		}
		boolean untouched = failure instanceof RedisCommandException
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
		if (progress.total() <= 1 && this.done == 0) {
			throw failure;
		}
		String message = message(failure);
		if (failure instanceof RedisUnavailableException) {
			Outcome outcome = (progress.notDone() == progress.total()) ? Outcome.NOT_EXECUTED : Outcome.UNKNOWN;
			throw new RedisUnavailableException(message, outcome, failure.getCause(), progress);
		}
		if (failure instanceof RedisCommandException) {
			throw new RedisCommandException(message, failure.getCause(), progress);
		}
		throw failure;
	}

	/** Without the progress of a part, which that of the whole is to replace. */
	private static String message(RuntimeException failure) {
		String message = String.valueOf(failure.getMessage());
		String part = (failure instanceof RedisComponentsException ours)
				? ours.progress().map((progress) -> " (" + progress + ")").orElse("") : "";
		return message.endsWith(part) ? message.substring(0, message.length() - part.length()) : message;
	}

}
