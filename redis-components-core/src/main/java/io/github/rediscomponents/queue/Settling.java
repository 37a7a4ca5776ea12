package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.Utf8;

/**
 * What becomes of the messages that a consumer has. Each script compares the consumer and
 * the number of deliveries, which no two deliveries have in common that were begun with.
 * That nothing is pending any more is no success: it is one only if the server remembers
 * that this delivery did it, before a reply was lost.
 */
final class Settling {

	private static final Logger logger = LoggerFactory.getLogger(Settling.class);

	private static final long RETRY_MILLIS = 250;

	private static final int LONGEST_ERROR = 4000;

	private static final int LONGEST_LINE = 500;

	private final QueueConsumer consumer;

	private final GroupStore store;

	private final Background background;

	private final ObservedQueue observed;

	private final AckBatches acks;

	Settling(QueueConsumer consumer, GroupStore store, Background background, ObservedQueue observed) {
		this.consumer = consumer;
		this.store = store;
		this.background = background;
		this.observed = observed;
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
				this.store.bury(lease, kept, this.consumer.settings().maxDeadLetters(), line("dead: " + error))
					.thenApply((reply) -> {
						this.consumer.dropped(Utf8.number(reply.get(1)));
						return Utf8.number(reply.get(0));
					}),
				Settlement.DEAD);
	}

	/**
	 * Leaves what this process cannot read to others for a while, which may run a newer
	 * release; then it is a dead letter.
	 */
	CompletionStage<Settlement> unreadable(Lease lease, String error) {
		StreamQueueSettings by = this.consumer.settings();
		if (by.unreadableRetry().isZero() || lease.isGivenUp()) {
			return bury(lease, error);
		}
		return this.store.unread(lease, by).thenCompose((millis) -> {
			if (millis >= 0) {
				return putOff(lease, Duration.ofMillis(millis), error);
			}
			// Who repeats this must not ask again: it may be a dead letter by then.
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
					this.consumer.retryIn(pause);
				}
			});
	}

	boolean isLast(Lease lease) {
		return lease.deliveries() >= lease.number(StreamEntryFields.ATTEMPTS, this.consumer.settings().maxDeliveries());
	}

	/** Empty if the queue does not trace. */
	private String line(String what) {
		if (!this.consumer.settings().trace()) {
			return "";
		}
		String one = what.lines().collect(Collectors.joining(" "));
		return (one.length() > LONGEST_LINE) ? one.substring(0, LONGEST_LINE) : one;
	}

	private Duration backoff(Lease lease) {
		StreamQueueSettings by = this.consumer.settings();
		long first = Math.max(0, lease.number(StreamEntryFields.BACKOFF, by.backoff().toMillis()));
		long longest = Math.max(first, by.maxBackoff().toMillis());
		int doublings = Math.min(30, lease.deliveries() - 1);
		return Duration.ofMillis((first > longest >> doublings) ? longest : first << doublings);
	}

	/** Gives back what nobody has begun with; it counts as never delivered. */
	CompletionStage<?> release(List<Lease> leases) {
		return giveBack(leases, false, line("given back before a handler saw it"));
	}

	/** Gives back what somebody may have begun with. */
	CompletionStage<?> takeBack(List<Lease> leases) {
		return giveBack(leases, true, line("given back by " + this.store.consumer() + ", which had not got it"));
	}

	/** Gives back what somebody has had for too long. */
	CompletionStage<?> expire(List<Lease> leases) {
		return giveBack(leases, true, line("not acknowledged in time"));
	}

	private CompletionStage<?> giveBack(List<Lease> leases, boolean counts, String line) {
		List<CompletableFuture<?>> all = new ArrayList<>();
		for (int from = 0; from < leases.size(); from += GroupStore.MOST) {
			List<Lease> some = leases.subList(from, Math.min(leases.size(), from + GroupStore.MOST));
			all.add(this.store.release(some, counts, line).whenComplete((codes, failure) -> {
				if (failure != null) {
					logger.debug("What was not given back comes again after the visibility", failure);
				}
				some.forEach(this.consumer::forget);
				this.consumer.retryIn(Duration.ZERO);
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
				// Code 3: an attempt to do the other did it, whose answer was lost.
				Settlement other = (done == Settlement.DEAD) ? Settlement.ACKNOWLEDGED : Settlement.DEAD;
				this.consumer.forget(lease);
				this.observed.settled(this.consumer.group(), (code == 1) ? done : other, 1);
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
		this.consumer.lost(lease);
	}

	/**
	 * Repeats a settlement until the server says what became of it: while nobody can be
	 * reached nobody else gets the message either. Who was stopped gives up when the
	 * visibility has passed.
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
			logger.debug("A message could not be settled yet", failure);
			if (lease.isLost() || (this.consumer.isStopped() && !this.consumer.isHeld(lease))) {
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
	 * Asks which of some leases are still this consumer's, and begins their visibility
	 * anew; repeats the question until it is answered. What is in doubt is neither begun
	 * with nor given up.
	 * @return those that are, none if everything was shut down meanwhile
	 */
	CompletionStage<List<Lease>> confirm(List<Lease> leases) {
		CompletableFuture<List<Lease>> result = new CompletableFuture<>();
		confirm(leases.stream().sorted(Lease::compare).toList(), result);
		return result;
	}

	private void confirm(List<Lease> leases, CompletableFuture<List<Lease>> result) {
		long sent = System.nanoTime();
		this.store.extend(leases).whenComplete((reply, failure) -> {
			if (failure == null || GroupStore.isGone(failure)) {
				List<Lease> lost = (failure == null) ? among(leases, (List<?>) reply.get(0)) : leases;
				lost.forEach(this.consumer::lost);
				List<Lease> kept = leases.stream().filter((lease) -> !lease.isLost()).toList();
				kept.forEach((lease) -> lease.extendedAt(sent));
				result.complete(kept);
				return;
			}
			logger.debug("Nobody says whether messages were given to others meanwhile", failure);
			if (this.consumer.isStopped()) {
				giveUp(leases, result);
				return;
			}
			try {
				this.background.timer().schedule(() -> confirm(leases, result), RETRY_MILLIS, TimeUnit.MILLISECONDS);
			}
			catch (RejectedExecutionException ex) {
				giveUp(leases, result);
			}
		});
	}

	/** They are delivered again after the visibility. */
	private void giveUp(List<Lease> leases, CompletableFuture<List<Lease>> result) {
		leases.forEach(this.consumer::forget);
		result.complete(List.of());
	}

	private static List<Lease> among(List<Lease> leases, List<?> ids) {
		List<String> names = ids.stream().map(Utf8::text).toList();
		return leases.stream().filter((lease) -> names.contains(lease.id())).toList();
	}

}
