// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.refusal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.LuaScript;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

/**
 * Scans and settles entries of a queue without a right, again and again, and then with
 * it.
 */
class RefusedRecoveryTests {

	private static final LuaScript<List<Object>> RECOVER = LuaScript.list("stream/recover", 7, 11);

	private static final String[] KEYS = { "s", "s:dead", "s:retry", "s:trace", "s:dropped", "s:settled", "s:paused" };

	private static final LuaScript<List<Object>> ACK = LuaScript.list("stream/ack", 4, LuaScript.ANY);

	private static final LuaScript<List<Object>> NACK = LuaScript.list("stream/nack", 3, LuaScript.ANY);

	private static final LuaScript<List<Object>> BURY = LuaScript.list("stream/bury", 7, 9);

	private static final String[] BURY_KEYS = { "s", "s:dead", "s:retry", "s:trace", "s:dropped", "s:settled",
			"s:unread" };

	private static final int MOST = 3;

	private static final List<String> COMMANDS = List.of("xpending", "xlen", "zcard", "hlen", "get", "time", "exists",
			"xreadgroup", "xinfo", "zscore", "xrange", "hget", "hset", "zadd", "xclaim", "xack", "xdel", "hdel", "xadd",
			"xtrim", "zrangebyscore", "zrem");

	private static LimitedRedis limited;

	@BeforeAll
	static void start() {
		limited = new LimitedRedis();
	}

	@AfterAll
	static void stop() {
		limited.close();
	}

	@ParameterizedTest
	@FieldSource("COMMANDS")
	void tracesOnceThatAnEntryWasNotAcknowledged(String command) {
		limited.clear();
		limited.command("XGROUP", "CREATE", "s", "g", "0", "MKSTREAM");
		String again = added(1);
		List<String> dead = List.of(added(MOST), added(MOST));
		limited.may("-" + command);
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(RefusedRecoveryTests::scan);
		for (int i = 0; i < 3; i++) {
			catchThrowable(RefusedRecoveryTests::scan);
		}
		limited.may("+" + command);
		scan();
		assertThat(limited.command("HGETALL", "s:trace")).asString()
			.matches("\\[" + again + ", \\d+ not acknowledged in time by ghost, attempt 1, idle for \\d+ ms]");
		assertThat(letters()).hasSameSizeAs(dead)
			.zipSatisfy(dead, (letter, id) -> assertThat(letter).contains(id)
				.containsOnlyOnce("not acknowledged in time by ghost, attempt " + MOST));
	}

	@ParameterizedTest
	@ValueSource(strings = { "xack", "xdel", "hdel", "xadd" })
	void keepsTheTraceOfAnEntryThatBecomesADeadLetter(String command) {
		traced();
		limited.may("-" + command);
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(RefusedRecoveryTests::scan);
		limited.may("+" + command);
		scan();
		assertTraceIsWithTheLetter();
	}

	@ParameterizedTest
	@ValueSource(strings = { "zrem", "xack", "xdel", "hdel", "hset", "pexpire", "time", "xadd" })
	void keepsTheTraceOfAnEntryThatItsConsumerMakesADeadLetter(String command) {
		String dead = traced();
		limited.may("-" + command);
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> bury(dead));
		limited.may("+" + command);
		bury(dead);
		assertTraceIsWithTheLetter();
	}

	@ParameterizedTest
	@ValueSource(strings = { "dead", "retry", "trace", "dropped", "settled" })
	void losesNothingElseWhenAKeyIsLostWhileARightIsMissing(String lost) {
		for (String command : COMMANDS) {
			limited.clear();
			limited.command("XGROUP", "CREATE", "s", "g", "0", "MKSTREAM");
			String again = added(1);
			List<String> dead = List.of(added(MOST), added(MOST));
			// It was in back-off when its time was lost.
			String retried = added(1);
			limited.command("XCLAIM", "s", "g", "~retry", "0", retried, "JUSTID");
			limited.may("-" + command);
			List<String> letters = new ArrayList<>();
			for (int i = 0; i < 3; i++) {
				catchThrowable(RefusedRecoveryTests::scan);
				if (lost.equals("dead")) {
					letters.addAll(letters());
				}
				limited.command("DEL", "s:" + lost);
			}
			limited.may("+" + command);
			scan();
			scan();
			letters.addAll(letters());
			assertThat(letters).as("without %s and %s", command, lost)
				.hasSameSizeAs(dead)
				.zipSatisfy(dead, (letter, id) -> assertThat(letter).contains(id));
			assertThat((List<?>) limited.command("XPENDING", "s", "g", "-", "+", "9", "me"))
				.as("without %s and %s", command, lost)
				.extracting((entry) -> String.valueOf(((List<?>) entry).get(0)))
				.containsExactly(again, retried);
			assertThat(limited.command("XLEN", "s")).isEqualTo("2");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "retry", "trace", "settled" })
	void settlesOnceWhenAKeyIsLostWhileARightIsMissing(String lost) {
		for (String command : List.of("xpending", "zcard", "hlen", "hget", "time", "zscore", "hset", "zadd", "xclaim",
				"hdel", "xdel", "pexpire", "xack")) {
			limited.clear();
			limited.command("XGROUP", "CREATE", "s", "g", "0", "MKSTREAM");
			String done = added(1);
			String failed = added(1);
			limited.may("-" + command);
			for (int i = 0; i < 3; i++) {
				catchThrowable(() -> ack(done));
				catchThrowable(() -> nack(failed));
				limited.command("DEL", "s:" + lost);
			}
			limited.may("+" + command);
			// Without the key, an acknowledgement that succeeded before is not known.
			assertThat(ack(done)).as("without %s and %s", command, lost)
				.isSubsetOf(1L, lost.equals("settled") ? 2L : 1L);
			nack(failed);
			scan();
			assertThat(limited.command("XPENDING", "s", "g", "-", "+", "9")).as("without %s and %s", command, lost)
				.asString()
				.matches("\\[\\[" + failed + ", (me|~retry), \\d+, [12]]]");
			assertThat(limited.command("XLEN", "s")).isEqualTo("1");
			assertThat(String.valueOf(limited.command("HGET", "s:trace", failed)).split("failed")).as(command)
				.hasSizeLessThan(3);
		}
	}

	/** An entry that was delivered as often as may be, whose first attempt was traced. */
	private static String traced() {
		limited.clear();
		limited.command("XGROUP", "CREATE", "s", "g", "0", "MKSTREAM");
		String id = added(MOST);
		limited.command("HSET", "s:trace", id, "1 first attempt");
		return id;
	}

	private static void assertTraceIsWithTheLetter() {
		assertThat(letters()).singleElement(as(STRING)).containsOnlyOnce("1 first attempt");
		assertThat(limited.command("EXISTS", "s:trace")).isEqualTo("0");
	}

	private static List<Object> ack(String id) {
		return run(ACK, new String[] { "s", "s:retry", "s:trace", "s:settled" }, "g", "ghost", 1, "", id, 1);
	}

	private static List<Object> nack(String id) {
		return run(NACK, new String[] { "s", "s:retry", "s:trace" }, "g", "ghost", 0, id, 1, 1, "failed", 5);
	}

	private static List<Object> run(LuaScript<List<Object>> script, String[] keys, Object... args) {
		return limited.port()
			.eval(script, keys, Stream.of(args).map((arg) -> Utf8.bytes(arg.toString())).toArray(byte[][]::new));
	}

	private static List<String> letters() {
		return ((List<?>) limited.command("XRANGE", "s:dead", "-", "+")).stream().map(String::valueOf).toList();
	}

	private static void bury(String id) {
		run(BURY, BURY_KEYS, "g", "ghost", 1, id, MOST, "broken", 0, "failed", 5);
	}

	/** Adds an entry that a consumer had so often and for long. */
	private static String added(int deliveries) {
		String id = String.valueOf(limited.command("XADD", "s", "*", "i", "x"));
		limited.command("XREADGROUP", "GROUP", "g", "ghost", "COUNT", "1", "STREAMS", "s", ">");
		limited.command("XCLAIM", "s", "g", "ghost", "0", id, "IDLE", "3600000", "RETRYCOUNT",
				String.valueOf(deliveries), "JUSTID");
		return id;
	}

	private static List<Object> scan() {
		return run(RECOVER, KEYS, "g", "me", "60000", MOST, 10, 1, 1, 1, 0, 10, "-");
	}

}
