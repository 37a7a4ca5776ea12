// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports to listen on.
 *
 * <p>
 * They lie below the range from which the kernel gives ports to outgoing connections
 * (from 32768 on Linux, 49152 on macOS), also after the 10000 that a cluster bus adds. A
 * port of that range can be taken while its server is down, and a client that reconnects
 * to it can even be connected to itself. Processes that test side by side get different
 * ports.
 *
 * @since 1.0.0
 */
public final class FreePorts {

	static final int BUS_OFFSET = 10_000;

	private static final int LOWEST = 11_000;

	private static final int HIGHEST = 21_000;

	private static final int ATTEMPTS = 1_000;

	// Processes that test side by side have a stripe each, and so leave alone the port of
	// a server of the other that is down for a moment.
	private static final int STRIPES = 16;

	private static final List<ServerSocket> CLAIMS = new ArrayList<>();

	private static final int STRIPE = claimStripe();

	private static final Set<Integer> HANDED_OUT = ConcurrentHashMap.newKeySet();

	private static final Queue<Integer> GIVEN_BACK = new ConcurrentLinkedQueue<>();

	private FreePorts() {
	}

	/**
	 * Returns a port on which nobody listens and that this JVM has not handed out before.
	 * @return the port; another process may still be quicker to take it
	 * @throws IllegalStateException if no port is free
	 */
	public static int next() {
		return next(false);
	}

	/**
	 * Returns a port on which nobody listens and that this JVM has not handed out before,
	 * or one that was given back if there is none.
	 * @param withBus whether the port plus 10000 must be free as well
	 * @return the port; another process may still be quicker to take it
	 * @throws IllegalStateException if no port is free
	 */
	public static int next(boolean withBus) {
		for (int i = 0; i < ATTEMPTS; i++) {
			int port = ThreadLocalRandom.current().nextInt(LOWEST / STRIPES, HIGHEST / STRIPES) * STRIPES + STRIPE;
			if (!HANDED_OUT.contains(port) && isUsable(port, withBus) && HANDED_OUT.add(port)) {
				return port;
			}
		}
		// The one that has been free for longest first.
		for (int i = GIVEN_BACK.size(); i > 0; i--) {
			Integer port = GIVEN_BACK.poll();
			if (port != null && isUsable(port, withBus)) {
				return port;
			}
			if (port != null) {
				GIVEN_BACK.add(port);
			}
		}
		throw new IllegalStateException("No free port between " + LOWEST + " and " + HIGHEST);
	}

	/**
	 * Takes a port back whose server is gone for good. It is handed out again only when
	 * there is no other, because clients may still look for the server.
	 */
	static void giveBack(int port) {
		if (HANDED_OUT.contains(port) && !GIVEN_BACK.contains(port)) {
			GIVEN_BACK.add(port);
		}
	}

	/** Claims a stripe by a port that stays bound while this process lives. */
	private static int claimStripe() {
		int first = (int) (ProcessHandle.current().pid() % STRIPES);
		for (int i = 0; i < STRIPES; i++) {
			int stripe = (first + i) % STRIPES;
			try {
				CLAIMS.add(listen(LOWEST - STRIPES + stripe));
				return stripe;
			}
			catch (IOException ex) {
				// Another process has it.
			}
		}
		return first;
	}

	private static boolean isUsable(int port, boolean withBus) {
		return isFree(port) && (!withBus || isFree(port + BUS_OFFSET));
	}

	private static boolean isFree(int port) {
		try (ServerSocket socket = listen(port)) {
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static ServerSocket listen(int port) throws IOException {
		ServerSocket socket = new ServerSocket();
		try {
			socket.setReuseAddress(true);
			socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
			return socket;
		}
		catch (IOException ex) {
			socket.close();
			throw ex;
		}
	}

}
