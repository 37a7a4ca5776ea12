// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the operations page costs Redis, and its slow log.
 */
class OpsQuietTests {

	private static final Pattern INFO = Pattern.compile("cmdstat_info:calls=(\\d+)");

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final int SECONDS = 8;

	/**
	 * The same application without the page tells what the rest of it asks. One command
	 * more in each second would be as many as seconds.
	 */
	@Test
	void redisIsAskedOnlyWhileTheNumbersAreLookedAtAndOtherwiseThePageSendsNoCommandOfAnyKind() {
		try (RedisServer redis = RedisServer.start();
				RedisServer other = RedisServer.start();
				Guide with = Guide.start(new Guide.Settings(redis).with("city-guide.ops.enabled", "true"));
				Guide without = Guide.start(new Guide.Settings(other))) {
			// Both fill Redis after their start.
			await().atMost(PATIENCE).untilAsserted(() -> {
				long before = asked(redis);
				assertThat(more(redis, other, () -> {
				})).allSatisfy((command, calls) -> assertThat(calls).as(command).isLessThan(SECONDS));
				// The questions of this test itself.
				assertThat(asked(redis)).isEqualTo(before + 3);
			});
			assertThat(redis.command("EXISTS", instances(with))).isEqualTo("0");
			long own = asked(redis);
			await().atMost(PATIENCE).untilAsserted(() -> {
				with.get("/ops/history").assertDone();
				assertThat(redis.command("EXISTS", instances(with))).isEqualTo("1");
			});
			long begin = System.nanoTime();
			Map<String, Long> looked = more(redis, other, () -> with.get("/ops/history").assertDone());
			System.out.println("More commands in " + SECONDS + " seconds with a look at the page: " + looked);
			// One HGETALL is in each exchange of the instances, one XLEN in each look at
			// a queue.
			long most = Duration.ofNanos(System.nanoTime() - begin).toSeconds() + 2;
			assertThat(looked.get("hgetall")).isBetween(SECONDS / 2L, most);
			assertThat(looked.get("xlen")).isGreaterThan(SECONDS);
			assertThat(asked(redis)).isGreaterThan(own + 2 + SECONDS / 2);
			assertThat(without.get("/ops/history").assertDone().data().path("times").size()).isZero();
			// Ten seconds after the last look, and five more for the hash.
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(redis.command("EXISTS", instances(with))).isEqualTo("0"));
		}
	}

	/** How many commands more the first server got than the second one meanwhile. */
	private static Map<String, Long> more(RedisServer one, RedisServer other, Runnable before) {
		Map<String, Long> first = one.commandCalls();
		Map<String, Long> second = other.commandCalls();
		before.run();
		await().pollDelay(Duration.ofSeconds(SECONDS)).atMost(PATIENCE).until(() -> true);
		Map<String, Long> more = new TreeMap<>();
		Map<String, Long> secondNow = other.commandCalls();
		one.commandCalls()
			.forEach((command, calls) -> more.put(command, calls - first.getOrDefault(command, 0L)
					- secondNow.getOrDefault(command, 0L) + second.getOrDefault(command, 0L)));
		return more;
	}

	@Test
	void slowCommandsAreShownWithoutTheirData() {
		try (RedisServer redis = RedisServer.start(); Guide guide = Guide.start(new Guide.Settings(redis))) {
			String prefix = guide.context().getEnvironment().getProperty("redis-components.key-prefix");
			// Written before each look, because the page has the newest commands only and
			// the application goes on.
			JsonNode page = await().atMost(PATIENCE).until(() -> {
				redis.command("CONFIG", "SET", "slowlog-log-slower-than", "0");
				redis.command("SET", prefix + ":cache:{secret-name}", "secret-value");
				redis.command("CONFIG", "SET", "slowlog-log-slower-than", "-1");
				return guide.get("/ops/slow").assertDone().data();
			}, (seen) -> seen.toString().contains("\"SET\""));
			assertThat(page.path("available").asBoolean()).isTrue();
			assertThat(page.path("entries").size()).isBetween(1, 20);
			assertThat(page.toString()).doesNotContain("secret").contains("\"room\":\"cache\"");
		}
	}

	@Test
	void aRefusedSlowLogIsNoFailure() {
		try (RedisServer redis = RedisServer.builder().withhold("SLOWLOG").start();
				Guide guide = Guide.start(new Guide.Settings(redis))) {
			JsonNode page = guide.get("/ops/slow").assertDone().data();
			assertThat(page.path("available").asBoolean()).isFalse();
			assertThat(page.path("entries").size()).isZero();
		}
	}

	/** How often INFO was asked for, until now. */
	private static long asked(RedisServer redis) {
		Matcher calls = INFO.matcher(String.valueOf(redis.command("INFO", "commandstats")));
		return calls.find() ? Long.parseLong(calls.group(1)) : 0;
	}

	private static String instances(Guide guide) {
		return guide.context().getEnvironment().getProperty("redis-components.key-prefix") + ":ops:{instances}";
	}

}
