// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import io.lettuce.core.RedisURI;

import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.diagnostics.UserInfo;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of the {@code QuorumLock}.
 *
 * @param nodes URIs of independent Redis servers, an odd number of at least 3, of which a
 * majority holds each lock.
 * @param nodeTimeout Longest time that one server may take to answer.
 * @since 1.0.0
 */
public record QuorumProperties(@DefaultValue List<String> nodes, @DefaultValue("500ms") Duration nodeTimeout) {

	// A name, possibly with underscores, or an IPv6 address. An invalid port becomes part
	// of the host.
	private static final Pattern HOST = Pattern.compile("[\\w.-]+|\\[?[0-9a-fA-F]*:[0-9a-fA-F.:]*:[0-9a-fA-F.]*]?");

	Duration checkedTimeout() {
		return Checks.between("node-timeout", this.nodeTimeout, Duration.ofMillis(10), Duration.ofMinutes(1));
	}

	/**
	 * Returns the parsed URIs. Messages of exceptions never contain a URI, because it may
	 * include a password.
	 */
	List<RedisURI> toUris() {
		Checks.isTrue(this.nodes.size() >= 3 && this.nodes.size() % 2 == 1,
				"nodes must be an odd number of servers, at least 3, were " + this.nodes.size());
		List<RedisURI> uris = new ArrayList<>();
		Set<String> servers = new HashSet<>();
		for (String node : this.nodes) {
			RedisURI uri = uri(node.strip(), uris.size() + 1);
			String server = uri.getHost().toLowerCase(Locale.ROOT) + ':' + uri.getPort();
			Checks.isTrue(servers.add(server), "nodes must be different servers, but " + server + " is listed twice");
			uris.add(uri);
		}
		return uris;
	}

	/** Without users and passwords. */
	@Override
	public String toString() {
		return "QuorumProperties[nodes=" + this.nodes.stream().map(UserInfo::maskedAddress).toList() + ", nodeTimeout="
				+ this.nodeTimeout + "]";
	}

	private static RedisURI uri(String node, int number) {
		String expected = "nodes must be URIs like redis://host:6379 or rediss://user:password@host:6379, but number "
				+ number + " is not";
		Checks.isTrue(node.startsWith("redis://") || node.startsWith("rediss://"), expected);
		RedisURI uri;
		try {
			uri = RedisURI.create(node);
		}
		catch (RuntimeException ex) {
			throw new IllegalArgumentException(expected);
		}
		Checks.isTrue(uri.getHost() != null && HOST.matcher(uri.getHost()).matches(), expected);
		return uri;
	}

}
