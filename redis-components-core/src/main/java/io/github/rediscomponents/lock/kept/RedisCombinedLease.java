// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.kept;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.lease.LeaseEngine;
import io.github.rediscomponents.lock.CombinedLease;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockLostException;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Checks;

/**
 * {@link CombinedLease} of ordinary leases, which are renewed and watched each by itself.
 *
 * @since 1.0.0
 */
final class RedisCombinedLease implements CombinedLease {

	private final LeaseEngine engine;

	private final String name;

	private final List<Lease> leases;

	RedisCombinedLease(LeaseEngine engine, String name, List<Lease> leases) {
		this.engine = engine;
		this.name = name;
		this.leases = List.copyOf(leases);
	}

	@Override
	public List<Lease> leases() {
		return this.leases;
	}

	@Override
	public long token(String ofName) {
		return this.leases.stream()
			.filter((lease) -> lease.name().equals(ofName))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("name must be one of " + this.name + ", was " + ofName))
			.token();
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public String id() {
		return this.leases.stream().map(Lease::id).collect(Collectors.joining("+"));
	}

	@Override
	public long token() {
		return this.leases.stream().mapToLong(Lease::token).max().orElseThrow();
	}

	@Override
	public Duration remaining() {
		return this.leases.stream().map(Lease::remaining).min(Comparator.naturalOrder()).orElseThrow();
	}

	@Override
	public boolean isValid() {
		return this.leases.stream().allMatch(Lease::isValid);
	}

	@Override
	public void checkValid() {
		LockLostException told = null;
		for (Lease lease : this.leases) {
			try {
				lease.checkValid();
			}
			catch (LockLostException ex) {
				// A loss takes precedence over the releases that it caused.
				told = (told == null || told.reason() == null) ? ex : told;
			}
		}
		if (told != null) {
			throw told;
		}
	}

	@Override
	public boolean extend(Duration duration) {
		Checks.between("duration", duration, LockOptions.MIN_LEASE, LockOptions.MAX_LEASE);
		if (!isValid()) {
			return false;
		}
		boolean all = true;
		for (int i = 0; i < this.leases.size(); i++) {
			try {
				all &= this.leases.get(i).extend(duration);
			}
			catch (RedisComponentsException ex) {
				throw BatchFailure.inPart(i, 1, this.leases.size() - i - 1, ex);
			}
		}
		return all;
	}

	@Override
	public CompletionStage<LossReason> lost() {
		CompletableFuture<LossReason> first = new CompletableFuture<>();
		this.leases.forEach((lease) -> lease.lost().thenAccept(first::complete));
		return first.minimalCompletionStage();
	}

	@Override
	public ReleaseResult release() {
		CompletableFuture<ReleaseResult> released = releaseAll();
		return this.engine.mayWait() ? released.join() : released.getNow(ReleaseResult.UNKNOWN);
	}

	@Override
	public CompletionStage<ReleaseResult> releaseAsync() {
		return releaseAll().minimalCompletionStage();
	}

	private CompletableFuture<ReleaseResult> releaseAll() {
		return release(this.leases);
	}

	/** Gives leases back, all at once. */
	static CompletableFuture<ReleaseResult> release(List<Lease> leases) {
		CompletableFuture<ReleaseResult> all = CompletableFuture.completedFuture(ReleaseResult.RELEASED);
		for (CompletionStage<ReleaseResult> one : leases.stream().map(Lease::releaseAsync).toList()) {
			all = all.thenCombine(one, RedisCombinedLease::worse);
		}
		return all;
	}

	private static ReleaseResult worse(ReleaseResult one, ReleaseResult other) {
		if (one == ReleaseResult.ALREADY_LOST || other == ReleaseResult.ALREADY_LOST) {
			return ReleaseResult.ALREADY_LOST;
		}
		return (one == ReleaseResult.UNKNOWN) ? one : other;
	}

	@Override
	public void close() {
		release();
	}

	@Override
	public String toString() {
		return "Lease" + this.leases;
	}

}
