// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

/**
 * A process keeps 100 rows in memory; another one changes them while messages are lost.
 * How many are outdated some seconds later.
 */
final class CacheStale {

	private static final List<String> KEYS = IntStream.range(0, 100).mapToObj((i) -> "k" + i).toList();

	private static final int SECONDS = 3;

	private CacheStale() {
	}

	static void print() throws InterruptedException {
		System.out.printf("%n### Outdated reads of %d, %d s after the fault%n%n", KEYS.size(), SECONDS);
		System.out.println("| candidate | no fault | CLIENT KILL of subscriptions, changes at once | connections away, "
				+ "changes meanwhile, connections back | network silent, changes meanwhile | "
				+ "rows changed and FLUSHALL |");
		System.out.println("|---|---|---|---|---|---|");
		for (CacheLibrary library : CacheLibrary.ofTwoLevels()) {
			// Libraries log in between.
			StringBuilder row = new StringBuilder("| ").append(library.label()).append(" |");
			for (Fault fault : Fault.values()) {
				row.append(' ').append(run(library, fault)).append(" |");
			}
			System.out.println(row);
		}
	}

	private static long run(CacheLibrary library, Fault fault) throws InterruptedException {
		try (RedisServer server = RedisServer.start();
				RedisProxy proxy = RedisProxy.to(server);
				CachePeer writer = library.openPatient(server.uri())) {
			CachePeer reader = library.open(proxy.uri());
			KEYS.forEach((key) -> writer.put(key, "old"));
			// Messages about the puts arrive after a while.
			TimeUnit.SECONDS.sleep(1);
			for (int i = 0; i < 3; i++) {
				KEYS.forEach((key) -> reader.get(key, (missing) -> "old"));
			}
			fault.happen(server, proxy, () -> KEYS.forEach(writer::invalidate));
			TimeUnit.SECONDS.sleep(SECONDS);
			long stale = KEYS.stream().filter((key) -> reader.get(key, (missing) -> "new").equals("old")).count();
			proxy.thaw();
			reader.close();
			return stale;
		}
	}

	private enum Fault {

		/** Shows that the messages are in use. */
		NONE {

			@Override
			void happen(RedisServer server, RedisProxy proxy, Runnable changes) {
				changes.run();
			}

		},

		/** The server closes the subscriptions. */
		KILLED {

			@Override
			void happen(RedisServer server, RedisProxy proxy, Runnable changes) {
				server.command("CLIENT", "KILL", "TYPE", "pubsub");
				changes.run();
			}

		},

		/** No connection for a while. */
		AWAY {

			@Override
			void happen(RedisServer server, RedisProxy proxy, Runnable changes) throws InterruptedException {
				proxy.refuse(true);
				proxy.cut();
				changes.run();
				TimeUnit.SECONDS.sleep(1);
				proxy.refuse(false);
			}

		},

		/** Connections that stay open, on which nothing arrives. */
		SILENT {

			@Override
			void happen(RedisServer server, RedisProxy proxy, Runnable changes) {
				proxy.freeze();
				changes.run();
			}

		},

		/** Everything is deleted, without a word to caches. */
		FLUSHED {

			@Override
			void happen(RedisServer server, RedisProxy proxy, Runnable changes) {
				server.command("FLUSHALL");
			}

		};

		abstract void happen(RedisServer server, RedisProxy proxy, Runnable changes) throws InterruptedException;

	}

}
