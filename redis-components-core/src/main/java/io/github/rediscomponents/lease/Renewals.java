// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Troubles;

/**
 * Renews the leases of this process and notices those that end. There is one timer entry
 * for all of them, set to the moment at which the next lease needs something; a lease
 * that is released meanwhile costs no timer of its own.
 *
 * @since 1.0.0
 */
public final class Renewals implements Renewal.Answers, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Renewals.class);

	private final FailureLog failures = new FailureLog(logger);

	private static final long NEVER = Long.MAX_VALUE;

	private final LeaseEngine engine;

	private final Set<RedisLease> leases = ConcurrentHashMap.newKeySet();

	private final ReentrantLock arming = new ReentrantLock();

	private final long originNanos = System.nanoTime();

	private @Nullable Future<?> timer;

	// Nanoseconds since the origin.
	private volatile long nextAt = NEVER;

	private volatile boolean closed;

	Renewals(LeaseEngine engine) {
		this.engine = engine;
	}

	void add(RedisLease lease) {
		this.leases.add(lease);
		long at = nextEvent(lease) - this.originNanos;
		if (at < this.nextAt) {
			arm(at);
		}
	}

	void remove(RedisLease lease) {
		this.leases.remove(lease);
		well(lease);
	}

	private void well(RedisLease lease) {
		this.engine.troubles().ended(lease, Troubles.Kind.LEASE_NOT_RENEWED);
	}

	/** The leases that this process has of one key. */
	public List<RedisLease> of(String key) {
		return this.leases.stream().filter((lease) -> lease.keeper().key().equals(key)).toList();
	}

	/** The leases of this process. */
	public Collection<RedisLease> leases() {
		return this.leases;
	}

	private static long nextEvent(RedisLease lease) {
		LeaseTime time = lease.time();
		long end = time.deadlineNanos();
		long due = time.dueNanos();
		return (time.terms().renewed() && !lease.renewing && due - end < 0) ? due : end;
	}

	private void arm(long at) {
		this.arming.lock();
		try {
			if (at >= this.nextAt || this.closed) {
				return;
			}
			if (this.timer != null) {
				this.timer.cancel(false);
			}
			long delay = Math.max(0, at - (System.nanoTime() - this.originNanos));
			this.timer = this.engine.background().timer().schedule(this::tick, delay, TimeUnit.NANOSECONDS);
			this.nextAt = at;
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "Shut down while leases were held");
		}
		finally {
			this.arming.unlock();
		}
	}

	private void tick() {
		this.arming.lock();
		this.nextAt = NEVER;
		this.arming.unlock();
		long now = System.nanoTime();
		List<RedisLease> due = new ArrayList<>();
		for (RedisLease lease : this.leases) {
			Thread owner = lease.terms().owner();
			if (owner != null && !owner.isAlive()) {
				lease.lose(LossReason.OWNER_DIED);
			}
			// Those that are due soon go along, so that renewals of many leases fall
			// together.
			else if (lease.isValid() && lease.terms().renewed() && !lease.renewing
					&& lease.time().dueNanos() - lease.terms().renewEveryNanos() / 4 - now <= 0) {
				lease.renewing = true;
				due.add(lease);
			}
		}
		if (!due.isEmpty()) {
			renew(due);
		}
		long next = NEVER;
		for (RedisLease lease : this.leases) {
			next = Math.min(next, nextEvent(lease) - this.originNanos);
		}
		if (next != NEVER) {
			arm(next);
		}
	}

	private void renew(List<RedisLease> due) {
		due.stream().collect(Collectors.groupingBy((lease) -> lease.keeper().renewal())).forEach((renewal, leases) -> {
			try {
				renewal.renewAll(leases, this);
			}
			catch (Throwable ex) {
				// Neither these nor the others may go without a renewal for ever.
				leases.forEach((lease) -> failed(lease, ex));
			}
		});
	}

	@Override
	public void renewed(RedisLease lease, boolean ours, long sentNanos, long millis) {
		well(lease);
		lease.time().due(sentNanos + lease.terms().renewEveryNanos());
		lease.renewed(ours, sentNanos, millis);
		again(lease);
	}

	@Override
	public void failed(RedisLease lease, Throwable failure) {
		if (failure instanceof RedisCommandException) {
			this.failures.warn(failure, "Redis refuses to renew a {}; retrying while it is valid", lease.what());
		}
		// Names of locks are not for everybody who sees the health.
		this.engine.troubles().began(lease, Troubles.Kind.LEASE_NOT_RENEWED, switch (lease.keeper().kind()) {
			case PERMIT -> "semaphore";
			case QUORUM -> "lock.quorum";
			default -> "lock";
		}, "", failure);
		if (!this.leases.contains(lease)) {
			well(lease);
		}
		lease.time().due(System.nanoTime() + lease.terms().renewEveryNanos() / 4);
		this.engine.tell((observer) -> observer.renewalFailed(lease, lease.remaining()));
		again(lease);
	}

	private void again(RedisLease lease) {
		lease.renewing = false;
		if (this.leases.contains(lease)) {
			arm(nextEvent(lease) - this.originNanos);
		}
	}

	@Override
	public void close() {
		this.arming.lock();
		try {
			this.closed = true;
			if (this.timer != null) {
				this.timer.cancel(false);
			}
		}
		finally {
			this.arming.unlock();
		}
	}

}
