package io.github.rediscomponents.lock.redisson;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lock.LockInfo;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LossReason;

/**
 * The lock of one name.
 */
final class RedissonNamedLock extends AwaitedLock {

	private final LockPlace place;

	RedissonNamedLock(RedissonDistributedLock locks, LockPlace place) {
		super(locks);
		this.place = place;
	}

	@Override
	public String name() {
		return this.place.name();
	}

	LockPlace place() {
		return this.place;
	}

	@Override
	String identity() {
		return identity(this.place);
	}

	private static String identity(LockPlace place) {
		return place.kind() + place.key();
	}

	@Override
	Optional<String> otherSide() {
		return this.place.otherSide().map(RedissonNamedLock::identity);
	}

	@Override
	boolean isWrite() {
		return this.place.kind() == LockKind.WRITE;
	}

	@Override
	RedissonAcquisition begin(LockOptions options, @Nullable Thread owner) {
		return new RedissonAcquisition(locks(), this.place, options, owner).start();
	}

	@Override
	public LockInfo info() {
		List<Object> reply = RedissonFailures.await(locks().scripts().info(this.place));
		String holder = String.valueOf(reply.get(0));
		return new LockInfo(name(), holder.isEmpty() ? Optional.empty() : Optional.of(holder), number(reply.get(1)),
				Duration.ofMillis(number(reply.get(2))), (int) number(reply.get(3)));
	}

	private static long number(Object reply) {
		return ((Number) reply).longValue();
	}

	@Override
	public boolean forceRelease() {
		List<RedissonLease> mine = locks().leases(this.place);
		boolean released = locks().forceUnlock(this.place);
		if (released) {
			mine.forEach((lease) -> lease.lose(LossReason.REMOVED));
		}
		return released;
	}

}
