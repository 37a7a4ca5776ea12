// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;

import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

/**
 * A server of its own for each test, and a port to it by way of a proxy.
 */
public abstract class ProxiedRedisFixture {

	protected final RedisServer server = RedisServer.start();

	protected final RedisProxy proxy = RedisProxy.to(this.server);

	protected final CommandPort port;

	protected ProxiedRedisFixture(Duration timeout) {
		this.port = TestPorts.connected(TestPorts.open(this.proxy.uri(), timeout));
	}

	@AfterEach
	protected final void closeRedis() {
		this.port.close();
		this.proxy.close();
		this.server.close();
	}

}
