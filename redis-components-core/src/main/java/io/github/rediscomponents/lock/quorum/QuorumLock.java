// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.quorum;

import java.util.List;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.LockActivity;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Locks by name that are held by a majority of several independent Redis servers: the
 * algorithm known as Redlock. They go on working, and are not given twice, when a
 * minority of the servers is down. Safe for use by any number of threads.
 *
 * <p>
 * Independent means that no server replicates another. Keys, on every server:
 * {@code <prefix>:quorum:{<name>}} (hash: holder and end of the lease, the last fencing
 * token; expires {@link LockSettings#tokenRetention()} after the last lease).
 *
 * <p>
 * Guarantee: at most one {@link io.github.rediscomponents.lock.Lease} of a name is valid
 * at any moment, <em>as long as the assumptions hold on which Redlock rests</em>:
 * <ul>
 * <li>Clocks of this process and the servers run at nearly the same speed: the error over
 * one lease is below {@link LockSettings#driftMargin()}, and at most a minority of the
 * servers has a clock that jumps forward. That they show the same time is not
 * needed.</li>
 * <li>A server that lost its data (it crashed without {@code appendfsync always}) stays
 * away for longer than the longest lease: the "delayed restarts". One that comes back
 * empty at once may give its vote a second time.</li>
 * <li>Between {@link io.github.rediscomponents.lock.Lease#isValid()} and the following
 * action no pause (garbage collection, a stopped machine, the network) lasts longer than
 * the rest of the lease. Nothing in this process can make sure of that.</li>
 * </ul>
 * Martin Kleppmann ("How to do distributed locking", 2016) holds that a lock with such
 * timing assumptions must not be relied upon for correctness and requires fencing tokens,
 * which Redlock as published does not have; Salvatore Sanfilippo (antirez, "Is Redlock
 * safe?", 2016) answers that the time is checked after the majority was reached, so that
 * delays before that do no harm, and that what comes after it concerns every lock with a
 * time-out. This lock answers both: it checks the time by the monotonic clock after the
 * majority was reached, <em>and</em> gives out tokens. A resource that must never see two
 * holders compares {@link io.github.rediscomponents.lock.Lease#token()}.
 *
 * <p>
 * Tokens rise from one lease of a name to the next, whichever majority grants it: a token
 * is remembered by a majority before the lease begins, and any two majorities share a
 * server. A server that loses its data takes its memory of tokens with it; then its clock
 * has to be ahead of the last token, as it usually is.
 *
 * <p>
 * Everything that {@link NamedLock} promises holds here too, with these differences.
 * Waiters are not woken: one contender of each process retries after a random time
 * between a twentieth and a fifth of {@link LockSettings#pollBound()}, so that contenders
 * that split the votes do not meet again; the order of processes is by chance.
 * {@link NamedLock#info()} is the answer of a majority, and counts no waiters.
 * {@link RedisUnavailableException} means that no majority answered.
 *
 * <p>
 * Cost, for N servers, all called at the same time: N scripts and one round trip to
 * acquire, as a rule; up to N more and a second round trip when the servers do not agree
 * on the token at once (their clocks differ from this machine's by more than a second, or
 * one had missed the last token). N scripts and one round trip each to release, to renew
 * and for {@code info()}; twice as many for {@code forceRelease()}. An answer of the
 * majority suffices: a server that is down delays nothing.
 *
 * @since 1.0.0
 */
public interface QuorumLock extends AutoCloseable {

	/**
	 * Creates the locks of one application. Nothing is sent before a lock is used.
	 * @param nodes ports to independent servers, an odd number, at least 3; the timeout
	 * of each is how long that server may take to answer, and should be small against a
	 * lease. They are not closed with the locks
	 * @param keys builds the keys
	 * @param settings read at each acquisition, so that new settings hold for later
	 * leases
	 * @param background runs renewals and callbacks
	 * @param observer is notified of events of locks
	 * @return locks; close them to stop renewing
	 * @throws IllegalArgumentException if there are fewer than 3 nodes, an even number,
	 * or one twice
	 */
	static QuorumLock create(List<? extends RedisPort> nodes, KeySpace keys, LiveSettings<LockSettings> settings,
			Background background, LockObserver observer) {
		return new RedisQuorumLock(Checks.notNull("nodes", nodes).stream().map(CommandPort::of).toList(),
				Checks.notNull("keys", keys), Checks.notNull("settings", settings),
				Checks.notNull("background", background), Checks.notNull("observer", observer));
	}

	/**
	 * Returns the lock of a name. Sends nothing; two views of one name are the same lock.
	 * It does not exclude holders of the
	 * {@link io.github.rediscomponents.lock.DistributedLock} of that name.
	 * @param name the name of the lock, 1 to 512 characters of the application's choice
	 * @return the lock, to be kept or thrown away at will
	 * @throws IllegalArgumentException if {@code name} is null, empty or too long
	 */
	NamedLock get(String name);

	/**
	 * Returns the present leases and waits of this process. Sends nothing.
	 * @return a copy, in no particular order
	 */
	LockActivity activity();

	/**
	 * Stops renewing. Leases that are still held are not released: each ends by itself
	 * within its lease time.
	 */
	@Override
	void close();

}
