package io.github.rediscomponents.lock.redisson;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lock.LockInfo;
import io.github.rediscomponents.lock.LockOptions;

/**
 * The plain locks of several names as one. Redisson's own MultiLock takes its locks in
 * the order in which the caller names them.
 */
final class AllNamedLock extends AwaitedLock {

	private final List<RedissonNamedLock> parts;

	AllNamedLock(RedissonDistributedLock locks, List<RedissonNamedLock> parts) {
		super(locks);
		this.parts = parts;
	}

	@Override
	public String name() {
		return this.parts.stream().map(RedissonNamedLock::name).collect(Collectors.joining(","));
	}

	@Override
	String identity() {
		return this.parts.stream().map((part) -> part.place().key()).collect(Collectors.joining(",", "all", ""));
	}

	@Override
	Optional<String> otherSide() {
		return Optional.empty();
	}

	@Override
	Acquisition begin(LockOptions options, @Nullable Thread owner) {
		return new AllAcquisition(locks(), name(), this.parts, options, owner).start();
	}

	@Override
	public LockInfo info() {
		List<LockInfo> infos = this.parts.stream().map(RedissonNamedLock::info).toList();
		Optional<LockInfo> held = infos.stream().filter(LockInfo::held).findFirst();
		return new LockInfo(name(), held.flatMap(LockInfo::holder),
				infos.stream().mapToLong(LockInfo::token).max().orElse(0),
				held.map(LockInfo::remaining).orElse(Duration.ZERO), infos.stream().mapToInt(LockInfo::waiting).sum());
	}

	@Override
	public boolean forceRelease() {
		boolean released = false;
		for (RedissonNamedLock part : this.parts) {
			released |= part.forceRelease();
		}
		return released;
	}

}
