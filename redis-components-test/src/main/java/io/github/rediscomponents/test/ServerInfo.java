// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text of {@code INFO} and {@code CLUSTER INFO}.
 */
final class ServerInfo {

	private static final Pattern CALLS = Pattern.compile("^cmdstat_([^:]+):calls=(\\d+)", Pattern.MULTILINE);

	/** Replicas send {@code REPLCONF} once a second. */
	private static final Set<String> OWN = Set.of("info", "config", "config|resetstat", "replconf");

	/** Clients of a cluster send this at any moment to learn its nodes. */
	private static final String TOPOLOGY = "cluster";

	private ServerInfo() {
	}

	static Map<String, String> fields(String info) {
		Map<String, String> fields = new HashMap<>();
		info.lines().forEach((line) -> {
			int colon = line.indexOf(':');
			if (colon > 0) {
				fields.put(line.substring(0, colon), line.substring(colon + 1).trim());
			}
		});
		return fields;
	}

	/**
	 * Returns the number of calls of each command. Omits the commands of this query,
	 * those of replicas, and those by which clients learn a cluster's topology.
	 * @param info the text of {@code INFO commandstats}
	 * @return calls by command, in lower case
	 */
	static Map<String, Long> commandCalls(String info) {
		Map<String, Long> calls = new TreeMap<>();
		Matcher matcher = CALLS.matcher(info);
		while (matcher.find()) {
			String command = matcher.group(1);
			// Redis 6.2 has no entries for subcommands.
			if (!OWN.contains(command) && !command.startsWith(TOPOLOGY)) {
				calls.put(command, Long.valueOf(matcher.group(2)));
			}
		}
		return calls;
	}

}
