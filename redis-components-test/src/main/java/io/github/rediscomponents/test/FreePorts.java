package io.github.rediscomponents.test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
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

	// Processes that test side by side rarely share a stripe, and so leave alone the port
	// of a server of the other that is down for a moment.
	private static final int STRIPES = 16;

	private static final int STRIPE = (int) (ProcessHandle.current().pid() % STRIPES);

	private static final Set<Integer> HANDED_OUT = ConcurrentHashMap.newKeySet();

	private FreePorts() {
	}

	/**
	 * A port that nobody listens on now and that this JVM has not handed out before.
	 * @param withBus whether the port plus 10000 must be free as well
	 * @return the port; another process may still be quicker to take it
	 */
	static int next(boolean withBus) {
		for (int i = 0; i < ATTEMPTS; i++) {
			int port = ThreadLocalRandom.current().nextInt(LOWEST / STRIPES, HIGHEST / STRIPES) * STRIPES + STRIPE;
			if (isFree(port) && (!withBus || isFree(port + BUS_OFFSET)) && HANDED_OUT.add(port)) {
				return port;
			}
		}
		throw new IllegalStateException("No free port between " + LOWEST + " and " + HIGHEST);
	}

	private static boolean isFree(int port) {
		try (ServerSocket socket = new ServerSocket()) {
			socket.setReuseAddress(true);
			socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

}
