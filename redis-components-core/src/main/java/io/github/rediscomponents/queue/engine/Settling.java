// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.queue.Settlement;
import io.github.rediscomponents.queue.StreamEntryFields;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.support.Attempt;
import io.github.rediscomponents.support.Utf8;

/**
 * Settles the messages that a consumer has. Each script compares the consumer and the
 * number of deliveries, which no two deliveries have in common that were begun with. A
 * message that is pending no more counts as settled only if the server remembers that
 * this delivery did it, before a reply was lost.
 */
final class Settling {

	private static final long RETRY_MILLIS = 250;

	private static final int LONGEST_ERROR = 4000;

	private static final int LONGEST_LINE = 500;

	private final Holdings holdings;

	private final GroupStore store;

	private final Background background;

	private final Consumer<Duration> retryIn;

	private final BooleanSupplier stopped;

	private final AckBatches acks;

	/**
	 * Creates the settlement of a consumer's messages.
	 * @param retryIn receives the pause after which a message is to be delivered again
	 * @param stopped whether the consumer has stopped
	 */
	Settling(Holdings holdings, GroupStore store, Background background, Consumer<Duration> retryIn,
			BooleanSupplier stopped) {
		this.holdings = holdings;
		this.store = store;
		this.background = background;
		this.retryIn = retryIn;
		this.stopped = stopped;
		this.acks = new AckBatches(store::ack);
	}

	CompletionStage<Settlement> ack(Lease lease) {
		return settle(lease, this.acks.add(lease), Settlement.ACKNOWLEDGED);
	}

	/** To be delivered again after a delay, or the back-off if that is null. */
	CompletionStage<Settlement> nack(Lease lease, @Nullable Duration delay, String error) {
		if (isLast(lease)) {
			return bury(lease, error);
		}
		Duration pause = (delay != null) ? delay : backoff(lease);
		return back(lease, pause, this.store.nack(lease, pause, line("failed: " + error)));
	}

	CompletionStage<Settlement> bury(Lease lease, String error) {
		String kept = (error.length() > LONGEST_ERROR) ? error.substring(0, LONGEST_ERROR) : error;
		return settle(lease,
				this.store.bury(lease, kept, this.holdings.settings().maxDeadLetters(), line("dead: " + error))
					.thenApply((reply) -> {
						this.holdings.dropped(Utf8.number(reply.get(1)));
						return Utf8.number(reply.get(0));
					}),
				Settlement.DEAD);
	}

	/**
	 * Leaves an unreadable message to other processes for a while, which may run a newer
	 * release; then it is a dead letter.
	 */
	CompletionStage<Settlement> unreadable(Lease lease, String error) {
		WorkQueueSettings by = this.holdings.settings();
		if (by.unreadableRetry().isZero() || lease.isGivenUp()) {
			return bury(lease, error);
		}
		return this.store.unread(lease, by).thenCompose((millis) -> {
			if (millis >= 0) {
				return putOff(lease, Duration.ofMillis(millis), error);
			}
			// A repetition skips this call: the message may be a dead letter by then.
			lease.giveUp();
			return bury(lease, error);
		});
	}

	private CompletionStage<Settlement> putOff(Lease lease, Duration pause, String error) {
		return back(lease, pause, this.store.putOff(lease, pause, line("left to others: " + error)));
	}

	private CompletionStage<Settlement> back(Lease lease, Duration pause, CompletionStage<List<Object>> codes) {
		return settle(lease, codes.thenApply((each) -> (Long) each.get(0)), Settlement.RETRY)
			.whenComplete((settled, failure) -> {
				if (settled == Settlement.RETRY) {
					this.retryIn.accept(pause);
				}
			});
	}

	/** Rejects a thread that may have to read the reply itself. */
	void checkMayWait() {
		this.store.redis().checkMayWait();
	}

	boolean isLast(Lease lease) {
		return lease.deliveries() >= lease.number(StreamEntryFields.ATTEMPTS, this.holdings.settings().maxDeliveries());
	}

	/** Empty if the queue does not trace. */
	private String line(String what) {
		if (!this.holdings.settings().trace()) {
			return "";
		}
		String one = what.lines().collect(Collectors.joining(" "));
		return (one.length() > LONGEST_LINE) ? one.substring(0, LONGEST_LINE) : one;
	}

	private Duration backoff(Lease lease) {
		WorkQueueSettings by = this.holdings.settings();
		long first = Math.max(0, lease.number(StreamEntryFields.BACKOFF, by.backoff().toMillis()));
		long longest = Math.max(first, by.maxBackoff().toMillis());
		int doublings = Math.min(30, lease.deliveries() - 1);
		return Duration.ofMillis((first > longest >> doublings) ? longest : first << doublings);
	}

	/** Returns messages that no handler has started; they count as never delivered. */
	CompletionStage<?> release(List<Lease> leases) {
		return giveBack(leases, false, line("given back before a handler saw it"));
	}

	/** Returns messages that a handler may have started. */
	CompletionStage<?> takeBack(List<Lease> leases) {
		return giveBack(leases, true, line("given back by " + this.store.consumer() + ", which had not got it"));
	}

	/** Returns polled messages that were kept for too long. */
	CompletionStage<?> expire(List<Lease> leases) {
		return giveBack(leases, true, line("not acknowledged in time"));
	}

	private CompletionStage<?> giveBack(List<Lease> leases, boolean counts, String line) {
		List<CompletableFuture<?>> all = new ArrayList<>();
		for (int from = 0; from < leases.size(); from += GroupStore.MOST) {
			List<Lease> some = leases.subList(from, Math.min(leases.size(), from + GroupStore.MOST));
			all.add(this.store.release(some, counts, line).whenComplete((codes, failure) -> {
				if (failure != null) {
					this.holdings.debug(failure, "cannot give messages back, which are delivered again");
				}
				some.forEach(this.holdings::forget);
				this.retryIn.accept(Duration.ZERO);
			}).toCompletableFuture());
		}
		return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
	}

	private CompletionStage<Settlement> settle(Lease lease, CompletionStage<Long> codes, Settlement done) {
		CompletableFuture<Settlement> result = new CompletableFuture<>();
		codes.whenComplete((code, failure) -> {
			if (failure != null && !GroupStore.isGone(failure)) {
				result.completeExceptionally(failure);
			}
			else if (failure == null && (code == 1 || code == 3)) {
				// Code 3: an attempt to do the other succeeded, and its answer was lost.
				Settlement other = (done == Settlement.DEAD) ? Settlement.ACKNOWLEDGED : Settlement.DEAD;
				this.holdings.settled(lease, (code == 1) ? done : other);
				result.complete((code == 1) ? done : Settlement.ALREADY_SETTLED);
			}
			else {
				lose(lease);
				result.complete(Settlement.LOST);
			}
		});
		return result;
	}

	private void lose(Lease lease) {
		lease.settling(false);
		this.holdings.lost(lease);
	}

	/**
	 * Repeats a settlement until the server reports the outcome: while the server cannot
	 * be reached no other process gets the message either. A stopped consumer gives up
	 * when the visibility has passed.
	 */
	CompletionStage<Settlement> insist(Lease lease, Supplier<CompletionStage<Settlement>> attempt) {
		CompletableFuture<Settlement> result = new CompletableFuture<>();
		lease.settling(true);
		insist(lease, attempt, result);
		return result;
	}

	private void insist(Lease lease, Supplier<CompletionStage<Settlement>> attempt,
			CompletableFuture<Settlement> result) {
		attempt.get().whenComplete((settled, failure) -> {
			if (failure == null) {
				result.complete(settled);
				return;
			}
			this.holdings.debug(failure, "cannot settle a message yet; retrying");
			if (lease.isLost() || (this.stopped.getAsBoolean() && !this.holdings.isHeld(lease))) {
				lose(lease);
				result.complete(Settlement.LOST);
				return;
			}
			try {
				this.background.timer()
					.schedule(() -> insist(lease, attempt, result), RETRY_MILLIS, TimeUnit.MILLISECONDS);
			}
			catch (RejectedExecutionException ex) {
				result.complete(Settlement.LOST);
			}
		});
	}

	/**
	 * Begins the visibility of a lease anew.
	 * @return whether it is still this consumer's
	 */
	CompletionStage<Boolean> extend(Lease lease) {
		long sent = System.nanoTime();
		return this.store.extend(List.of(lease)).thenApply((reply) -> {
			boolean kept = ((List<?>) reply.get(0)).isEmpty();
			if (kept) {
				lease.extendedAt(sent);
				this.holdings.kept(lease);
			}
			else {
				this.holdings.lost(lease);
			}
			return kept;
		});
	}

	/**
	 * Returns which leases this consumer still holds, and restarts their visibility. The
	 * request is repeated until it is answered; until then the messages are neither
	 * handled nor returned.
	 * @return the leases that are still held, none after a shutdown
	 */
	CompletionStage<List<Lease>> confirm(List<Lease> leases) {
		CompletableFuture<List<Lease>> result = new CompletableFuture<>();
		confirm(leases.stream().sorted(Lease::compare).toList(), result);
		return result;
	}

	private void confirm(List<Lease> leases, CompletableFuture<List<Lease>> result) {
		long sent = System.nanoTime();
		Attempt.read(this.store.extend(leases), (reply) -> among(leases, (List<?>) reply.get(0)))
			.whenComplete((gone, failure) -> {
				if (failure == null || GroupStore.isGone(failure)) {
					List<Lease> lost = (failure == null) ? gone : leases;
					lost.forEach(this.holdings::lost);
					List<Lease> kept = leases.stream().filter((lease) -> !lease.isLost()).toList();
					kept.forEach((lease) -> lease.extendedAt(sent));
					result.complete(kept);
					return;
				}
				this.holdings.debug(failure, "cannot confirm its leases; retrying");
				if (this.stopped.getAsBoolean()) {
					giveUp(leases, result);
					return;
				}
				try {
					this.background.timer()
						.schedule(() -> confirm(leases, result), RETRY_MILLIS, TimeUnit.MILLISECONDS);
				}
				catch (RejectedExecutionException ex) {
					giveUp(leases, result);
				}
			});
	}

	/** They are delivered again after the visibility. */
	private void giveUp(List<Lease> leases, CompletableFuture<List<Lease>> result) {
		leases.forEach(this.holdings::forget);
		result.complete(List.of());
	}

	private static List<Lease> among(List<Lease> leases, List<?> ids) {
		List<String> names = ids.stream().map(Utf8::text).toList();
		return leases.stream().filter((lease) -> names.contains(lease.id())).toList();
	}

}
