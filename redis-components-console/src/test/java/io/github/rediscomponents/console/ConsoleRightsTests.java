// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import io.github.rediscomponents.console.report.ConsoleReporter;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console as a user with the rights of its row in {@code docs/acl.md}.
 */
class ConsoleRightsTests {

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	private RedisServer redis;

	@BeforeEach
	void start() {
		this.redis = RedisServer.start();
	}

	@AfterEach
	void stop() {
		this.redis.close();
	}

	@Test
	void reportsWithTheDocumentedRights() throws IOException {
		user(documented());
		try (ConfigurableApplicationContext context = process()) {
			Map<String, Object> state = look(context, (seen) -> seen.containsKey("collector"));
			assertThat(redis(state)).containsEntry("reachable", true).doesNotContainKey("error");
		}
		// It has removed itself.
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> String.valueOf(this.redis.command("ZCARD", "shop:console:{processes}:seen")).equals("0"));
	}

	@Test
	void needsEachOfThem() throws IOException {
		List<String> commands = documented();
		assertThat(commands).hasSizeGreaterThan(10);
		String script = Files
			.readString(Path.of("src/main/resources/META-INF/redis-components/lua/console/report.lua"));
		assertThat(Pattern.compile("redis\\.call\\('([A-Z]+)'")
			.matcher(script)
			.results()
			.map((call) -> call.group(1).toLowerCase(java.util.Locale.ROOT))
			.distinct()).containsExactlyInAnyOrderElementsOf(commands);
	}

	@Test
	void aRefusedScriptIsNamedAndTheProcessShownAlone() throws IOException {
		List<String> commands = new ArrayList<>(documented());
		commands.remove("zadd");
		user(commands);
		try (ConfigurableApplicationContext context = process()) {
			Map<String, Object> state = look(context, (seen) -> redis(seen).containsKey("error"));
			assertThat(redis(state)).containsEntry("reachable", true);
			assertThat(redis(state).get("error").toString()).contains("+zadd");
			state = look(context, (seen) -> ((Map<?, ?>) seen.get("rooms")).containsKey("lock"));
			assertThat((List<?>) state.get("processes")).hasSize(1);
		}
	}

	private void user(List<String> commands) {
		List<String> rule = new ArrayList<>(List.of("ACL", "SETUSER", "shop", "on", ">secret", "resetkeys",
				"~shop:console:*", "resetchannels", "-@all", "+eval", "+evalsha", "+ping"));
		commands.forEach((command) -> rule.add("+" + command));
		this.redis.command(rule.toArray(String[]::new));
	}

	private static List<String> documented() throws IOException {
		String row = Files.readAllLines(Path.of("../docs/acl.md"))
			.stream()
			.filter((line) -> line.startsWith("| Console |"))
			.findFirst()
			.orElseThrow();
		return CODE.matcher(row.split("\\|")[2]).results().map((code) -> code.group(1)).toList();
	}

	private ConfigurableApplicationContext process() {
		return TestApplications.worker(this.redis, "spring.data.redis.username=shop",
				"spring.data.redis.password=secret",
				"spring.data.redis.url=redis://shop:secret@" + this.redis.host() + ":" + this.redis.port());
	}

	private static Map<String, Object> look(ConfigurableApplicationContext context,
			Predicate<Map<String, Object>> expected) {
		return Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> context.getBean(ConsoleReporter.class).look("test").state(), expected);
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> redis(Map<String, Object> state) {
		return (Map<String, Object>) state.get("redis");
	}

}
