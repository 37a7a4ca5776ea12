// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.quorum;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lease.Futures;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * One attempt to get the votes of a majority, with its state on each node: votes that
 * came late or unheard are known here too, and given back.
 */
final class QuorumHold {

	private static final LuaScript<Long> ACQUIRE = LuaScript.integer("lock/quorum-acquire", 1, 4);

	private static final LuaScript<Long> RAISE = LuaScript.integer("lock/quorum-raise", 1, 2);

	private static final LuaScript<Long> RENEW = LuaScript.integer("lock/quorum-renew", 1, 4);

	private static final LuaScript<Long> RELEASE = LuaScript.integer("lock/quorum-release", 1, 2);

	// So that nodes whose clocks are a little ahead still take the proposal.
	private static final long AHEAD_MICROS = 1_000_000;

	/** Instead of a lease id and of a token. */
	private static final byte[] NONE = {};

	private static final long FIRST_REPEAT_MILLIS = 250;

	private static final long LONGEST_REPEAT_MILLIS = 5_000;

	private final QuorumNodes nodes;

	private final String key;

	private final byte[] id;

	private final List<CompletableFuture<Long>> asked = new ArrayList<>();

	// When no node can hold it any more.
	private final AtomicLong endNanos = new AtomicLong(System.nanoTime());

	QuorumHold(QuorumNodes nodes, String key, String leaseId) {
		this.nodes = nodes;
		this.key = key;
		this.id = Utf8.bytes(nodes.nextAttempt(leaseId));
	}

	String key() {
		return this.key;
	}

	boolean isOver() {
		return this.endNanos.get() - System.nanoTime() <= 0;
	}

	/** Called before something is sent that makes nodes hold it for a time. */
	private void lasts(long millis) {
		long end = System.nanoTime() + 2 * TimeUnit.MILLISECONDS.toNanos(millis);
		this.endNanos.accumulateAndGet(end, (known, other) -> (other - known > 0) ? other : known);
	}

	/**
	 * Sends the request to all nodes at once.
	 * @return completes with the token, which a majority remembers then, or, zero or
	 * negative, minus the milliseconds after which to try again
	 */
	CompletableFuture<Long> acquire(long leaseMillis, long retentionMillis) {
		lasts(leaseMillis);
		long proposal = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) + AHEAD_MICROS;
		for (int i = 0; i < this.nodes.size(); i++) {
			this.asked.add(this.nodes.eval(i, ACQUIRE, this.key, this.id, Utf8.bytes(leaseMillis),
					Utf8.bytes(leaseMillis + retentionMillis), Utf8.bytes(proposal)));
		}
		Votes votes = this.nodes.votes();
		AtomicLong largest = new AtomicLong();
		this.asked.forEach((answer) -> answer.whenComplete((reply, failure) -> {
			if (failure != null) {
				votes.failed(failure);
			}
			else if (reply <= 0) {
				votes.no();
			}
			else {
				largest.accumulateAndGet(reply, Math::max);
				votes.yes();
			}
		}));
		return votes.verdict()
			.thenCompose((verdict) -> (verdict == Votes.Verdict.YES) ? raise(largest.get()) : giveUp(verdict, votes));
	}

	/**
	 * Makes a majority remember the token. Nothing is sent to nodes that gave it out
	 * themselves, which is the rule.
	 */
	private CompletableFuture<Long> raise(long token) {
		Votes votes = this.nodes.votes();
		for (int i = 0; i < this.asked.size(); i++) {
			int node = i;
			this.asked.get(node).whenComplete((reply, failure) -> {
				if (failure != null) {
					votes.failed(failure);
				}
				else if (reply <= 0) {
					votes.no();
				}
				else if (reply >= token) {
					votes.yes();
				}
				else {
					count(this.nodes.eval(node, RAISE, this.key, this.id, Utf8.bytes(token)), votes);
				}
			});
		}
		return votes.verdict()
			.thenCompose((verdict) -> (verdict == Votes.Verdict.YES) ? CompletableFuture.completedFuture(token)
					: giveUp(verdict, votes));
	}

	private CompletableFuture<Long> giveUp(Votes.Verdict verdict, Votes votes) {
		for (int i = 0; i < this.asked.size(); i++) {
			int node = i;
			this.asked.get(node).whenComplete((reply, failure) -> {
				if ((failure != null) ? Votes.isUnknown(failure) : reply > 0) {
					release(node, null, FIRST_REPEAT_MILLIS);
				}
			});
		}
		return (verdict == Votes.Verdict.UNREACHABLE) ? CompletableFuture.failedFuture(votes.exception())
				: CompletableFuture.completedFuture(-this.nodes.backOffMillis());
	}

	/**
	 * Makes it last longer on all nodes that hold it.
	 */
	Votes renew(long millis, long retentionMillis, long token) {
		lasts(millis);
		Votes votes = this.nodes.votes();
		for (int i = 0; i < this.nodes.size(); i++) {
			count(this.nodes.eval(i, RENEW, this.key, this.id, Utf8.bytes(millis), Utf8.bytes(retentionMillis),
					Utf8.bytes(token)), votes);
		}
		return votes;
	}

	/**
	 * Gives it back on all nodes, and goes on in the background where no answer comes,
	 * until it has ended there by itself.
	 */
	Votes release() {
		Votes votes = this.nodes.votes();
		for (int i = 0; i < this.asked.size(); i++) {
			int node = i;
			// Never before the node has answered or been given up.
			this.asked.get(node).whenComplete((reply, failure) -> release(node, votes, FIRST_REPEAT_MILLIS));
		}
		return votes;
	}

	private void release(int node, @Nullable Votes votes, long pauseMillis) {
		CompletableFuture<Long> sent = this.nodes.eval(node, RELEASE, this.key, this.id, NONE);
		if (votes != null) {
			count(sent, votes);
		}
		sent.whenComplete((released, failure) -> {
			if (failure != null && !isOver()) {
				long pause = Math.min(2 * pauseMillis, LONGEST_REPEAT_MILLIS);
				this.nodes.later(() -> release(node, null, pause), pauseMillis);
			}
		});
	}

	private static void count(CompletableFuture<Long> answer, Votes votes) {
		answer.whenComplete((reply, failure) -> {
			if (failure != null) {
				votes.failed(failure);
			}
			else if (reply == 1) {
				votes.yes();
			}
			else {
				votes.no();
			}
		});
	}

	/** Takes a lock away on each node from the holder that the node names first. */
	static void releaseByForce(QuorumNodes nodes, String key, Votes votes) {
		for (int i = 0; i < nodes.size(); i++) {
			int node = i;
			CompletableFuture<Long> held = nodes.eval(node, QuorumView.INFO, key).thenCompose((seen) -> {
				if (Utf8.text(seen.get(0)).isEmpty()) {
					return CompletableFuture.completedFuture(0L);
				}
				// A lost reply does not matter: that lease is over then.
				return nodes.eval(node, RELEASE, key, NONE, Utf8.bytes(Utf8.number(seen.get(1))))
					.thenApply((released) -> 1L);
			});
			count(Futures.plain(held, Function.identity()), votes);
		}
	}

}
