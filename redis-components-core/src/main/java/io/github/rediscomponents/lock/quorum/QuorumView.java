// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lock.LockInfo;
import io.github.rediscomponents.support.Attempt;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * How a majority of the nodes sees a lock. Complete when a majority agrees, or else when
 * all have answered or been given up.
 */
final class QuorumView {

	static final LuaScript<List<Object>> INFO = LuaScript.list("lock/info", 1, 0);

	private final CompletableFuture<LockInfo> result = new CompletableFuture<>();

	private final ReentrantLock lock = new ReentrantLock();

	private final List<LockInfo> seen = new ArrayList<>();

	private final String name;

	private final int nodes;

	private final Votes answers;

	private int open;

	private QuorumView(String name, QuorumNodes nodes) {
		this.name = name;
		this.nodes = nodes.size();
		this.open = nodes.size();
		this.answers = nodes.votes();
	}

	static CompletableFuture<LockInfo> of(String name, String key, QuorumNodes nodes) {
		QuorumView view = new QuorumView(name, nodes);
		for (int i = 0; i < nodes.size(); i++) {
			Attempt.read(nodes.eval(i, INFO, key), view::info).whenComplete(view::answered);
		}
		return view.result;
	}

	private void answered(@Nullable LockInfo info, @Nullable Throwable failure) {
		if (failure != null) {
			this.answers.failed(failure);
		}
		else {
			this.answers.yes();
		}
		LockInfo agreed;
		boolean all;
		this.lock.lock();
		try {
			this.open--;
			all = this.open == 0;
			if (info != null) {
				this.seen.add(info);
			}
			agreed = agreed();
		}
		finally {
			this.lock.unlock();
		}
		if (agreed != null) {
			this.result.complete(agreed);
		}
		else if (all) {
			this.result.completeExceptionally(this.answers.exception());
		}
	}

	private LockInfo info(List<Object> reply) {
		String holder = QuorumNodes.leaseId(Utf8.text(reply.get(0)));
		return new LockInfo(this.name, holder.isEmpty() ? Optional.empty() : Optional.of(holder),
				Utf8.number(reply.get(1)), Duration.ofMillis(Utf8.number(reply.get(2))), Duration.ZERO, 0);
	}

	private @Nullable LockInfo agreed() {
		int majority = this.nodes / 2 + 1;
		for (List<LockInfo> same : this.seen.stream().collect(Collectors.groupingBy(LockInfo::holder)).values()) {
			boolean settled = this.open == 0 || same.get(0).holder().isEmpty() || counts(same).containsValue(majority);
			if (same.size() >= majority && settled) {
				return summary(same.get(0).holder(), same, majority);
			}
		}
		// The votes are split: it is not held.
		return (this.open == 0 && this.seen.size() >= majority) ? summary(Optional.empty(), this.seen, majority) : null;
	}

	private LockInfo summary(Optional<String> holder, List<LockInfo> same, int majority) {
		if (holder.isEmpty()) {
			long last = same.stream().mapToLong(LockInfo::token).max().orElse(0);
			return new LockInfo(this.name, holder, last, Duration.ZERO, Duration.ZERO, 0);
		}
		// It holds for as long as a majority does.
		Duration remaining = same.stream()
			.map(LockInfo::remaining)
			.sorted(Comparator.reverseOrder())
			.toList()
			.get(majority - 1);
		return new LockInfo(this.name, holder, commonest(same), remaining, Duration.ZERO, 0);
	}

	/** A node that answered late may remember a larger token than the lease has. */
	private static long commonest(List<LockInfo> same) {
		return counts(same).entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
	}

	private static Map<Long, Integer> counts(List<LockInfo> same) {
		return same.stream().collect(Collectors.groupingBy(LockInfo::token, Collectors.summingInt((info) -> 1)));
	}

}
