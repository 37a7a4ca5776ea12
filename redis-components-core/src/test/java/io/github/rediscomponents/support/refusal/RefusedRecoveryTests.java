// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.refusal;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.LuaScript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Scans the entries of a consumer that has ended without a right, again and again, and
 * then with it.
 */
class RefusedRecoveryTests {

	private static final LuaScript<List<Object>> RECOVER = LuaScript.list("stream/recover", 7, 11);

	private static final String[] KEYS = { "s", "s:dead", "s:retry", "s:trace", "s:dropped", "s:settled", "s:paused" };

	private static final int MOST = 3;

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
	@ValueSource(strings = { "xpending", "xlen", "zcard", "hlen", "get", "time", "exists", "xreadgroup", "xinfo",
			"zscore", "xrange", "hget", "hset", "zadd", "xclaim", "xack", "xdel", "hdel", "xadd", "xtrim",
			"zrangebyscore", "zrem" })
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
		assertThat((List<?>) limited.command("XRANGE", "s:dead", "-", "+")).extracting(String::valueOf)
			.hasSameSizeAs(dead)
			.zipSatisfy(dead, (letter, id) -> assertThat(letter).contains(id)
				.containsOnlyOnce("not acknowledged in time by ghost, attempt " + MOST));
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
		return limited.port()
			.eval(RECOVER, KEYS,
					Stream.of("g", "me", "60000", MOST, 10, 1, 1, 1, 0, 10, "-")
						.map((arg) -> Utf8.bytes(arg.toString()))
						.toArray(byte[][]::new));
	}

}
