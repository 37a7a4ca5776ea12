// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs.size;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.lettuce.core.RedisClient;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.test.RedisServer;

/**
 * A server of its own, whose memory is looked at.
 */
final class FilledServer implements AutoCloseable {

	private static final String WEIGH = "local sum = 0 for _, key in ipairs(KEYS) do "
			+ "sum = sum + redis.call('MEMORY', 'USAGE', key, 'SAMPLES', 0) end return sum";

	private final RedisServer server = RedisServer.start();

	private final RedisClient client = RedisClient.create(this.server.uri());

	private final Background background = new Background();

	/** What a change remembers lives for twice that long. */
	private final CommandPort port = TestPorts
		.connected(CommandPort.open(RedisConnector.of(() -> this.client), this.background, Duration.ofSeconds(60)));

	/**
	 * Returns what a component is made of.
	 * @param prefix of its keys
	 * @param valueBytes how many bytes of JSON a value has
	 */
	FilledRoom.Env env(String prefix, int valueBytes) {
		return new FilledRoom.Env(this.port, new KeySpace(prefix), this.background, "x".repeat(valueBytes - 2));
	}

	List<String> keys(String prefix) {
		return list("KEYS", prefix + ":*");
	}

	/** Returns the sum of MEMORY USAGE. */
	long weigh(List<String> keys) {
		return Long.parseLong(String.valueOf(this.server.command(script(WEIGH, keys))));
	}

	/** Returns a line of INFO memory. */
	long memory(String name) {
		return String.valueOf(this.server.command("INFO", "memory"))
			.lines()
			.filter((line) -> line.startsWith(name + ":"))
			.mapToLong((line) -> Long.parseLong(line.substring(name.length() + 1).strip()))
			.findFirst()
			.orElseThrow();
	}

	/** Other versions and allocators have other sizes than the documentation. */
	boolean isMeasured() {
		return this.server.version().startsWith("6.2.")
				&& String.valueOf(this.server.command("INFO", "memory")).contains("mem_allocator:jemalloc");
	}

	static String[] script(String script, List<String> keys) {
		return Stream.concat(Stream.of("EVAL", script, String.valueOf(keys.size())), keys.stream())
			.toArray(String[]::new);
	}

	List<String> list(String... command) {
		return ((List<?>) this.server.command(command)).stream().map(String::valueOf).toList();
	}

	@Override
	public void close() {
		this.port.close();
		this.background.close();
		this.client.shutdown();
		this.server.close();
	}

}
