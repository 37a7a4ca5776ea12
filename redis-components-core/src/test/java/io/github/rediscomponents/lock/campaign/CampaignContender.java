// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.HeldLease.Ending;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.lock.campaign.LeaseLog.Attempt;

/**
 * One thread that acquires and releases in every way there is, and writes down what it
 * held. What it does next is chosen by its own random numbers.
 */
final class CampaignContender {

	private static final Duration WAIT = Duration.ofSeconds(3);

	/** The longest that something may be overdue, on a busy machine. */
	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final CampaignNode node;

	private final LeaseLog log;

	private final SplittableRandom random;

	private final Thread thread;

	private volatile boolean over;

	private volatile @Nullable Throwable failure;

	CampaignContender(String name, CampaignNode node, LeaseLog log, SplittableRandom random) {
		this.node = node;
		this.log = log;
		this.random = random;
		this.thread = new Thread(this::run, name);
		this.thread.setDaemon(true);
	}

	void start() {
		this.thread.start();
	}

	void stop() {
		this.over = true;
	}

	void finish(long deadlineNanos, Supplier<String> details) throws InterruptedException {
		long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
		this.thread.join(Math.max(1, left));
		if (this.thread.isAlive()) {
			String stack = Stream.of(this.thread.getStackTrace())
				.map(String::valueOf)
				.collect(Collectors.joining("\n\tat "));
			throw new AssertionError(this.thread.getName() + " is stuck; " + details.get() + "\n\tat " + stack);
		}
		check();
	}

	void check() {
		Throwable present = this.failure;
		if (present != null) {
			throw new AssertionError(this.thread.getName() + " failed", present);
		}
	}

	private void run() {
		try {
			while (!this.over) {
				if (this.log.isFull()) {
					throw new IllegalStateException("There is no room for more leases");
				}
				once();
			}
		}
		catch (Throwable ex) {
			this.failure = ex;
		}
	}

	private void once() throws Exception {
		CampaignTarget[] targets = CampaignTarget.values();
		CampaignTarget target = targets[this.random.nextInt(targets.length)];
		LockKind kind = target.kind(this.random);
		int weight = target.weight(kind, this.random);
		LockOptions terms = terms();
		CampaignAccess access = this.node.access(target, kind, weight, terms);
		long asked = System.nanoTime();
		try {
			Optional<Lease> lease = attempt(access);
			if (lease.isEmpty()) {
				this.log.count(Attempt.NOT_ACQUIRED);
				return;
			}
			this.log.begin(target, kind, weight, lease.get().token(), asked, System.nanoTime());
			hold(lease.get(), terms.lease() != null && kind != LockKind.PERMIT);
		}
		catch (CancellationException ex) {
			this.log.count(Attempt.CANCELLED);
		}
		catch (RedisUnavailableException ex) {
			this.log.count(Attempt.UNAVAILABLE);
			// Nobody gets further by asking at full speed.
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
		}
	}

	private LockOptions terms() {
		LockOptions renewed = LockOptions.defaults();
		return switch (this.random.nextInt(8)) {
			case 0 -> renewed.withLease(Duration.ofMillis(this.random.nextInt(300, 700)));
			case 1 -> renewed.withMaxHold(Duration.ofMillis(this.random.nextInt(200, 900)));
			default -> renewed;
		};
	}

	private Optional<Lease> attempt(CampaignAccess access) throws Exception {
		int choice = this.random.nextInt(100);
		if (choice < 5) {
			return access.now();
		}
		if (choice < 12) {
			return access.within(Duration.ofMillis(this.random.nextInt(1, 60)));
		}
		if (choice < 55) {
			return access.within(WAIT);
		}
		if (choice < 80) {
			return access.forever();
		}
		CompletableFuture<Optional<Lease>> coming = access.async(WAIT);
		if (choice < 90) {
			LockSupport.parkNanos(this.random.nextLong(TimeUnit.MILLISECONDS.toNanos(30)));
			coming.cancel(false);
		}
		return get(coming);
	}

	private static <T> T get(CompletableFuture<T> coming) throws Exception {
		try {
			return coming.get(WAIT.plus(PATIENCE).toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : ex;
		}
	}

	private void hold(Lease lease, boolean fixed) throws Exception {
		long wanted = holdNanos();
		boolean untilLost = fixed && this.random.nextInt(100) == 0;
		long until = System.nanoTime() + wanted;
		boolean done = false;
		while (!done) {
			long now = System.nanoTime();
			if (!lease.isValid()) {
				break;
			}
			this.log.valid(now);
			done = !untilLost && now - until >= 0;
			if (!done && wanted > 0) {
				LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(500));
			}
		}
		ReleaseResult result = (this.random.nextInt(5) == 0) ? get(lease.releaseAsync().toCompletableFuture())
				: lease.release();
		if (this.random.nextInt(10) == 0) {
			lease.close();
		}
		this.log.end(ending(lease, result), System.nanoTime());
	}

	private long holdNanos() {
		int choice = this.random.nextInt(1000);
		if (choice < 780) {
			return 0;
		}
		int[] millis = (choice < 970) ? new int[] { 1, 4 }
				: (choice < 997) ? new int[] { 5, 40 } : new int[] { 300, 1500 };
		return TimeUnit.MILLISECONDS.toNanos(this.random.nextInt(millis[0], millis[1]));
	}

	private static Ending ending(Lease lease, ReleaseResult result) throws Exception {
		return switch (result) {
			case RELEASED -> Ending.RELEASED;
			case UNKNOWN -> Ending.UNKNOWN;
			// A loss is told, too.
			case ALREADY_LOST -> Ending.valueOf(told(lease).name());
		};
	}

	private static LossReason told(Lease lease) throws Exception {
		try {
			return get(lease.lost().toCompletableFuture());
		}
		catch (TimeoutException ex) {
			throw new AssertionError("Nobody was told that a lease was lost: " + lease, ex);
		}
	}

}
