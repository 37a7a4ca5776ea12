// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.report;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.mock.web.MockHttpServletResponse;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.autoconfigure.filter.BloomFilterView;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.console.ConsoleRole;
import io.github.rediscomponents.console.EveryRoom;
import io.github.rediscomponents.console.TestApplications;
import io.github.rediscomponents.console.TestServlets;
import io.github.rediscomponents.console.report.ReportStore.Reported;
import io.github.rediscomponents.console.web.ConsoleServlet;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rooms of the console without one of their keys, and without the right to one of
 * their commands.
 */
class RoomFaultTests {

	/** Commands of connections, not of rooms. */
	private static final Set<String> OTHERS = Set.of("hello", "client", "auth", "ping", "info", "config", "acl",
			"select", "command", "role", "keys", "dump", "restore", "del", "pttl", "script", "scan");

	private static final String COPY = "copy-of-";

	/** What changes from one moment to the next. */
	private static final String MOMENTS = "\"(age|remaining|fresh|waited|oldest|idle|untilNext|end|begin)\":(\"[^\"]*\"|\\d+)";

	private static RedisServer redis;

	private static ConfigurableApplicationContext context;

	@BeforeAll
	static void start() throws InterruptedException {
		redis = RedisServer.start();
		redis.command("ACL", "SETUSER", "shop", "on", ">secret", "~*", "&*", "+@all");
		List<String> properties = new ArrayList<>(EveryRoom.properties());
		properties.addAll(List.of("spring.data.redis.username=shop", "spring.data.redis.password=secret",
				"spring.data.redis.url=redis://shop:secret@" + redis.host() + ':' + redis.port(),
				"redis-components.cache.defaults.local.enabled=false",
				// A renewal must not see a key that a test has removed.
				"redis-components.lock.lease=1h", "redis-components.semaphore.lease=1h"));
		context = TestApplications.worker(redis, properties.toArray(String[]::new));
		EveryRoom.fill(context);
		// What runs by itself is no part of a look.
		context.getBean(ConsoleReporter.class).stop();
		keep();
	}

	@AfterAll
	static void stop() {
		context.close();
		redis.close();
	}

	private static Map<String, RoomView> views() {
		return context.getBean(RoomViews.class).rooms();
	}

	/**
	 * What the console answers of one room: the merged state, the instance, its lists.
	 */
	private static Map<String, String> answers(String room, ConsoleRole role) {
		Map<String, String> answers = new LinkedHashMap<>();
		Map<String, Object> report = Map.of("rooms", Map.of(room, views().get(room).report()));
		Map<String, Object> merged = new Merging(context.getBean(RoomViews.class))
			.merge(List.of(new Reported("a", 0, Packed.pack(report))), () -> {
			});
		answers.put("merge", "200 " + new String(Packed.JSON.encode(merged), StandardCharsets.UTF_8));
		ConsoleServlet servlet = servlet(role);
		String name = EveryRoom.NAMES.get(room);
		answers.put("find", send(servlet, "GET", "/api/rooms/" + room, "", "name", name));
		views().get(room)
			.lists()
			.forEach((list) -> answers.put(list,
					send(servlet, "GET", "/api/rooms/" + room + "/list", "", "name", name, "list", list)));
		if (room.equals("cache") && role == ConsoleRole.OPERATE) {
			answers.put("look", send(servlet, "POST", "/api/rooms/cache/look", "{\"name\":\"shop\",\"id\":\"1\"}"));
		}
		if (room.equals("bloom-filter")) {
			// The view of the application keeps what it has counted.
			answers.put("count", count());
		}
		answers.replaceAll((what, answer) -> answer.replaceAll(MOMENTS, "\"$1\":0"));
		return answers;
	}

	private static String count() {
		try {
			return "200 " + new BloomFilterView(() -> context.getBean(BloomFilters.class),
					context.getBean(PropertySettings.class))
				.find("emails");
		}
		catch (RedisComponentsException ex) {
			return "502 {\"error\":" + ex.getMessage();
		}
	}

	/** With details that are not kept from before. */
	private static ConsoleServlet servlet(ConsoleRole role) {
		return TestServlets.of(context, role, (event) -> {
		});
	}

	private static String send(ConsoleServlet servlet, String method, String path, String body, String... parameters) {
		try {
			MockHttpServletResponse response = TestServlets.send(servlet, method, path, body, parameters);
			return response.getStatus() + " " + response.getContentAsString();
		}
		catch (Exception ex) {
			return "500 " + ex;
		}
	}

	private static Map<String, Map<String, String>> all(ConsoleRole role) {
		Map<String, Map<String, String>> all = new TreeMap<>();
		EveryRoom.NAMES.keySet().forEach((room) -> all.put(room, answers(room, role)));
		return all;
	}

	@Test
	void eachRoomIsLookedAt() {
		assertThat(EveryRoom.NAMES.keySet()).containsExactlyInAnyOrderElementsOf(views().keySet());
	}

	private static List<String> keys(String pattern) {
		return ((Collection<?>) redis.command("KEYS", pattern)).stream().map(String::valueOf).sorted().toList();
	}

	/** Keys that would end while a slow machine looks at the rooms end later. */
	private static void keep() {
		for (String key : keys("shop:*")) {
			if (Long.parseLong(redis.command("PTTL", key).toString()) > 0) {
				redis.command("PEXPIRE", key, String.valueOf(Duration.ofMinutes(10).toMillis()));
			}
			redis.command("COPY", key, COPY + key);
		}
	}

	/** Some rooms mend what is left of others of their keys. */
	private static void restore() {
		keys("shop:*").forEach((key) -> redis.command("DEL", key));
		keys(COPY + "*").forEach((copy) -> redis.command("COPY", copy, copy.substring(COPY.length())));
	}

	@TestFactory
	Stream<DynamicTest> aRoomWithoutOneOfItsKeysAnswersAndTheOthersAsBefore() {
		Map<String, Map<String, String>> before = all(ConsoleRole.OPERATE);
		List<String> keys = keys("shop:*");
		assertThat(keys).hasSizeGreaterThan(15);
		return keys.stream().map((key) -> DynamicTest.dynamicTest(key, () -> {
			assertThat(redis.command("DEL", key).toString()).isEqualTo("1");
			try {
				SoftAssertions softly = new SoftAssertions();
				Set<String> changed = new TreeSet<>();
				all(ConsoleRole.OPERATE).forEach((room, answers) -> answers.forEach((what, answer) -> {
					softly.assertThat(answer).as(room + " " + what).matches("(?s)(200|404) .*");
					softly.assertThat(answer)
						.as(room + " " + what)
						.doesNotContain("Exception")
						.doesNotMatch("(?s)200 .*\"error\":.*");
					if (!answer.equals(before.get(room).get(what))) {
						changed.add(room);
					}
				}));
				softly.assertThat(changed).as("rooms that changed").hasSizeLessThan(2);
				softly.assertAll();
			}
			finally {
				restore();
			}
		}));
	}

	@TestFactory
	Stream<DynamicTest> aRoomWithAKeyOfAnotherTypeSaysSoAndTheOthersAnswerAsBefore() {
		Map<String, Map<String, String>> before = all(ConsoleRole.OPERATE);
		return keys("shop:*").stream().map((key) -> DynamicTest.dynamicTest(key, () -> {
			redis.command("DEL", key);
			redis.command("XADD", key, "1-1", "none", "such");
			try {
				SoftAssertions softly = new SoftAssertions();
				Set<String> changed = new TreeSet<>();
				all(ConsoleRole.OPERATE).forEach((room, answers) -> answers.forEach((what, answer) -> {
					softly.assertThat(answer).as(room + " " + what).doesNotStartWith("500");
					if (!answer.equals(before.get(room).get(what))) {
						changed.add(room);
					}
				}));
				all(ConsoleRole.READ).forEach((room,
						answers) -> answers.forEach((what, answer) -> softly.assertThat(withoutMerge(what, answer))
							.as(room + " " + what)
							.doesNotContain("WRONGTYPE", "Exception", ".lua", key)));
				softly.assertThat(changed).as("rooms that changed").hasSizeLessThan(2);
				softly.assertAll();
			}
			finally {
				restore();
			}
		}));
	}

	/** What was merged is shown to readers by another test. */
	private static String withoutMerge(String what, String answer) {
		return List.of("merge", "count").contains(what) ? "" : answer;
	}

	/** What another release could report in place of a value. */
	private static final List<Object> OTHER_VALUES = List.of("text", -1, 1.5, true, List.of(), List.of(1, "a"),
			Map.of(), Map.of("a", 1), List.of(Map.of("name", 1)));

	@TestFactory
	Stream<DynamicTest> aReportOfAnotherReleaseSpoilsNoRoom() {
		return views().keySet().stream().map((room) -> DynamicTest.dynamicTest(room, () -> {
			Map<String, Object> good = Packed.unpack(Packed.pack(views().get(room).report()));
			List<Map<String, Object>> others = new ArrayList<>();
			variants(good).forEach((variant) -> others.add(Packed.unpack(Packed.pack(variant))));
			assertThat(others).hasSizeGreaterThan(10);
			SoftAssertions softly = new SoftAssertions();
			for (Map<String, Object> other : others) {
				Map<String, Object> merged = new Merging(context.getBean(RoomViews.class))
					.merge(List.of(reported("new", room, good), reported("old", room, other)), () -> {
					});
				Object state = ((Map<?, ?>) merged.get("rooms")).get(room);
				softly.assertThat(state).as(String.valueOf(other)).isInstanceOf(Map.class);
				softly.assertThat(String.valueOf(state)).as(String.valueOf(other)).doesNotContain("error=");
			}
			softly.assertAll();
		}));
	}

	private static Reported reported(String process, String room, Map<String, Object> report) {
		return new Reported(process, 0, Packed.pack(Map.of("rooms", Map.of(room, report))));
	}

	/**
	 * A report without each of its values, with another one, and with one that is new.
	 */
	@SuppressWarnings("unchecked")
	private static List<Map<String, Object>> variants(Map<String, Object> report) {
		List<Map<String, Object>> all = new ArrayList<>();
		all.add(changed(report, "of a later release", Map.of("a", List.of(1))));
		report.forEach((name, value) -> {
			Map<String, Object> without = new LinkedHashMap<>(report);
			without.remove(name);
			all.add(without);
			OTHER_VALUES.forEach((other) -> all.add(changed(report, name, other)));
			if (value instanceof Map<?, ?> map) {
				variants((Map<String, Object>) map).forEach((inner) -> all.add(changed(report, name, inner)));
			}
			if (value instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof Map<?, ?> first) {
				variants((Map<String, Object>) first)
					.forEach((inner) -> all.add(changed(report, name, List.of(inner))));
			}
		});
		return all;
	}

	private static Map<String, Object> changed(Map<String, Object> report, String name, Object value) {
		Map<String, Object> changed = new LinkedHashMap<>(report);
		changed.put(name, value);
		return changed;
	}

	/**
	 * The commands that Redis runs for each of two looks, without those of the
	 * background.
	 */
	private static Set<String> commands(String room) {
		Set<String> used = commandsOfALook(room);
		used.retainAll(commandsOfALook(room));
		return used;
	}

	private static Set<String> commandsOfALook(String room) {
		redis.command("CONFIG", "RESETSTAT");
		answers(room, ConsoleRole.OPERATE);
		Set<String> used = new TreeSet<>(redis.commandCalls().keySet());
		used.removeAll(OTHERS);
		return used;
	}

	@TestFactory
	Stream<DynamicTest> aRoomWithoutTheRightToACommandSaysSoAndTheOthersAnswerAsBefore() {
		Map<String, Map<String, String>> before = all(ConsoleRole.OPERATE);
		Map<String, Set<String>> used = new TreeMap<>();
		EveryRoom.NAMES.keySet().forEach((room) -> used.put(room, commands(room)));
		Set<String> commands = new TreeSet<>();
		used.values().forEach(commands::addAll);
		System.out.println("Commands of a look by room: " + used);
		assertThat(commands).contains("evalsha", "zcard", "xlen").hasSizeGreaterThan(10);
		return commands.stream().map((command) -> DynamicTest.dynamicTest(command, () -> {
			redis.command("ACL", "SETUSER", "shop", "-" + command);
			try {
				refused(command, used, before);
			}
			finally {
				redis.command("ACL", "SETUSER", "shop", "+" + command);
			}
		}));
	}

	private static void refused(String command, Map<String, Set<String>> used,
			Map<String, Map<String, String>> before) {
		SoftAssertions softly = new SoftAssertions();
		Set<String> say = new TreeSet<>();
		String name = command.split("\\|")[0].toUpperCase(Locale.ROOT);
		all(ConsoleRole.OPERATE).forEach((room, answers) -> answers.forEach((what, answer) -> {
			if (!answer.equals(before.get(room).get(what))) {
				// A script is not begun without the right to each of its commands.
				softly.assertThat(answer)
					.as(room + " " + what)
					.matches("(?s)(200|502) .*\"error\":.*\\b" + name + "\\b.*");
				say.add(room);
			}
		}));
		// Scripts are sent as texts to a user who may not send their digests.
		if (!command.equals("evalsha")) {
			softly.assertThat(say)
				.containsAll(used.keySet().stream().filter((room) -> used.get(room).contains(command)).toList());
		}
		all(ConsoleRole.READ).forEach((room, answers) -> answers.forEach((what, answer) -> {
			softly.assertThat(answer).as(room + " " + what).doesNotStartWith("500");
			softly.assertThat(withoutMerge(what, answer))
				.as(room + " " + what)
				.doesNotContain("NOPERM", "Exception", ".lua", "permissions", "right");
		}));
		softly.assertAll();
	}

}
