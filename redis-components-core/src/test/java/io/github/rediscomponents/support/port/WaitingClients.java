// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

import io.github.rediscomponents.test.RedisServer;
import org.awaitility.Awaitility;

/**
 * The clients that a server holds in a WAIT. A test ends their waits when it has seen
 * what it waits for, whatever the time.
 */
final class WaitingClients {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private WaitingClients() {
	}

	/** The ids of the clients. */
	static List<String> of(RedisServer master) {
		return String.valueOf(master.command("CLIENT", "LIST"))
			.lines()
			.filter((line) -> line.contains("cmd=wait"))
			.filter((line) -> line.contains(" flags=b"))
			.map((line) -> line.substring("id=".length(), line.indexOf(' ')))
			.toList();
	}

	/** Returns when there is one. */
	static void await(RedisServer master) {
		Awaitility.await().atMost(PATIENCE).until(() -> !of(master).isEmpty());
	}

	/** Ends the present waits, as their time-outs would. */
	static void end(RedisServer master) {
		of(master).forEach((id) -> master.command("CLIENT", "UNBLOCK", id));
	}

	/** Ends waits until something is over. */
	static void endUntil(RedisServer master, Callable<Boolean> over) {
		Awaitility.await().atMost(PATIENCE).until(() -> {
			end(master);
			return over.call();
		});
	}

}
