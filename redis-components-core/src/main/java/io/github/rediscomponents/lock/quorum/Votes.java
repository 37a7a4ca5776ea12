// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.BatchFailure;

/**
 * Counts the votes of independent nodes, each once, and returns the result as soon as no
 * further vote can change it.
 */
final class Votes {

	private final CompletableFuture<Verdict> verdict = new CompletableFuture<>();

	private final ReentrantLock lock = new ReentrantLock();

	private final int nodes;

	private int yes;

	private int no;

	private int failed;

	private boolean unknown;

	private @Nullable Throwable failure;

	Votes(int nodes) {
		this.nodes = nodes;
	}

	void yes() {
		count(1, 0, null);
	}

	void no() {
		count(0, 1, null);
	}

	void failed(Throwable why) {
		count(0, 0, why);
	}

	private void count(int moreYes, int moreNo, @Nullable Throwable why) {
		Verdict now;
		this.lock.lock();
		try {
			this.yes += moreYes;
			this.no += moreNo;
			if (why != null) {
				this.failed++;
				this.unknown |= isUnknown(why);
				this.failure = (this.failure != null) ? this.failure : why;
			}
			now = decide();
		}
		finally {
			this.lock.unlock();
		}
		if (now != null) {
			this.verdict.complete(now);
		}
	}

	private @Nullable Verdict decide() {
		int minority = this.nodes / 2;
		if (this.yes > minority) {
			return Verdict.YES;
		}
		if (this.no > minority) {
			return Verdict.NO;
		}
		if (this.failed > minority) {
			return Verdict.UNREACHABLE;
		}
		return (this.yes + this.no + this.failed == this.nodes) ? Verdict.SPLIT : null;
	}

	/** Whether a node may have executed an unconfirmed command. */
	static boolean isUnknown(Throwable failure) {
		return !(failure instanceof RedisCommandException)
				&& !(failure instanceof RedisUnavailableException away && away.outcome() == Outcome.NOT_EXECUTED);
	}

	CompletableFuture<Verdict> verdict() {
		return this.verdict;
	}

	/** Returns the exception for an inconclusive verdict. */
	RedisComponentsException exception() {
		this.lock.lock();
		try {
			if (this.failure instanceof RedisCommandException refused) {
				return refused;
			}
			String message = this.failed + " of " + this.nodes + " nodes did not answer, " + this.yes + " voted yes, "
					+ this.no + " no";
			return new RedisUnavailableException(message, this.unknown ? Outcome.UNKNOWN : Outcome.NOT_EXECUTED,
					this.failure);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns the exception for an inconclusive verdict about a change that stays where
	 * it was made.
	 */
	RuntimeException exceptionOfChange() {
		RedisComponentsException why = exception();
		this.lock.lock();
		try {
			int open = this.nodes - this.yes - this.no - this.failed;
			if (open > 0) {
				return BatchFailure.unknown(this.yes + this.no, this.failed + open, why);
			}
			return (this.yes > 0) ? BatchFailure.inPart(this.yes + this.no, this.failed, 0, why) : why;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** The combined answer of the nodes. */
	enum Verdict {

		/** A majority voted yes. */
		YES,

		/** A majority voted no. */
		NO,

		/** A majority answers, but differently. */
		SPLIT,

		/** No majority answers. */
		UNREACHABLE

	}

}
