// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.refusal;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

/**
 * A server, and a connection of a user whose rights a test takes away and gives back.
 */
final class LimitedRedis implements AutoCloseable {

	private static final Set<String> OF_THE_TEST = Set.of("flushall", "acl", "client", "config", "acl|setuser",
			"config|resetstat", "keys", "pttl", "hello", "client|setinfo", "client|setname", "evalsha", "eval", "ping",
			"info", "script|load", "command");

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final RedisServer server = RedisServer.start();

	private final CommandPort port;

	private final Background background = new Background();

	LimitedRedis() {
		may("+@all");
		this.port = TestPorts.open("redis://limited:secret@127.0.0.1:" + this.server.port(), PATIENCE);
	}

	CommandPort port() {
		return this.port;
	}

	Background background() {
		return this.background;
	}

	void may(String rule) {
		this.server.command("ACL", "SETUSER", "limited", "on", ">secret", "~*", "&*", rule);
	}

	void clear() {
		this.server.command("FLUSHALL");
	}

	void resetStats() {
		this.server.resetStats();
	}

	/** The commands of the user since the last reset, also those of its scripts. */
	Set<String> commands() {
		Set<String> called = new TreeSet<>(this.server.commandCalls().keySet());
		called.removeAll(OF_THE_TEST);
		return called;
	}

	/** The keys without an expiry, without the prefix and without ids at their ends. */
	Set<String> withoutExpiry(String prefix) {
		Set<String> found = new TreeSet<>();
		for (Object key : (List<?>) this.server.command("KEYS", prefix + ":*")) {
			if (String.valueOf(this.server.command("PTTL", String.valueOf(key))).equals("-1")) {
				found.add(String.valueOf(key).substring(prefix.length() + 1).replaceAll(":[0-9a-f-]{16,}$", ""));
			}
		}
		return found;
	}

	@Override
	public void close() {
		this.port.close();
		this.background.close();
		this.server.close();
	}

}
