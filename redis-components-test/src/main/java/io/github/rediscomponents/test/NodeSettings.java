// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * The common settings of all nodes of a deployment.
 */
final class NodeSettings {

	private final Map<String, String> settings = new LinkedHashMap<>();

	private @Nullable RedisBinary binary;

	void setting(String name, String value) {
		this.settings.put(name, value);
	}

	void binary(RedisBinary binary) {
		this.binary = binary;
	}

	/**
	 * Starts nodes and creates a deployment of them.
	 * @param count number of nodes
	 * @param formation creates the deployment of the running nodes
	 * @return the deployment
	 * @throws RedisStartException if it cannot be started; no process is left behind
	 */
	<D> D start(int count, Function<List<RedisServer>, D> formation) {
		RedisBinary executable = (this.binary != null) ? this.binary : RedisBinary.configured();
		List<RedisServer> started = new ArrayList<>();
		try {
			for (int i = 0; i < count; i++) {
				started.add(start(executable));
			}
			return formation.apply(List.copyOf(started));
		}
		catch (RuntimeException ex) {
			started.forEach(RedisServer::close);
			throw ex;
		}
	}

	private RedisServer start(RedisBinary executable) {
		RedisServer.Builder node = RedisServer.builder().binary(executable);
		this.settings.forEach(node::setting);
		return node.start();
	}

}
