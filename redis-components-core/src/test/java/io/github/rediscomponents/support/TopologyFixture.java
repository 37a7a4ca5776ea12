// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.RedisTopology;
import io.github.rediscomponents.test.SharedRedis;

/**
 * What tests have in common that run on each of several topologies. The shared servers
 * are used.
 */
public abstract class TopologyFixture {

	protected final RedisTopology topology;

	protected TopologyFixture(RedisTopology topology) {
		this.topology = topology;
	}

	protected final CommandPort port() {
		return TestPorts.of(this.topology);
	}

	/** For commands of the test that are not those of a component. */
	protected final CommandPort admin() {
		return TestPorts.admin(this.topology);
	}

	protected final RedisDeployment server() {
		return SharedRedis.of(this.topology);
	}

}
