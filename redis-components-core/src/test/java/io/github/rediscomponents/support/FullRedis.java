// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.rediscomponents.test.RedisReplyException;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server with a few megabytes of memory.
 */
final class FullRedis implements AutoCloseable {

	/** What the components may take, beside what an empty server takes. */
	private static final long ROOM = 8 * 1024 * 1024;

	private static final int BLOCK = 16 * 1024;

	private static final long MUCH_LESS = 100_000;

	private static final Pattern USED = Pattern.compile("used_memory:(\\d+)");

	private static final Pattern EVICTED = Pattern.compile("evicted_keys:(\\d+)");

	private final RedisServer server = RedisServer.start();

	private final long most;

	FullRedis(String policy) {
		this.server.command("CONFIG", "SET", "maxmemory-policy", policy);
		this.most = info(USED, "memory") + ROOM;
		limit(this.most);
	}

	RedisServer server() {
		return this.server;
	}

	/**
	 * Takes all the memory that is left, as another application would.
	 */
	void fill() {
		limit(MUCH_LESS);
	}

	/** The other application is gone. */
	void empty() {
		limit(this.most);
	}

	/**
	 * Writes keys without an end until as much has been evicted as fits in, or the server
	 * refuses to take more.
	 */
	void flood() {
		String value = "x".repeat(BLOCK);
		for (int i = 0; i < 3 * ROOM / BLOCK; i++) {
			try {
				this.server.command("SET", "flood:" + i, value);
			}
			catch (RedisReplyException ex) {
				assertThat(ex).hasMessageStartingWith("OOM");
				return;
			}
		}
	}

	/** The flood is over. */
	void ebb() {
		for (int i = 0; i < 3 * ROOM / BLOCK; i++) {
			this.server.command("DEL", "flood:" + i);
		}
	}

	private void limit(long bytes) {
		this.server.command("CONFIG", "SET", "maxmemory", String.valueOf(bytes));
	}

	long evicted() {
		return info(EVICTED, "stats");
	}

	private long info(Pattern field, String section) {
		Matcher matcher = field.matcher(String.valueOf(this.server.command("INFO", section)));
		return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
	}

	@Override
	public void close() {
		this.server.close();
	}

}
