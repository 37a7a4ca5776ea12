// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.mock.web.MockHttpServletResponse;

import io.github.rediscomponents.console.report.ConsoleReporter;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisSentinel;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console of two processes on a cluster of three masters and behind Sentinels, before
 * and after the failover of a master.
 */
class ConsoleFailoverTests {

	private static final String KEY = "shop:console:{processes}";

	private final List<AutoCloseable> started = new ArrayList<>();

	@AfterEach
	void stop() throws Exception {
		for (AutoCloseable one : this.started) {
			one.close();
		}
	}

	private <T extends AutoCloseable> T started(T one) {
		this.started.add(0, one);
		return one;
	}

	@Test
	void theConsoleFollowsAFailoverOfACluster() throws Exception {
		RedisCluster cluster = started(RedisCluster.start());
		RedisServer master = cluster.masterFor(KEY);
		RedisServer replica = started(replica(cluster, master));
		serves(master, "spring.data.redis.cluster.nodes=" + addresses(cluster.nodes()), () -> {
			Awaitility.await().until(() -> offset(replica) >= offset(master));
			master.kill();
			Awaitility.await()
				.atMost(Duration.ofMinutes(1))
				.until(() -> "OK".equals(text(replica.command("CLUSTER", "FAILOVER", "TAKEOVER"))));
			Awaitility.await()
				.atMost(Duration.ofMinutes(1))
				.until(() -> cluster.nodes()
					.stream()
					.filter((node) -> node != master)
					.allMatch((node) -> text(node.command("CLUSTER", "INFO")).contains("cluster_state:ok")));
		});
	}

	@Test
	void theConsoleFollowsAFailoverOfSentinels() throws Exception {
		RedisSentinel sentinels = started(RedisSentinel.start());
		serves(sentinels.currentMaster(), "spring.data.redis.sentinel.master=" + sentinels.masterName()
				+ ",spring.data.redis.sentinel.nodes=" + addresses(sentinels.sentinels()), () -> {
					RedisServer old = sentinels.currentMaster();
					old.kill();
					sentinels.awaitFailover(old);
				});
	}

	private static String addresses(List<RedisServer> nodes) {
		return nodes.stream().map((node) -> node.host() + ':' + node.port()).collect(Collectors.joining(","));
	}

	private static RedisServer replica(RedisCluster cluster, RedisServer master) {
		RedisServer replica = RedisServer.builder()
			.setting("cluster-enabled", "yes")
			.setting("cluster-config-file", "nodes.conf")
			.setting("cluster-node-timeout", "15000")
			.setting("cluster-announce-ip", "127.0.0.1")
			.setting("repl-diskless-sync-delay", "0")
			.start();
		cluster.nodes().forEach((node) -> replica.command("CLUSTER", "MEET", node.host(), String.valueOf(node.port())));
		String id = text(master.command("CLUSTER", "MYID"));
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.ignoreExceptions()
			.until(() -> "OK".equals(text(replica.command("CLUSTER", "REPLICATE", id))));
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> text(replica.command("INFO", "replication")).contains("master_link_status:up"));
		return replica;
	}

	private static long offset(RedisServer server) {
		return text(server.command("INFO", "replication")).lines()
			.filter((line) -> line.matches("(slave|master)_repl_offset:\\d+"))
			.mapToLong((line) -> Long.parseLong(line.replaceAll("\\D", "")))
			.min()
			.orElse(0);
	}

	private static String text(Object reply) {
		return (reply instanceof byte[] bytes) ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(reply);
	}

	private void serves(RedisServer any, String topology, Runnable failover) throws Exception {
		ConfigurableApplicationContext first = process(any, topology);
		ConfigurableApplicationContext second = process(any, topology);
		EveryRoom.fill(first);
		Map<String, Object> state = look(second, (seen) -> isWhole(seen) && held(seen) == 1);
		assertThat(rooms(state).keySet().stream().map(String::valueOf))
			.containsExactlyInAnyOrderElementsOf(EveryRoom.NAMES.keySet());
		assertThat(rooms(state).toString()).doesNotContain("error=");
		assertThat(instance(state, "task-queue")).containsEntry("depth", 1L);
		assertThat(instance(state, "delay-queue")).containsEntry("waiting", 1L);
		EveryRoom.NAMES.forEach((room, name) -> {
			// A machine that is too slow for a command is asked again.
			int status = Awaitility.await()
				.atMost(Duration.ofMinutes(1))
				.until(() -> send(second, "GET", "/api/rooms/" + room, "", name).getStatus(),
						(answer) -> answer != 503);
			// The second process has not used the cache.
			assertThat(status).as(room).isEqualTo(List.of("id", "topic", "cache").contains(room) ? 404 : 200);
		});
		act(first, second);
		failover.run();
		long failedOver = System.currentTimeMillis();
		for (ConfigurableApplicationContext process : List.of(first, second)) {
			state = look(process, (seen) -> isWhole(seen) && (long) seen.get("time") > failedOver + 2000
					&& !rooms(seen).toString().contains("error="));
			assertThat(rooms(state)).hasSize(EveryRoom.NAMES.size());
		}
		act(first, second);
	}

	private ConfigurableApplicationContext process(RedisServer any, String topology) {
		List<String> properties = new ArrayList<>(EveryRoom.properties());
		properties.addAll(List.of(topology.split(",(?=spring)")));
		// A holder hears of the release at its next renewal, a third of the lease later.
		// Longer than a machine stalls, as the time of a command.
		properties.add("redis-components.lock.lease=30s");
		properties.add("redis-components.command-timeout=15s");
		return started(TestApplications.worker(any, properties.toArray(String[]::new)));
	}

	/** Releases a lock, pauses and resumes a queue, and redrives a dead letter. */
	private void act(ConfigurableApplicationContext first, ConfigurableApplicationContext second) throws Exception {
		Lease lease = first.getBean(DistributedLock.class).get("wanted").acquire();
		assertThat(acted(second, "lock/release", "wanted")).isEqualTo("{\"released\":true}");
		assertThat(lease.lost().toCompletableFuture()).succeedsWithin(Duration.ofMinutes(1));
		assertThat(acted(second, "task-queue/pause", "mail")).contains("\"changed\":true", "\"paused\":true");
		look(first, (seen) -> Boolean.TRUE.equals(instance(seen, "task-queue").get("paused")));
		assertThat(acted(second, "task-queue/resume", "mail")).contains("\"changed\":true", "\"paused\":false");
		TaskQueue<String> queue = first.getBean(TaskQueues.class).get("mail", String.class);
		queue.poll(Duration.ofSeconds(30)).orElseThrow().reject("of a test");
		look(second, (seen) -> Long.valueOf(1).equals(instance(seen, "task-queue").get("deadLetters")));
		assertThat(acted(second, "task-queue/redrive", "mail")).isEqualTo("{\"redriven\":1}");
		look(second, (seen) -> Long.valueOf(0).equals(instance(seen, "task-queue").get("deadLetters"))
				&& Long.valueOf(1).equals(instance(seen, "task-queue").get("depth")));
	}

	private static String acted(ConfigurableApplicationContext context, String action, String name) {
		try {
			return send(context, "POST", "/api/rooms/" + action, "{\"name\":\"" + name + "\"}", name)
				.getContentAsString();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static MockHttpServletResponse send(ConfigurableApplicationContext context, String method, String path,
			String body, String name) {
		try {
			return TestServlets.send(TestServlets.of(context, ConsoleRole.OPERATE, context), method, path, body, "name",
					name);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static Map<String, Object> look(ConfigurableApplicationContext context,
			Predicate<Map<String, Object>> expected) {
		return Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.pollInterval(Duration.ofMillis(200))
			.until(() -> context.getBean(ConsoleReporter.class).look("test").state(), expected);
	}

	private static boolean isWhole(Map<String, Object> state) {
		return state.get("processes") instanceof List<?> processes && processes.size() == 2
				&& Boolean.TRUE.equals(((Map<?, ?>) state.get("redis")).get("reachable"));
	}

	private static Map<?, ?> rooms(Map<String, Object> state) {
		return (Map<?, ?>) state.get("rooms");
	}

	private static long held(Map<String, Object> state) {
		return (rooms(state).get("lock") instanceof Map<?, ?> room && room.get("held") instanceof Number held)
				? held.longValue() : -1;
	}

	/** The only queue of a kind; numbers are whole however they were read. */
	private static Map<String, Object> instance(Map<String, Object> state, String room) {
		if (!(rooms(state).get(room) instanceof Map<?, ?> shown) || !(shown.get("instances") instanceof List<?> all)
				|| all.isEmpty()) {
			return Map.of();
		}
		return ((Map<?, ?>) all.get(0)).entrySet()
			.stream()
			.collect(Collectors.toMap((one) -> String.valueOf(one.getKey()),
					(one) -> (one.getValue() instanceof Number number) ? (Object) number.longValue() : one.getValue()));
	}

}
