package io.github.rediscomponents.lock.redisson;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.ReleaseResult;

/**
 * The leases of several names as one: lost when one of them is lost.
 *
 * @param token larger than every earlier token of each name, and smaller than every later
 * one
 */
record AllLease(String name, long token, List<RedissonLease> parts) implements Lease {

	@Override
	public String id() {
		return this.parts.stream().map(Lease::id).collect(Collectors.joining(","));
	}

	@Override
	public Duration remaining() {
		return this.parts.stream().map(Lease::remaining).min(Comparator.naturalOrder()).orElse(Duration.ZERO);
	}

	@Override
	public boolean isValid() {
		return this.parts.stream().allMatch(Lease::isValid);
	}

	@Override
	public void checkValid() {
		this.parts.forEach(Lease::checkValid);
	}

	@Override
	public boolean extend(Duration duration) {
		boolean held = true;
		for (Lease part : this.parts) {
			held &= part.extend(duration);
		}
		return held;
	}

	@Override
	public CompletionStage<LossReason> lost() {
		CompletableFuture<LossReason> first = new CompletableFuture<>();
		this.parts.forEach((part) -> part.lost().thenAccept(first::complete));
		return first.minimalCompletionStage();
	}

	@Override
	public ReleaseResult release() {
		this.parts.forEach(RedissonLease::beginRelease);
		return this.parts.stream().map(Lease::release).reduce(ReleaseResult.RELEASED, AllLease::worse);
	}

	@Override
	public CompletionStage<ReleaseResult> releaseAsync() {
		CompletionStage<ReleaseResult> all = CompletableFuture.completedFuture(ReleaseResult.RELEASED);
		for (Lease part : this.parts) {
			all = all.thenCombine(part.releaseAsync(), AllLease::worse);
		}
		return all;
	}

	private static ReleaseResult worse(ReleaseResult one, ReleaseResult other) {
		if (one == ReleaseResult.ALREADY_LOST || other == ReleaseResult.RELEASED) {
			return one;
		}
		return other;
	}

	@Override
	public void close() {
		release();
	}

}
