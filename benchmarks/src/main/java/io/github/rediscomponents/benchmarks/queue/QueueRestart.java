// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.rediscomponents.test.RedisServer;

/**
 * How long after Redis came back the first message is handled that was sent afterwards.
 * The libraries wait side by side, each on a server of its own.
 */
final class QueueRestart {

	private static final int MOST_SECONDS = 15;

	private static final int DOWN_MILLIS = 2000;

	private QueueRestart() {
	}

	static void print(int rounds) throws Exception {
		Map<QueueCandidate, List<String>> results = new EnumMap<>(QueueCandidate.class);
		ExecutorService executor = Executors.newCachedThreadPool(QueueRestart::daemon);
		try {
			for (int round = 0; round < rounds; round++) {
				Map<QueueCandidate, Future<OptionalDouble>> running = new EnumMap<>(QueueCandidate.class);
				for (QueueCandidate candidate : QueueCandidate.values()) {
					running.put(candidate, executor.submit(() -> run(executor, candidate)));
				}
				for (QueueCandidate candidate : QueueCandidate.values()) {
					results.computeIfAbsent(candidate, (key) -> new ArrayList<>())
						.add(text(running.get(candidate).get()));
				}
			}
		}
		finally {
			executor.shutdownNow();
		}
		System.out.printf("%n### Redis killed, restarted after %d s: from there to the first new message handled%n%n",
				DOWN_MILLIS / 1000);
		System.out.println("| candidate | seconds, each round |");
		System.out.println("|---|---|");
		results.forEach((candidate, each) -> System.out
			.println("| " + candidate.label() + " | " + String.join(", ", each) + " |"));
	}

	private static Thread daemon(Runnable task) {
		Thread thread = new Thread(task);
		thread.setDaemon(true);
		return thread;
	}

	private static String text(OptionalDouble seconds) {
		return seconds.isPresent() ? String.format(Locale.ROOT, "%.2f", seconds.getAsDouble())
				: "more than " + MOST_SECONDS;
	}

	private static OptionalDouble run(ExecutorService executor, QueueCandidate candidate) throws Exception {
		CompletableFuture<Long> before = new CompletableFuture<>();
		CompletableFuture<Long> after = new CompletableFuture<>();
		try (RedisServer server = RedisServer.builder()
			.setting("appendonly", "yes")
			.setting("appendfsync", "everysec")
			.start();
				QueueContender contender = candidate.open(server.uri(),
						(body) -> (body.equals("after") ? after : before).complete(System.nanoTime()))) {
			contender.send("before");
			before.get(MOST_SECONDS, TimeUnit.SECONDS);
			// So that the log has what is there.
			TimeUnit.MILLISECONDS.sleep(1500);
			server.kill();
			TimeUnit.MILLISECONDS.sleep(DOWN_MILLIS);
			server.restart();
			long back = System.nanoTime();
			Future<?> sender = executor.submit(() -> send(contender, after));
			try {
				return OptionalDouble.of((after.get(MOST_SECONDS, TimeUnit.SECONDS) - back) / 1e9);
			}
			catch (TimeoutException ex) {
				return OptionalDouble.empty();
			}
			finally {
				sender.cancel(true);
			}
		}
	}

	/**
	 * Tries until one was handled, because the first ones may meet a broken connection.
	 */
	private static void send(QueueContender contender, CompletableFuture<Long> handled) {
		while (!handled.isDone() && !Thread.currentThread().isInterrupted()) {
			try {
				contender.send("after");
				handled.get(100, TimeUnit.MILLISECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			catch (TimeoutException ex) {
				Thread.onSpinWait();
			}
			catch (Exception ex) {
				java.util.concurrent.locks.LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
			}
		}
	}

}
