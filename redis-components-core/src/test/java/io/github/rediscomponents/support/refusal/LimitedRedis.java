// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.refusal;

import java.time.Duration;
import java.util.ArrayList;
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

	/** And those of connections, which come when they come. */
	private static final Set<String> OF_THE_TEST = Set.of("subscribe", "unsubscribe", "flushall", "acl", "client",
			"config", "acl|setuser", "config|resetstat", "keys", "hello", "select", "client|setinfo", "client|setname",
			"evalsha", "eval", "ping", "info", "script|load", "command");

	private static final String WITHOUT_EXPIRY = """
			local found = {}
			for database = 0, 2 do
				redis.call('SELECT', database)
				for _, key in ipairs(redis.call('KEYS', ARGV[1])) do
					if redis.call('PTTL', key) == -1 then found[#found + 1] = key end
				end
			end
			return found""";

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final RedisServer server = RedisServer.start();

	private final List<CommandPort> ports = new ArrayList<>();

	private final Background background = new Background();

	LimitedRedis() {
		may("+@all");
		for (String user : List.of("limited:secret@", "")) {
			for (int database = 0; database < 3; database++) {
				this.ports.add(TestPorts.open("redis://" + user + "127.0.0.1:" + this.server.port() + "/" + database,
						PATIENCE));
			}
		}
	}

	CommandPort port() {
		return port(0);
	}

	/** To one of three databases, which stand for servers of their own. */
	CommandPort port(int database) {
		return this.ports.get(database);
	}

	/** Of a user that keeps all rights. */
	CommandPort unlimited(int database) {
		return this.ports.get(3 + database);
	}

	Background background() {
		return this.background;
	}

	void may(String rule) {
		this.server.command("ACL", "SETUSER", "limited", "on", ">secret", "~*", "&*", rule);
	}

	Object command(String... words) {
		return this.server.command(words);
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
		for (Object key : (List<?>) this.server.command("EVAL", WITHOUT_EXPIRY, "0", prefix + ":*")) {
			found.add(String.valueOf(key).substring(prefix.length() + 1).replaceAll(":[0-9a-f-]{16,}$", ""));
		}
		return found;
	}

	@Override
	public void close() {
		this.ports.forEach(CommandPort::close);
		this.background.close();
		this.server.close();
	}

}
