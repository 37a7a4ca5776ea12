// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports to listen on. They lie below those that the kernel gives to outgoing
 * connections, one of which could take a port before its server listens, and above those
 * of the Redis servers of the tests.
 */
final class FreePort {

	private static final int LOWEST = 31_100;

	private static final int HIGHEST = 32_700;

	private FreePort() {
	}

	static int next() throws IOException {
		BindException taken = null;
		for (int i = 0; i < 100; i++) {
			int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
			try (ServerSocket socket = new ServerSocket(port)) {
				return socket.getLocalPort();
			}
			catch (BindException ex) {
				taken = ex;
			}
		}
		throw new IllegalStateException("No port is free", taken);
	}

}
