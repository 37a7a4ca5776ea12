// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.queue.Settlement;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.support.Checks;

/**
 * {@link TaskLease} on a {@link Lease}.
 *
 * @param <T> the type of the tasks
 */
final class LeasedTask<T> extends LeaseDelivery<T> implements TaskLease<T> {

	private static final Duration LONGEST = Duration.ofDays(366);

	private final AtomicBoolean settled = new AtomicBoolean();

	LeasedTask(Settling settling, Lease lease, T value) {
		super(settling, lease, value);
	}

	@Override
	public Settlement ack() {
		return settle(() -> settling().ack(lease()));
	}

	@Override
	public Settlement nack() {
		return nack(null, "Given back");
	}

	@Override
	public Settlement nack(Duration delay) {
		Checks.between("delay", delay, Duration.ZERO, LONGEST);
		return nack(delay, "Given back");
	}

	private Settlement nack(@Nullable Duration delay, String why) {
		return settle(() -> settling().nack(lease(), delay, why));
	}

	@Override
	public Settlement reject(String why) {
		Checks.hasText("why", why);
		return settle(() -> settling().bury(lease(), why));
	}

	@Override
	public boolean extend() {
		if (this.settled.get() || isLost()) {
			return false;
		}
		settling().checkMayWait();
		return await(settling().extend(lease()));
	}

	private Settlement settle(Supplier<CompletionStage<Settlement>> how) {
		if (!this.settled.get()) {
			settling().checkMayWait();
		}
		if (!this.settled.compareAndSet(false, true)) {
			return Settlement.ALREADY_SETTLED;
		}
		try {
			return await(how.get());
		}
		catch (RedisComponentsException ex) {
			this.settled.set(false);
			throw ex;
		}
	}

	/** Bounded by the port's timeout. */
	static <R> R await(CompletionStage<R> stage) {
		try {
			return stage.toCompletableFuture().join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : ex;
		}
	}

}
