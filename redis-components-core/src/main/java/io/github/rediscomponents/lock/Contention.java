package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;

/**
 * One thread's attempt to get a lock: first its turn among the threads of this process,
 * then the lock in Redis.
 */
final class Contention {

	private static final long FOREVER = Long.MAX_VALUE / 4;

	private final RedisDistributedLock locks;

	private final String name;

	private final String key;

	private final LockSettings settings;

	private final LeaseTerms terms;

	private final long startNanos = System.nanoTime();

	private final long waitNanos;

	private String leaseId;

	private boolean registered;

	Contention(RedisDistributedLock locks, String name, String key, LockOptions options, @Nullable Thread owner) {
		this.locks = locks;
		this.name = name;
		this.key = key;
		this.settings = locks.settings();
		this.terms = LeaseTerms.of(options, this.settings, owner);
		Duration wait = options.maxWait();
		this.waitNanos = (wait != null) ? LeaseTerms.nanos(wait) : FOREVER;
		this.leaseId = locks.commands().nextLeaseId();
	}

	/**
	 * Tries once.
	 * @return null if the lock is taken
	 */
	@Nullable RedisLease once() {
		Gate gate = this.locks.gates().enter(this.key);
		RedisLease lease = null;
		try {
			if (gate.takeTurnNow()) {
				try {
					lease = (gate.holder() == null) ? ask(gate).lease() : null;
				}
				finally {
					gate.endTurn();
				}
			}
		}
		finally {
			if (lease == null) {
				this.locks.gates().exit(gate);
			}
		}
		return told(lease);
	}

	/**
	 * Tries until the time to wait has passed.
	 * @return null if the lock was taken all the time
	 */
	@Nullable RedisLease waiting() throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		Gate gate = this.locks.gates().enter(this.key);
		RedisLease lease = null;
		try {
			if (gate.takeTurn(left())) {
				try {
					lease = contend(gate);
				}
				finally {
					if (lease == null && this.registered) {
						this.locks.commands().leaveAsync(this.key);
					}
					gate.endTurn();
				}
			}
		}
		finally {
			if (lease == null) {
				this.locks.gates().exit(gate);
			}
		}
		return told(lease);
	}

	private @Nullable RedisLease contend(Gate gate) throws InterruptedException {
		gate.listen();
		RedisLease local = gate.holder();
		// The release of a lease of this process is heard here, so nothing is asked yet.
		long sleep = (local != null) ? local.remainingNanos() : 0;
		while (true) {
			if (local == null) {
				gate.listen();
				Answer answer = ask(gate);
				if (answer.lease() != null) {
					return answer.lease();
				}
				sleep = TimeUnit.MILLISECONDS.toNanos(answer.takenMillis());
			}
			local = null;
			long left = left();
			if (left <= 0) {
				return null;
			}
			gate.await(Math.min(left, Math.min(sleep, pollNanos())));
		}
	}

	private long left() {
		return this.waitNanos - (System.nanoTime() - this.startNanos);
	}

	private long pollNanos() {
		long bound = this.settings.pollBound().toNanos();
		return bound - ThreadLocalRandom.current().nextLong(bound / 5 + 1);
	}

	private Answer ask(Gate gate) {
		long waitMillis = (left() > 0) ? this.settings.pollBound().toMillis() * 3 : 0;
		this.registered |= waitMillis > 0;
		long leaseMillis = this.terms.nextLeaseMillis(0);
		long sent = System.nanoTime();
		long reply;
		try {
			reply = this.locks.commands()
				.acquire(this.key, this.leaseId, leaseMillis, leaseMillis + this.terms.retentionMillis(), waitMillis);
		}
		catch (RedisUnavailableException ex) {
			if (ex.outcome() == Outcome.UNKNOWN) {
				giveBack(leaseMillis);
			}
			throw ex;
		}
		if (reply <= 0) {
			if (waitMillis > 0) {
				this.locks.channel().open();
			}
			return new Answer(null, 1 - reply);
		}
		RedisLease lease = new RedisLease(this.locks, gate, this.name, this.leaseId, reply, this.terms, sent,
				leaseMillis);
		if (lease.remainingNanos() <= 0) {
			// The answer took longer than the lease.
			giveBack(leaseMillis);
			this.leaseId = this.locks.commands().nextLeaseId();
			return new Answer(null, 0);
		}
		gate.hold(lease);
		this.locks.renewals().add(lease);
		return new Answer(lease, 0);
	}

	private void giveBack(long leaseMillis) {
		long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(leaseMillis);
		this.locks.releaseLater(this.key, this.leaseId, until);
	}

	private @Nullable RedisLease told(@Nullable RedisLease lease) {
		long waited = System.nanoTime() - this.startNanos;
		if (lease != null) {
			this.locks.listener().acquired(lease, waited);
		}
		else {
			this.locks.listener().notAcquired(this.name, waited);
		}
		return lease;
	}

	/**
	 * What Redis said.
	 *
	 * @param lease null if the lock is taken
	 * @param takenMillis how long it is taken, if nothing changes
	 */
	private record Answer(@Nullable RedisLease lease, long takenMillis) {

	}

}
