// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import io.github.rediscomponents.cache.Invalidation;
import io.github.rediscomponents.cache.bus.CoherenceGround.Change;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Four processes with local levels, two of them by asynchronous calls, write and read the
 * same keys while connections are killed, processes and servers are stopped, messages are
 * lost and late, masters are replaced and slots move. Every read that begins later than
 * the stated bound after an invalidation returned must see what was written before it,
 * unless a master died with that invalidation.
 */
final class CoherenceRun implements AutoCloseable {

	private static final int PROCESSES = 4;

	private static final long SEED = Long.getLong("campaign.seed", 20261123L);

	private static final Duration PATIENCE = Duration.ofMinutes(15);

	/** For reads after the bound of the last write. */
	private static final int MORE_MILLIS = 500;

	private final CoherenceGround ground;

	private final CoherenceTruth truth;

	private final CoherenceProcesses processes;

	private final List<ChildJvm> children;

	private final int number;

	private final Random random = new Random(SEED);

	private final Map<String, Change> faults = new LinkedHashMap<>();

	private final Map<String, Integer> happened = new TreeMap<>();

	private final int writes;

	private boolean over;

	private CoherenceRun(CoherenceProcesses processes, CoherenceGround ground, Path file, int writes,
			List<Invalidation> ways) throws IOException {
		this.processes = processes;
		this.children = processes.take(PROCESSES);
		this.number = processes.next();
		this.ground = ground;
		this.writes = writes;
		this.truth = CoherenceTruth.create(file);
		this.faults.putAll(ground.changes());
		this.faults.put("subscriptions killed", (random, truth) -> node().command("CLIENT", "KILL", "TYPE", "pubsub"));
		this.faults.put("connections killed", (random, truth) -> node().command("CLIENT", "KILL", "TYPE", "normal"));
		this.faults.put("process stopped", (random, truth) -> stopProcess());
		this.faults.put("server stopped", (random, truth) -> stopServer());
		String prefix = "c" + UUID.randomUUID();
		IntStream.range(0, PROCESSES)
			.forEach((i) -> this.children.get(i)
				.send(String.join("\t", ground.uris(), prefix, file.toString(), String.valueOf(i),
						String.valueOf(PROCESSES), String.valueOf(writes), String.valueOf(SEED + i),
						String.valueOf(CoherenceChild.bound(ground.refresh()).toNanos()),
						ways.get(i % ways.size()).name(), String.valueOf(i >= PROCESSES / 2),
						String.valueOf(this.number))));
	}

	/**
	 * Runs all of it.
	 * @param processes those of this run, none of which goes on after it has failed
	 * @param ground the servers, which are closed
	 * @param file what the processes share
	 * @param writes of each process
	 * @param ways by which the processes hear of changes, in turn
	 */
	static void check(CoherenceProcesses processes, CoherenceGround ground, Path file, int writes, Invalidation... ways)
			throws IOException {
		try (ground; CoherenceRun run = new CoherenceRun(processes, ground, file, writes, List.of(ways))) {
			run.check();
		}
	}

	private void check() {
		this.children.forEach((child) -> child.awaitLine(line("READY")));
		this.children.forEach((child) -> child.send("GO"));
		// Each once, in an order that the seed gives.
		List<String> names = new ArrayList<>(this.faults.keySet());
		Collections.shuffle(names, this.random);
		names.forEach(this::happen);
		while (!this.children.stream().allMatch(this::hasWritten)) {
			happen(names.get(this.random.nextInt(names.size())));
		}
		// Only then is what was written last required, and read by whoever missed it.
		pass(Math.toIntExact(CoherenceChild.bound(this.ground.refresh()).toMillis()) + MORE_MILLIS);
		this.children.forEach((child) -> child.send("END"));
		List<String> results = this.children.stream().map((child) -> child.awaitLine(line("DONE"), PATIENCE)).toList();
		System.out.println("Coherence, seed " + SEED + ", " + PROCESSES * this.writes + " writes, faults "
				+ this.happened + ": " + results);
		this.children.forEach((child) -> printFirstStale(child.lines()));
		assertThat(results).allSatisfy((line) -> assertThat(line).contains(" 0 stale"));
		assertThat(this.children).flatMap(ChildJvm::lines).noneMatch(line("STALE"));
		assertThat(this.happened).containsOnlyKeys(this.faults.keySet());
		this.over = true;
	}

	/** A line of this run. */
	private Predicate<String> line(String word) {
		return (line) -> line.startsWith(word + ' ' + this.number + ' ');
	}

	/** Prints what a process wrote before and after its first stale read. */
	private void printFirstStale(List<String> lines) {
		int first = (int) lines.stream().takeWhile(line("STALE").negate()).count();
		if (first < lines.size()) {
			lines.subList(Math.max(0, first - 60), Math.min(lines.size(), first + 60)).forEach(System.out::println);
		}
	}

	private void happen(String name) {
		pass(100 + this.random.nextInt(600));
		this.faults.get(name).happen(this.random, this.truth);
		this.happened.merge(name, 1, Integer::sum);
	}

	private RedisServer node() {
		List<RedisServer> masters = this.ground.masters();
		return masters.get(this.random.nextInt(masters.size()));
	}

	private void stopProcess() {
		ChildJvm child = this.children.get(this.random.nextInt(this.children.size()));
		child.pause();
		pass(this.random.nextInt(2500));
		child.resume();
	}

	private void stopServer() {
		RedisServer node = node();
		node.pause();
		pass(this.random.nextInt(700));
		node.resume();
	}

	/** Or has ended, which is found out later. */
	private boolean hasWritten(ChildJvm child) {
		return !child.isRunning() || child.lines().stream().anyMatch(line("WRITTEN"));
	}

	private static void pass(int millis) {
		await().pollDelay(Duration.ofMillis(millis)).atMost(Duration.ofMinutes(1)).until(() -> true);
	}

	@Override
	public void close() {
		if (!this.over) {
			this.processes.close();
		}
	}

}
