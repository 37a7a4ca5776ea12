// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.acl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The commands that a component sends: those in the text of its scripts, and those that a
 * server counted.
 */
final class AclCommands {

	private static final Path SCRIPTS = Path
		.of("../redis-components-core/src/main/resources/META-INF/redis-components/lua");

	private static final Pattern CALL = Pattern.compile("\\bp?call\\('([A-Z.]+)'(?:, '([A-Z]+)')?");

	private static final Set<String> CONTAINERS = Set.of("XGROUP", "XINFO");

	private static final String LEASES = "lease/.*|";

	private static final String STREAMS = "stream/.*|";

	/** The scripts of each component. */
	private static final Map<String, String> OF_COMPONENTS = Map.ofEntries(Map.entry("CacheClient", "cache/.*"),
			Map.entry("DistributedLock", LEASES + "lock/(acquire|release|leave|renew|info)"),
			Map.entry("DistributedSemaphore", LEASES), Map.entry("QuorumLock", "lock/quorum-.*|lock/info"),
			Map.entry("FencedValues", "lock/fenced-.*"), Map.entry("RateLimiter", "ratelimit/.*"),
			Map.entry("IdWorker", "id/.*"), Map.entry("LimitQueue", "limit/.*"), Map.entry("StreamQueue", STREAMS),
			Map.entry("TaskQueue", STREAMS), Map.entry("DelayQueue", STREAMS + "delay/.*"),
			Map.entry("Mailbox", "messaging/mail-.*"), Map.entry("GroupChat", "messaging/(chat-|include/).*"),
			Map.entry("PrefixIndex", "autocomplete/index.*"), Map.entry("RecentList", "autocomplete/recent-.*"),
			Map.entry("BloomFilter", "filter/(?!module).*"), Map.entry("CheckIns", "counter/check-.*"),
			Map.entry("ActiveUsers", "counter/active-.*"), Map.entry("UniqueCounter", "counter/unique-.*"),
			Map.entry("ViewCounter", "counter/view-.*"), Map.entry("GeoIndex", "geo/.*"),
			Map.entry("FollowGraph", "social/follow.*"),
			Map.entry("Feed", STREAMS + "social/(feed-|follow|include/).*"), Map.entry("Likes", "social/like.*"),
			Map.entry("RankedSet", "ranking/.*"), Map.entry("TokenSessions", "session/(?!code).*"),
			Map.entry("OneTimeCodes", "session/code-.*"));

	/** Described beside the table: the module's, those of Redisson, and the prelude. */
	private static final Pattern OF_NONE = Pattern.compile("filter/module-.*|lock/redisson-.*|support/rights");

	/** Not in a script, and not sent by the round trip. */
	private static final Map<String, Set<String>> RARE = Map.of(
			// Looks whether Redis is back.
			"CacheClient", Set.of("exists"));

	private static final Set<String> OF_CHANNELS = Set.of("publish", "subscribe", "unsubscribe");

	/** Of every connection, optional, or sent by the test. */
	private static final Pattern OF_CONNECTIONS = Pattern
		.compile("(eval|evalsha|ping|hello|auth|select|info|acl|client|config|cluster)(\\|.*)?");

	private AclCommands() {
	}

	static Set<String> scriptsOfNoComponent() throws IOException {
		try (Stream<Path> files = Files.walk(SCRIPTS)) {
			return files.filter((file) -> file.toString().endsWith(".lua"))
				.map(AclCommands::name)
				.filter((name) -> !OF_NONE.matcher(name).matches())
				.filter((name) -> OF_COMPONENTS.values().stream().noneMatch(name::matches))
				.collect(Collectors.toCollection(TreeSet::new));
		}
	}

	/**
	 * Compares the line of a component with what it sends.
	 * @param counted commands that the server counted, perhaps without subcommands
	 * @return what differs
	 */
	static List<String> differences(String component, AclRights line, Set<String> counted) {
		Set<String> scripts = ofScripts(component);
		Set<String> documented = new TreeSet<>(line.commands());
		List<String> differences = new ArrayList<>();
		Stream.concat(scripts.stream(), counted.stream())
			.filter((command) -> !OF_CONNECTIONS.matcher(command).matches())
			.filter((command) -> documented.stream().noneMatch((right) -> isSame(command, right)))
			.forEach((command) -> differences.add(component + " sends " + command));
		documented.stream()
			.filter((right) -> !scripts.contains(right))
			.filter((right) -> counted.stream().noneMatch((command) -> isSame(command, right)))
			.filter((right) -> !RARE.getOrDefault(component, Set.of()).contains(right))
			.filter((right) -> line.channels().isEmpty() || !OF_CHANNELS.contains(right))
			.forEach((right) -> differences.add(component + " does not send " + right));
		if (!line.channels().isEmpty() && !documented.containsAll(OF_CHANNELS)) {
			differences.add(component + " has channels without the commands " + OF_CHANNELS);
		}
		return differences;
	}

	/** Redis 6.2 counts subcommands together. */
	private static boolean isSame(String command, String right) {
		return command.equals(right) || right.startsWith(command + "|") || command.startsWith(right + "|");
	}

	private static Set<String> ofScripts(String component) {
		String pattern = OF_COMPONENTS.getOrDefault(component, "");
		Map<String, Set<String>> commands = new TreeMap<>();
		try (Stream<Path> files = Files.walk(SCRIPTS)) {
			files.filter((file) -> file.toString().endsWith(".lua"))
				.filter((file) -> name(file).matches(pattern))
				.forEach((file) -> commands.put(name(file), commands(file)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return commands.values().stream().collect(TreeSet::new, Set::addAll, Set::addAll);
	}

	private static Set<String> commands(Path file) {
		try {
			Set<String> commands = new TreeSet<>();
			Matcher call = CALL.matcher(Files.readString(file));
			while (call.find()) {
				boolean divided = CONTAINERS.contains(call.group(1)) && call.group(2) != null;
				commands.add((divided ? call.group(1) + "|" + call.group(2) : call.group(1)).toLowerCase(Locale.ROOT));
			}
			return commands;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String name(Path file) {
		String name = SCRIPTS.relativize(file).toString().replace('\\', '/');
		return name.substring(0, name.length() - ".lua".length());
	}

}
