package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;

/**
 * {@link NamedLock} on the shared parts.
 */
final class RedisNamedLock implements NamedLock {

	private final RedisDistributedLock locks;

	private final String name;

	private final String key;

	RedisNamedLock(RedisDistributedLock locks, String name, String key) {
		this.locks = locks;
		this.name = name;
		this.key = key;
	}

	@Override
	public String name() {
		return this.name;
	}

	String key() {
		return this.key;
	}

	@Override
	public Lease acquire() throws InterruptedException {
		RedisLease lease = acquire(LockOptions.defaults(), null);
		if (lease == null) {
			throw new IllegalStateException("Waiting without limit ended without a lease");
		}
		return lease;
	}

	@Override
	public Optional<Lease> tryAcquire() {
		return Optional.ofNullable(acquireNow(null));
	}

	@Override
	public Optional<Lease> tryAcquire(Duration wait) throws InterruptedException {
		return tryAcquire(LockOptions.defaults().withMaxWait(Checks.notNull("wait", wait)));
	}

	@Override
	public Optional<Lease> tryAcquire(LockOptions options) throws InterruptedException {
		return Optional.ofNullable(acquire(Checks.notNull("options", options), null));
	}

	@Nullable RedisLease acquireNow(@Nullable Thread owner) {
		return contention(LockOptions.noWait(), owner).once();
	}

	@Nullable RedisLease acquire(LockOptions options, @Nullable Thread owner) throws InterruptedException {
		return contention(options, owner).waiting();
	}

	private Contention contention(LockOptions options, @Nullable Thread owner) {
		return new Contention(this.locks, this.name, this.key, options, owner);
	}

	@Override
	public <T extends @Nullable Object, X extends Exception> T call(LockOptions options, LockedCall<T, X> body)
			throws X, InterruptedException {
		Checks.notNull("body", body);
		long start = System.nanoTime();
		RedisLease lease = acquire(Checks.notNull("options", options), null);
		if (lease == null) {
			throw new LockNotAcquiredException(this.name, Duration.ofNanos(System.nanoTime() - start));
		}
		T result;
		try (lease) {
			result = body.call(lease);
			lease.release();
		}
		if (lease.release() == ReleaseResult.ALREADY_LOST) {
			throw lease.lostException();
		}
		return result;
	}

	@Override
	public Lock asLock() {
		return new ThreadLock(this.locks, this);
	}

	@Override
	public LockInfo info() {
		List<Object> reply = this.locks.commands().info(this.key);
		String holder = Utf8.text(reply.get(0));
		return new LockInfo(this.name, holder.isEmpty() ? Optional.empty() : Optional.of(holder),
				Utf8.number(reply.get(1)), Duration.ofMillis(Utf8.number(reply.get(2))),
				(int) Utf8.number(reply.get(3)));
	}

	@Override
	public boolean forceRelease() {
		while (true) {
			String holder = info().holder().orElse(null);
			if (holder == null) {
				return false;
			}
			if (this.locks.commands().release(this.key, holder)) {
				Gate gate = this.locks.gates().find(this.key);
				RedisLease mine = (gate != null) ? gate.holder() : null;
				if (mine != null && mine.id().equals(holder)) {
					mine.lose(LossReason.REMOVED);
				}
				return true;
			}
		}
	}

	@Override
	public String toString() {
		return "NamedLock[" + this.name + ']';
	}

}
