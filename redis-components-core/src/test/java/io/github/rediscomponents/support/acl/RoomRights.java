// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.acl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The rights of the components of each room, as the tables of {@code docs/acl.md} list
 * them. The user of a room has them for the keys and channels of every prefix.
 */
final class RoomRights {

	/** The user of tests that belong to no room. */
	static final String EVERY_ROOM = "every-room";

	private static final Path PAGE = Path.of("../docs/acl.md");

	private static final String EVERY_APPLICATION = "every application";

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	/** By the package below the root, the longest that fits. */
	private static final Map<String, List<String>> ROOMS = Map.ofEntries(
			// A cache may have a Bloom filter.
			Map.entry("cache", List.of("CacheClient", "BloomFilter")), Map.entry("lock", List.of("DistributedLock")),
			Map.entry("lock.quorum", List.of("QuorumLock")),
			Map.entry("lock.fencing", List.of("FencedValues", "DistributedLock")),
			Map.entry("lease", List.of("DistributedLock", "DistributedSemaphore")),
			Map.entry("semaphore", List.of("DistributedSemaphore")), Map.entry("ratelimit", List.of("RateLimiter")),
			Map.entry("id", List.of("IdWorker")), Map.entry("limit", List.of("LimitQueue")),
			Map.entry("queue", List.of("StreamQueue", "TaskQueue", "DelayQueue")), Map.entry("topic", List.of("Topic")),
			Map.entry("messaging", List.of("Mailbox", "GroupChat")),
			Map.entry("autocomplete", List.of("PrefixIndex", "RecentList")),
			Map.entry("filter", List.of("BloomFilter")),
			Map.entry("counter", List.of("CheckIns", "ActiveUsers", "UniqueCounter", "ViewCounter")),
			Map.entry("geo", List.of("GeoIndex")), Map.entry("social", List.of("FollowGraph", "Feed", "Likes")),
			Map.entry("ranking", List.of("RankedSet")), Map.entry("session", List.of("TokenSessions", "OneTimeCodes")));

	private RoomRights() {
	}

	/**
	 * Returns the user of the room of a package.
	 * @param packageName below the root package
	 */
	static String user(String packageName) {
		return ROOMS.keySet()
			.stream()
			.filter((room) -> (packageName + ".").startsWith(room + "."))
			.max(Comparator.comparingInt(String::length))
			.orElse(EVERY_ROOM);
	}

	/**
	 * Returns the lines of an ACL file that define the users of all rooms.
	 * @param password of each user
	 */
	static List<String> users(String password) {
		Map<String, Set<String>> rules = new TreeMap<>();
		Map<String, Set<String>> documented = documented();
		rules.put(EVERY_ROOM, documented.values().stream().collect(TreeSet::new, Set::addAll, Set::addAll));
		ROOMS.forEach((room, components) -> {
			Set<String> all = new TreeSet<>(documented.get(EVERY_APPLICATION));
			components.forEach((component) -> all.addAll(documented.get(component)));
			rules.put(room, all);
		});
		return rules.entrySet()
			.stream()
			.map((user) -> "user " + user.getKey() + " on >" + password + " resetchannels -@all "
					+ String.join(" ", user.getValue()))
			.toList();
	}

	/** The rules of each component, from the table of rights and that of further ones. */
	private static Map<String, Set<String>> documented() {
		Map<String, Set<String>> rules = new TreeMap<>();
		try (Stream<String> lines = Files.lines(PAGE)) {
			lines.filter((line) -> line.startsWith("| "))
				.map((line) -> line.split("(?<!\\\\)\\|", -1))
				.filter((cells) -> cells.length == 6 && cells[2].contains("`"))
				.forEach((cells) -> {
					for (String component : cells[1].replace("`", "").split(",")) {
						Set<String> all = rules.computeIfAbsent(component.strip(), (name) -> new TreeSet<>());
						rules(cells[2], "+").filter((rule) -> !rule.startsWith("+bf.")).forEach(all::add);
						rules(cells[3], "~*:").forEach(all::add);
						rules(cells[4], "&*:").forEach(all::add);
					}
				});
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return rules;
	}

	private static Stream<String> rules(String cell, String start) {
		return CODE.matcher(cell.replace("\\|", "|")).results().map((MatchResult code) -> start + code.group(1));
	}

}
