// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Runs the comparison of list, pub/sub and stream of the page about topics as it stands
 * there, and compares every answer.
 */
class ListPubSubStreamTests {

	private static final String SECTION = "## List, pub/sub, stream";

	private final RedisServer server = RedisServer.builder().setting("appendonly", "yes").start();

	private final List<CommandPort> ports = new ArrayList<>();

	private final List<String> heard = new CopyOnWriteArrayList<>();

	@AfterEach
	void close() {
		this.ports.forEach(CommandPort::close);
		this.server.close();
	}

	@Test
	void showsWhatRedisAnswers() throws IOException {
		List<List<Line>> runs = runs();
		assertThat(runs).hasSize(6);
		run(runs.get(0));
		this.server.stop();
		this.server.restart();
		run(runs.get(1));
		subscribe("subscriber 1");
		subscribe("subscriber 2");
		run(runs.get(2));
		// For longer than on the page: both must be seen waiting, however slow the
		// machine is.
		CompletableFuture<String> list = CompletableFuture.supplyAsync(() -> "BLPOP: " + send("BLPOP list 25"));
		CompletableFuture<String> stream = CompletableFuture
			.supplyAsync(() -> "XREAD BLOCK: " + send("XREAD BLOCK 25000 STREAMS stream $"));
		await().until(() -> String.valueOf(this.server.command("INFO", "clients")).contains("blocked_clients:2"));
		this.heard.addAll(List.of("BLPOP: list c", "XREAD BLOCK: stream 3-0 m c"));
		run(runs.get(3));
		assertThat(list.join()).isEqualTo("BLPOP: list c");
		assertThat(stream.join()).isEqualTo("XREAD BLOCK: stream 3-0 m c");
		run(runs.get(4));
		run(runs.get(5));
	}

	private void subscribe(String name) {
		CommandPort port = TestPorts.open(this.server.uri(), Duration.ofSeconds(5));
		this.ports.add(port);
		CompletableFuture<Void> active = new CompletableFuture<>();
		port.subscribe("channel", new CommandPort.ChannelListener() {

			@Override
			public void message(byte[] message) {
				ListPubSubStreamTests.this.heard
					.add(name + ": message channel " + new String(message, StandardCharsets.UTF_8));
			}

			@Override
			public void subscribed() {
				active.complete(null);
			}

		});
		active.join();
	}

	/** Those that others hear stand below an answer. */
	private void run(List<Line> lines) {
		lines.forEach((line) -> {
			String answer = send(line.command());
			List<String> others = line.below().stream().filter((text) -> text.contains(": ")).toList();
			assertThat(line.below().stream().filter((text) -> !text.contains(": ")).collect(Collectors.joining(" ")))
				.as(line.command())
				.isEqualTo(answer);
			await().untilAsserted(() -> assertThat(this.heard).containsAll(others));
		});
	}

	private String send(String command) {
		Object reply = this.server.command(command.split(" "));
		if (reply == null) {
			return "(nil)";
		}
		String text = parts(reply).collect(Collectors.joining(" "));
		return text.isEmpty() ? "(empty)" : text;
	}

	private static Stream<String> parts(Object reply) {
		return (reply instanceof List<?> list) ? list.stream().flatMap(ListPubSubStreamTests::parts)
				: Stream.of(String.valueOf(reply));
	}

	private static List<List<Line>> runs() throws IOException {
		String page = Files.readString(Path.of("../docs/topic.md"));
		String[] blocks = page.substring(page.indexOf(SECTION)).split("```");
		List<List<Line>> runs = new ArrayList<>();
		for (int i = 1; i < blocks.length; i += 2) {
			runs.add(Arrays.stream(blocks[i].split("(?m)^> "))
				.filter((part) -> !part.isBlank())
				.map((part) -> part.lines().toList())
				.map((all) -> new Line(all.get(0), all.subList(1, all.size())))
				.toList());
		}
		return runs;
	}

	/**
	 * What was sent.
	 *
	 * @param command with its arguments
	 * @param below the answer, and what others heard
	 */
	private record Line(String command, List<String> below) {
	}

}
