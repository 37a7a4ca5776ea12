// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.quorum;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.lease.Futures;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * The servers of a {@link QuorumLock}, and the votes of this process on them.
 */
final class QuorumNodes {

	/** The name of the properties. */
	private static final String COMPONENT = "lock.quorum";

	private static final Logger logger = LoggerFactory.getLogger(QuorumLock.class);

	private final List<CommandPort> ports;

	private final Supplier<LockSettings> settings;

	private final Background background;

	private final Troubles troubles;

	private final AtomicLong attempts = new AtomicLong();

	private final ConcurrentMap<String, QuorumHold> holds = new ConcurrentHashMap<>();

	QuorumNodes(List<CommandPort> ports, Supplier<LockSettings> settings, Background background, Troubles troubles) {
		this.ports = ports;
		this.settings = settings;
		this.background = background;
		this.troubles = troubles;
	}

	/** Rejects a thread that may have to read one of the replies itself. */
	void checkMayWait() {
		this.ports.forEach(CommandPort::checkMayWait);
	}

	int size() {
		return this.ports.size();
	}

	<T> CompletableFuture<T> eval(int node, LuaScript<T> script, String key, byte[]... args) {
		CompletableFuture<T> answer = this.ports.get(node)
			.evalAsync(script, new String[] { key }, args)
			.toCompletableFuture();
		answer.whenComplete((reply, failure) -> {
			if (failure != null) {
				this.troubles.began(node, Troubles.Kind.QUORUM_SERVER_FAILS, COMPONENT, "nodes[" + node + ']',
						Futures.cause(failure));
			}
			else {
				this.troubles.ended(node, Troubles.Kind.QUORUM_SERVER_FAILS);
			}
		});
		return answer;
	}

	/** Returns a count of votes, whose verdict tells whether a majority answers. */
	Votes votes() {
		Votes votes = new Votes(size());
		votes.verdict().thenAccept((verdict) -> {
			if (verdict == Votes.Verdict.UNREACHABLE) {
				this.troubles.began(this, Troubles.Kind.QUORUM_LOST, COMPONENT, "", votes.exception());
			}
			else {
				this.troubles.ended(this, Troubles.Kind.QUORUM_LOST);
			}
		});
		return votes;
	}

	/**
	 * Returns the name of an attempt on the nodes. Each attempt has its own name, so that
	 * repeated commands that clean up after one attempt cannot affect the next.
	 */
	String nextAttempt(String leaseId) {
		return leaseId + '/' + Long.toString(this.attempts.incrementAndGet(), Character.MAX_RADIX);
	}

	static String leaseId(String attempt) {
		int end = attempt.lastIndexOf('/');
		return (end < 0) ? attempt : attempt.substring(0, end);
	}

	void hold(String leaseId, QuorumHold hold) {
		// Those that were lost and never released.
		this.holds.values().removeIf(QuorumHold::isOver);
		this.holds.put(leaseId, hold);
	}

	/** Returns this process' votes for a lock, by lease id. */
	Map<String, QuorumHold> votes(String key) {
		return this.holds.entrySet()
			.stream()
			.filter((each) -> each.getValue().key().equals(key))
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
	}

	@Nullable QuorumHold held(String leaseId) {
		return this.holds.get(leaseId);
	}

	@Nullable QuorumHold end(String leaseId) {
		return this.holds.remove(leaseId);
	}

	/** Releases votes for a lock that was released by force. */
	void end(String leaseId, QuorumHold hold) {
		if (this.holds.remove(leaseId, hold)) {
			hold.release();
		}
	}

	int held() {
		return this.holds.size();
	}

	/** After how many milliseconds to try again. */
	long backOffMillis() {
		long bound = this.settings.get().pollBound().toMillis();
		return ThreadLocalRandom.current().nextLong(Math.max(1, bound / 20), Math.max(2, bound / 5) + 1);
	}

	void later(Runnable task, long millis) {
		try {
			this.background.timer().schedule(task, millis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "Shut down before a lock was released on every node");
		}
	}

}
