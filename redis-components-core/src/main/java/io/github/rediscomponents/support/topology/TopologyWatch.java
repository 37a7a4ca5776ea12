// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.topology;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.Partitions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.support.topology.TopologyRounds.Depth;
import io.github.rediscomponents.support.topology.TopologyRounds.Outcome;

/**
 * Follows the topology of a cluster, whatever the options of the application's client
 * are. The nodes are asked for it when a sign says that it may have changed: a lost
 * connection, a redirection, a command without an answer. Signs cost one round of CLUSTER
 * NODES, at most one in 100 ms, and less often, down to one in a second, while rounds
 * find nothing. While a master does not answer there is a round every 200 ms, and every
 * 500 ms after half a minute; without signs two masters are asked every ten seconds.
 *
 * <p>
 * What was found is installed in the client's view, from which new connections are made,
 * and in the connections that follow this. Commands that wait for a connection to a
 * master that was replaced go to its successor then, as Lettuce repeats all commands
 * whose connection broke. Rounds run on a worker and never on an I/O thread.
 *
 * @since 1.0.0
 */
public final class TopologyWatch implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(TopologyWatch.class);

	private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long TROUBLE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	private static final long LONG_TROUBLE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private static final long LONG_TROUBLE_NANOS = TimeUnit.SECONDS.toNanos(30);

	private static final long QUIET_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

	/** The time in which nodes inform each other of a change. */
	private static final long SETTLING_NANOS = TimeUnit.SECONDS.toNanos(2);

	private final Background background;

	private final Listener listener;

	private final TopologyRounds rounds = new TopologyRounds();

	private final ConnectionEvents events = new ConnectionEvents(this);

	private final SeedNodes seeds;

	private final Set<StatefulRedisClusterConnectionImpl<?, ?>> followers = Collections
		.newSetFromMap(Collections.synchronizedMap(new WeakHashMap<>()));

	/** Those of the followers, from which the client also makes its connections. */
	private final Set<Partitions> views = Collections.newSetFromMap(Collections.synchronizedMap(new WeakHashMap<>()));

	private volatile @Nullable StatefulRedisClusterConnection<String, byte[]> commands;

	private volatile long answered = System.nanoTime();

	private volatile boolean trouble;

	/** Guards the following fields. */
	private final ReentrantLock lock = new ReentrantLock();

	private @Nullable Future<?> alarm;

	/** When the next round is due. */
	private long due;

	/** When the last round ended, and how long signs wait after it. */
	private long ended = System.nanoTime();

	private long pause = SHORTEST_PAUSE_NANOS;

	private boolean running;

	private boolean closed;

	/** A sign came since the last round began. */
	private boolean signed;

	private List<CompletableFuture<Boolean>> awaited = new ArrayList<>();

	private long troubleSince = System.nanoTime();

	private long changed = System.nanoTime() - SETTLING_NANOS;

	/**
	 * Watches nothing yet.
	 * @param background runs the rounds
	 * @param connector reads the topology by way of the configured addresses when no
	 * known node answers
	 * @param listener learns of changes
	 */
	public TopologyWatch(Background background, RedisConnector connector, Listener listener) {
		this.background = background;
		this.listener = listener;
		this.seeds = new SeedNodes(background, connector);
	}

	/**
	 * Names the connection on which the nodes are asked.
	 * @param cluster the connection for commands; null if there is none any more
	 */
	public void watch(@Nullable StatefulRedisClusterConnection<String, byte[]> cluster) {
		this.commands = cluster;
		if (cluster != null) {
			this.events.listen(cluster.getResources());
			locked(() -> plan(QUIET_PAUSE_NANOS));
		}
	}

	/**
	 * Returns a connector whose connections to a cluster follow this watch.
	 * @param connector makes the connections
	 * @return the connector
	 */
	public RedisConnector following(RedisConnector connector) {
		return new FollowingConnector(connector, this);
	}

	void follow(StatefulRedisClusterConnectionImpl<?, ?> connection) {
		this.followers.add(connection);
		if (share(connection.getPartitions())) {
			connection.setPartitions(connection.getPartitions());
		}
	}

	/**
	 * Keeps the view of a connection like that of the connection for commands. Usually
	 * they are one; connections of a client that were made together have several.
	 * @return whether it was another
	 */
	boolean share(Partitions other) {
		this.views.add(other);
		Partitions present = view();
		if (present == null || present == other || TopologyRounds.isSame(List.copyOf(present), List.copyOf(other))) {
			return false;
		}
		other.reload(List.copyOf(present));
		return true;
	}

	/** Returns the view that commands are routed by, null if there is none. */
	@Nullable Partitions view() {
		StatefulRedisClusterConnection<String, byte[]> present = this.commands;
		return (present != null) ? present.getPartitions() : null;
	}

	/**
	 * Receives a sign that the topology may have changed. Does not block.
	 */
	public void suspect() {
		locked(() -> {
			this.signed = true;
			plan(Math.max(0, this.ended + this.pause - System.nanoTime()));
		});
	}

	/**
	 * Receives a sign that the view lacks a node or the master of a slot. Does not block.
	 * @return completes after the next round, with whether a node answered; never
	 * exceptionally
	 */
	public CompletableFuture<Boolean> missing() {
		this.rounds.readmit();
		CompletableFuture<Boolean> round = new CompletableFuture<>();
		if (this.commands == null) {
			round.complete(false);
			return round;
		}
		locked(() -> this.awaited.add(round));
		suspect();
		return round;
	}

	/**
	 * Returns whether a node that serves slots does not answer just now.
	 * @return by the last round
	 */
	public boolean isInTrouble() {
		return this.trouble;
	}

	/**
	 * Returns when a node last answered a round.
	 * @return by the monotonic clock
	 */
	public long answeredNanos() {
		return this.answered;
	}

	private void locked(Runnable action) {
		this.lock.lock();
		try {
			action.run();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Begins the next round then, unless it is due earlier. */
	private void plan(long nanos) {
		long at = System.nanoTime() + nanos;
		Future<?> planned = this.alarm;
		if (this.closed || this.running || this.commands == null || (planned != null && at - this.due >= 0)) {
			return;
		}
		if (planned != null) {
			planned.cancel(false);
		}
		this.due = at;
		try {
			this.alarm = this.background.timer().schedule(this::begin, nanos, TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "Shut down while a cluster is watched");
		}
	}

	private void begin() {
		locked(() -> {
			this.alarm = null;
			if (this.running || this.closed) {
				return;
			}
			Depth depth = this.trouble ? Depth.TROUBLE : this.signed ? Depth.SIGN : Depth.QUIET;
			List<CompletableFuture<Boolean>> waiting = this.awaited;
			this.awaited = new ArrayList<>();
			this.signed = false;
			this.running = true;
			try {
				this.background.workers().execute(() -> round(depth, waiting));
			}
			catch (RejectedExecutionException | OutOfMemoryError ex) {
				// Shut down, or there is no thread for it.
				ended(new Outcome(true, false, this.trouble), depth);
				waiting.forEach((round) -> round.complete(false));
			}
		});
	}

	private void round(Depth depth, List<CompletableFuture<Boolean>> waiting) {
		Outcome outcome = new Outcome(false, false, this.trouble);
		try {
			StatefulRedisClusterConnection<String, byte[]> cluster = this.commands;
			if (cluster != null) {
				outcome = this.rounds.run(cluster, depth);
				follow(outcome, cluster.getPartitions());
			}
		}
		catch (RuntimeException ex) {
			FailureLog.debug(logger, ex, "The topology of the cluster could not be read");
		}
		finally {
			Outcome known = outcome;
			this.trouble = known.trouble();
			locked(() -> ended(known, depth));
			waiting.forEach((round) -> round.complete(known.answered()));
		}
	}

	private void follow(Outcome outcome, Partitions view) {
		if (outcome.answered()) {
			this.answered = System.nanoTime();
		}
		this.seeds.round(outcome.answered());
		if (outcome.changed()) {
			List.copyOf(this.views).forEach(this::share);
			List.copyOf(this.followers).forEach(TopologyWatch::install);
			this.listener.changed(TopologyRounds.masters(view), TopologyRounds.serving(view));
		}
	}

	private static void install(StatefulRedisClusterConnectionImpl<?, ?> connection) {
		try {
			connection.setPartitions(connection.getPartitions());
		}
		catch (RuntimeException ex) {
			FailureLog.debug(logger, ex, "A connection does not follow the topology, as it is closed");
		}
	}

	private void ended(Outcome outcome, Depth depth) {
		long now = System.nanoTime();
		this.running = false;
		this.ended = now;
		if (outcome.changed()) {
			this.changed = now;
		}
		if (!outcome.trouble()) {
			this.troubleSince = now;
		}
		long next;
		if (outcome.trouble() || now - this.changed < SETTLING_NANOS) {
			next = (now - this.troubleSince < LONG_TROUBLE_NANOS) ? TROUBLE_PAUSE_NANOS : LONG_TROUBLE_PAUSE_NANOS;
			this.pause = next;
		}
		else {
			next = QUIET_PAUSE_NANOS;
			this.pause = (depth == Depth.SIGN) ? Math.min(2 * this.pause, LONGEST_PAUSE_NANOS) : SHORTEST_PAUSE_NANOS;
		}
		plan(this.signed ? Math.min(this.pause, next) : next);
	}

	@Override
	public void close() {
		this.events.close();
		locked(() -> {
			this.closed = true;
			if (this.alarm != null) {
				this.alarm.cancel(false);
			}
			this.awaited.forEach((round) -> round.complete(false));
			this.awaited.clear();
		});
	}

	/** Learns of changes of the topology. */
	public interface Listener {

		/**
		 * The topology has changed. Called on a worker, once at a time.
		 * @param masters the nodes that serve slots
		 * @param serving those and their replicas
		 */
		void changed(Set<String> masters, Set<String> serving);

	}

}
