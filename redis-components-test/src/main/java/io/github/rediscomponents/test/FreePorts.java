// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports to listen on.
 *
 * <p>
 * They lie below the range from which the kernel gives ports to outgoing connections
 * (from 32768 on Linux, 49152 on macOS), also after the 10000 that a cluster bus adds. A
 * port of that range can be taken while its server is down, and a client that reconnects
 * to it can even be connected to itself.
 */
final class FreePorts {

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

	private FreePorts() {
	}

	/**
	 * Returns a port without a listener that this JVM has not handed out before.
	 * @param withBus whether the port plus 10000 must be free as well
	 * @return the port; another process may still be quicker to take it
	 */
	static int next(boolean withBus) {
		for (int i = 0; i < ATTEMPTS; i++) {
			int port = ThreadLocalRandom.current().nextInt(LOWEST / STRIPES, HIGHEST / STRIPES) * STRIPES + STRIPE;
			if (HANDED_OUT.add(port) && isFree(port) && (!withBus || isFree(port + BUS_OFFSET))) {
				return port;
			}
		}
		throw new IllegalStateException("No free port between " + LOWEST + " and " + HIGHEST);
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
