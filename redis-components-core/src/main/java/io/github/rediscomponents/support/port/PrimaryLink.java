// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Thrown;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.link.ConnectionName;
import io.github.rediscomponents.support.link.Link;
import io.github.rediscomponents.support.link.SharedConnection;
import io.github.rediscomponents.support.server.EvictionCheck;
import io.github.rediscomponents.support.server.Failures;
import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.support.server.ServerIdentity;
import io.github.rediscomponents.support.server.ServerVersion;
import io.github.rediscomponents.support.server.UnsupportedRedisException;
import io.github.rediscomponents.support.topology.TopologyWatch;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection for commands, and another one in its place when the primary has moved.
 *
 * <p>
 * Lettuce reconnects a lost connection, by way of Sentinel where there is one. It does
 * not notice a server that hangs while another one is promoted, nor that the server at
 * the other end became a replica, and to listed nodes it never looks for the primary
 * again. So when a command was refused by a replica or not answered in time, or the
 * connection stays down, this makes a new connection, and keeps it if it leads to another
 * server that is a primary. That happens in the background, at most once a second, and
 * only on a call. Of a cluster Lettuce follows redirections, and a {@link TopologyWatch}
 * the topology.
 */
final class PrimaryLink implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(PrimaryLink.class);

	private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

	private static final long INFO_SECONDS = 10;

	private static final String DEFAULT_USER = "default";

	private static final String COMMANDS = "commands";

	private static final String ALL_COMMANDS = "+@all";

	private final RedisConnector connector;

	private final Background background;

	private final ScriptRights rights;

	private final TopologyWatch topology;

	private final Runnable moved;

	private final EvictionCheck eviction;

	private final SharedConnection<Link> connection;

	private final AtomicLong nextSearch = new AtomicLong(System.nanoTime());

	private final AtomicInteger searches = new AtomicInteger();

	private volatile @Nullable Link link;

	private volatile @Nullable ServerIdentity server;

	/**
	 * Connects to nothing yet.
	 * @param connector makes the connections
	 * @param background runs the connecting
	 * @param rights gets the name of the user
	 * @param topology watches the topology if there is a cluster
	 * @param moved run after the connection was replaced
	 */
	PrimaryLink(RedisConnector connector, Background background, ScriptRights rights, TopologyWatch topology,
			Runnable moved) {
		this.connector = connector;
		this.background = background;
		this.rights = rights;
		this.topology = topology;
		this.moved = moved;
		this.eviction = new EvictionCheck(connector.use());
		this.connection = new SharedConnection<>(() -> adopt(connect()), background.workers());
	}

	/**
	 * Returns the connection if there is one already.
	 * @param graceNanos how long it may be down before callers fail at once
	 * @return null before the first connection
	 */
	@Nullable Link known(long graceNanos) {
		Link known = this.link;
		if (known != null && !known.isOpen()) {
			if (known.downNanos() > Math.min(graceNanos, SECOND)) {
				suspect(known);
			}
			known.checkUp(graceNanos);
		}
		return known;
	}

	/**
	 * Returns whether there are slots.
	 */
	boolean isCluster() {
		Link known = this.link;
		return known != null && known.isCluster();
	}

	/**
	 * Which node serves a key; empty where there is one only.
	 */
	String node(String key) {
		Link known = this.link;
		return (known != null) ? known.node(key) : "";
	}

	/**
	 * Returns the nodes that serve keys; one empty text where there is one only.
	 */
	Set<String> nodes() {
		Link known = this.link;
		return (known != null) ? known.nodes() : Set.of("");
	}

	/**
	 * Returns the connection, or the attempt to make the first one.
	 */
	CompletableFuture<Link> get() {
		return this.connection.get();
	}

	/**
	 * Receives the failures of commands.
	 * @param failure as thrown by Lettuce or by waiting
	 */
	void failed(Throwable failure) {
		Link known = this.link;
		if (known != null && (known.isCluster() ? Failures.isSignOfAnotherTopology(failure)
				: Failures.isSignOfAnotherPrimary(failure))) {
			if (Failures.isMissingNode(failure)) {
				this.topology.missing();
			}
			suspect(known);
		}
	}

	/** Never throws: the caller has a failure of its own. */
	private void suspect(Link suspected) {
		try {
			if (suspected.isCluster()) {
				this.topology.suspect();
			}
			else {
				searchLater(suspected);
			}
		}
		catch (RuntimeException | Error ex) {
			FailureLog.debug(logger, ex, "Shut down while the connection failed, or there is no thread");
		}
	}

	private void searchLater(Link suspected) {
		long now = System.nanoTime();
		long next = this.nextSearch.get();
		// Connecting to a server that hangs takes for ever, also while another one is
		// promoted: others join a search that is stuck, later and later.
		long unlessDone = now + SECOND * (2 + this.searches.get());
		if (now - next < 0 || !this.nextSearch.compareAndSet(next, unlessDone)) {
			return;
		}
		this.background.workers().execute(() -> {
			this.searches.incrementAndGet();
			try {
				search(suspected);
			}
			finally {
				this.searches.decrementAndGet();
				this.nextSearch.compareAndSet(unlessDone, System.nanoTime() + SECOND);
			}
		});
	}

	private void search(Link suspected) {
		try {
			Connected found = connect();
			if (this.link == suspected && isBetter(found.server(), suspected)) {
				logger.info("The connection to Redis leads to another server now");
				this.connection.replace(adopt(found));
				this.moved.run();
			}
			else {
				found.link().closeAsync();
			}
		}
		catch (RuntimeException | Error ex) {
			FailureLog.debug(logger, ex, "No other primary was found");
		}
	}

	private boolean isBetter(ServerIdentity found, Link suspected) {
		if (!found.primary()) {
			return false;
		}
		ServerIdentity present = this.server;
		if (!suspected.isOpen() || present == null) {
			return true;
		}
		return (found.isNamed() && present.isNamed()) ? !found.isSameAs(present) : isNoPrimary(suspected);
	}

	/**
	 * Reads the role of the server. Distinguishes a server that hangs or became a replica
	 * from a new primary if servers do not report an id.
	 */
	private static boolean isNoPrimary(Link suspected) {
		try {
			return !ServerIdentity.ask(suspected.commands())
				.toCompletableFuture()
				.get(SECOND, TimeUnit.NANOSECONDS)
				.primary();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
		catch (ExecutionException | TimeoutException ex) {
			FailureLog.debug(logger, ex, "The server of the present connection does not answer");
			return true;
		}
	}

	private Connected connect() {
		StatefulConnection<String, byte[]> made = this.connector.connect();
		try {
			// The port has a time-out of its own; Lettuce's would set a timer for
			// every command.
			made.setTimeout(Duration.ZERO);
			Link fresh = Link.on(made, this.topology::answeredNanos);
			CompletionStage<Boolean> unrestricted = isUnrestricted(fresh);
			ServerIdentity identity = ServerIdentity.ask(fresh.commands())
				.toCompletableFuture()
				.get(INFO_SECONDS, TimeUnit.SECONDS);
			ServerVersion.check(identity.version());
			boolean restricted = !identity.isNamed()
					|| !unrestricted.toCompletableFuture().get(INFO_SECONDS, TimeUnit.SECONDS);
			return new Connected(fresh, identity, restricted);
		}
		catch (Exception | Error ex) {
			made.closeAsync();
			throw (ex instanceof UnsupportedRedisException unsupported) ? unsupported
					: new CompletionException(Thrown.text(ex), ex);
		}
	}

	/**
	 * Returns whether the user is the default one and has all rights to commands. One of
	 * another name has been given its rights one by one; one that may not look at itself
	 * lacks some.
	 */
	private static CompletionStage<Boolean> isUnrestricted(Link fresh) {
		return fresh.commands()
			.aclWhoami()
			.thenCompose((user) -> DEFAULT_USER.equals(user) ? fresh.commands().aclGetuser(DEFAULT_USER)
					: CompletableFuture.completedStage(List.<Object>of()))
			.handle((user, failure) -> failure == null && mayRunAll(user));
	}

	/** The reply of ACL GETUSER has names and values in turn. */
	private static boolean mayRunAll(List<Object> user) {
		for (int i = 0; i + 1 < user.size(); i += 2) {
			if (COMMANDS.equals(text(user.get(i)))) {
				return ALL_COMMANDS.equals(text(user.get(i + 1)));
			}
		}
		return false;
	}

	private static String text(Object part) {
		return (part instanceof byte[] bytes) ? Utf8.text(bytes) : String.valueOf(part);
	}

	private Link adopt(Connected connected) {
		this.rights.connected(connected.restricted());
		this.server = connected.server();
		this.link = connected.link();
		this.eviction.connected(connected.link().commands());
		this.topology.watch(connected.link().cluster());
		connected.link().name(ConnectionName.COMMANDS);
		if (!connected.link().isCluster()) {
			connected.link().addListener(new Watch(connected.link()));
		}
		return connected.link();
	}

	/** Connects anew at the next use. */
	void disconnect() {
		this.link = null;
		this.topology.watch(null);
		this.connection.release();
	}

	@Override
	public void close() {
		this.connection.close();
	}

	/**
	 * A connection that is in use or not.
	 *
	 * @param link the connection
	 * @param server the server at the time of the connection
	 * @param restricted whether the user may lack rights
	 */
	private record Connected(Link link, ServerIdentity server, boolean restricted) {
	}

	/**
	 * Looks where Lettuce has reconnected to.
	 */
	private final class Watch implements RedisConnectionStateListener {

		private final Link watched;

		Watch(Link watched) {
			this.watched = watched;
		}

		@Override
		public void onRedisConnected(RedisChannelHandler<?, ?> handler, SocketAddress address) {
			ServerIdentity.ask(this.watched.commands()).whenComplete((identity, failure) -> {
				if (failure != null) {
					FailureLog.debug(logger, failure, "The server did not report its id");
				}
				else if (PrimaryLink.this.link == this.watched) {
					PrimaryLink.this.server = identity;
					if (!identity.primary()) {
						suspect(this.watched);
					}
				}
			});
		}

	}

}
