package io.github.rediscomponents.cache;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.github.rediscomponents.support.RedisPort;

/**
 * A breaker for each node, so that one that does not answer leaves the others in use.
 */
final class Breakers {

	private final RedisPort redis;

	private final Map<String, Breaker> byNode = new ConcurrentHashMap<>();

	private final Function<String, Breaker> create;

	private volatile boolean reached;

	Breakers(RedisPort redis) {
		this.redis = redis;
		this.create = (node) -> new Breaker(node.isEmpty() ? "" : " node " + node,
				(key, timeout) -> redis.withTimeout(timeout).callAsync((commands) -> commands.exists(key)));
	}

	/**
	 * The breaker of the node that serves a key now.
	 */
	Breaker of(String key) {
		String node = this.redis.node(key);
		Breaker known = this.byNode.get(node);
		return (known != null) ? known : this.byNode.computeIfAbsent(node, this.create);
	}

	/**
	 * Whether Redis was never reached, so that the next command has to connect first.
	 */
	boolean isUntried() {
		return !this.reached;
	}

	void reached() {
		if (!this.reached) {
			this.reached = true;
		}
	}

}
