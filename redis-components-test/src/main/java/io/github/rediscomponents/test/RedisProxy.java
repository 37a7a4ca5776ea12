// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy in front of a server, that loses replies, cuts connections, delays and
 * freezes on demand. Listens on 127.0.0.1 and keeps its port for life. All methods may be
 * called from any thread and take effect for present and future connections, unless
 * stated otherwise.
 *
 * <p>
 * It does not parse the protocol and therefore cannot stand in front of a cluster, whose
 * nodes send clients to their own ports. While the server is down, it accepts connections
 * and closes them at once.
 *
 * @since 1.0.0
 */
public final class RedisProxy implements AutoCloseable {

	private static final int ATTEMPTS = 20;

	private static final Duration JOIN = Duration.ofMinutes(1);

	private static final Duration QUIET = Duration.ofSeconds(10);

	private final InetSocketAddress target;

	private final int port;

	private final ProxyFaults faults = new ProxyFaults();

	private final Set<ProxyConnection> connections = ConcurrentHashMap.newKeySet();

	private final Object listening = new Object();

	private @Nullable ServerSocket listener;

	private @Nullable Thread acceptor;

	private boolean closed;

	private RedisProxy(InetSocketAddress target) {
		this.target = target;
		this.port = listenSomewhere();
	}

	/**
	 * Puts a proxy in front of a server.
	 * @param server the server; it may be restarted
	 * @return the proxy, listening
	 */
	public static RedisProxy to(RedisServer server) {
		return to(server.host(), server.port());
	}

	/**
	 * Puts a proxy in front of an address.
	 * @param host the host
	 * @param port the port
	 * @return the proxy, listening
	 */
	public static RedisProxy to(String host, int port) {
		return new RedisProxy(new InetSocketAddress(host, port));
	}

	/**
	 * Returns the address of the proxy.
	 * @return {@code 127.0.0.1}
	 */
	public String host() {
		return RedisProcess.HOST;
	}

	/**
	 * Returns the port of the proxy.
	 * @return the port
	 */
	public int port() {
		return this.port;
	}

	/**
	 * Returns the address for clients.
	 * @return {@code redis://127.0.0.1:<port>}
	 */
	public String uri() {
		return "redis://" + host() + ":" + this.port;
	}

	/**
	 * Loses the next reply: the next bytes that the server sends on any connection are
	 * dropped, and that connection is cut. The server has executed the command. Arms
	 * once; arming again before it has happened changes nothing. Waits for at most ten
	 * seconds until the replies to earlier commands seem to be through, those to
	 * background commands of a client among them, but not those to commands that block
	 * ({@code BLPOP}, {@code XREADGROUP … BLOCK}, {@code WAIT}).
	 */
	public void swallowNextReply() {
		Poll.until(QUIET, this::isQuiet);
		this.faults.armSwallow();
	}

	/**
	 * Returns whether no reply is on its way.
	 */
	boolean isQuiet() {
		return this.connections.stream().allMatch(ProxyConnection::isQuiet);
	}

	/**
	 * Returns the number of lost replies of {@link #swallowNextReply()}.
	 * @return the number of replies lost
	 */
	public int swallowedReplies() {
		return this.faults.swallowed();
	}

	/**
	 * Returns the number of open connections through this proxy.
	 * @return the number of connections
	 */
	public int connections() {
		return this.connections.size();
	}

	/**
	 * Cuts all present connections, with the data in transit. New ones are accepted.
	 */
	public void cut() {
		// Removed here and not only by themselves: one that is just closing is gone as
		// well.
		this.connections.removeIf((connection) -> {
			connection.close();
			return true;
		});
	}

	/**
	 * Refuses new connections, or accepts them again. Present connections are not
	 * affected.
	 * @param refuse whether to refuse them
	 */
	public void refuse(boolean refuse) {
		synchronized (this.listening) {
			if (refuse) {
				stopListening();
			}
			else if (this.listener == null && !this.closed) {
				try {
					listen(this.port);
				}
				catch (IOException ex) {
					throw new UncheckedIOException("Could not listen on port " + this.port + " again", ex);
				}
			}
		}
	}

	/**
	 * Delays further data in each direction, so that a round trip takes longer by twice
	 * the delay. Bandwidth is not limited.
	 * @param delay the delay, or {@link Duration#ZERO} for not at all
	 */
	public void delay(Duration delay) {
		if (delay.isNegative()) {
			throw new IllegalArgumentException("delay must not be negative but was " + delay);
		}
		this.faults.delay(delay);
	}

	/**
	 * Holds everything back, as a network that drops every packet would: connections stay
	 * open and new ones are accepted, but nothing gets through, not even that one side
	 * has closed.
	 */
	public void freeze() {
		this.faults.freeze();
	}

	/**
	 * Ends {@link #freeze()} and delivers the data that was held back.
	 */
	public void thaw() {
		this.faults.thaw();
	}

	/**
	 * Cuts all connections and stops listening. Closing again does nothing.
	 */
	@Override
	public void close() {
		boolean again;
		synchronized (this.listening) {
			again = this.closed;
			this.closed = true;
			stopListening();
		}
		cut();
		if (!again) {
			FreePorts.giveBack(this.port);
		}
	}

	private int listenSomewhere() {
		for (int attempt = 1;; attempt++) {
			int candidate = FreePorts.next();
			try {
				synchronized (this.listening) {
					listen(candidate);
				}
				return candidate;
			}
			catch (IOException ex) {
				if (attempt == ATTEMPTS) {
					throw new UncheckedIOException("Could not listen on any port", ex);
				}
			}
		}
	}

	private void listen(int candidate) throws IOException {
		ServerSocket socket = new ServerSocket();
		try {
			socket.setReuseAddress(true);
			socket.bind(new InetSocketAddress(InetAddress.getByName(host()), candidate));
		}
		catch (IOException ex) {
			socket.close();
			throw ex;
		}
		this.listener = socket;
		this.acceptor = daemon("redis-proxy-" + candidate + "-accept", () -> accept(socket));
	}

	private void stopListening() {
		ServerSocket present = this.listener;
		this.listener = null;
		if (present != null) {
			try {
				present.close();
				Thread accepting = this.acceptor;
				if (accepting != null) {
					// Until it has left its system call, the kernel goes on listening.
					Uninterrupted.within(JOIN, (left) -> {
						accepting.join(Math.max(1, left.toMillis()));
						return true;
					});
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

	private void accept(ServerSocket socket) {
		while (!socket.isClosed()) {
			try {
				Socket client = socket.accept();
				ProxyConnection connection = new ProxyConnection(client, this.faults, this.connections::remove);
				// Here, so that nothing is accepted that close() does not find.
				this.connections.add(connection);
				daemon("redis-proxy-" + this.port + "-connect", () -> connection.open(this.target, this.port));
			}
			catch (IOException ex) {
				// Closed, or a client that was gone before it was accepted.
			}
		}
	}

	static Thread daemon(String name, Runnable task) {
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

}
