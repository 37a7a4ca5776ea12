package io.github.rediscomponents.ratelimit;

import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class ReplicatedRateLimiterTests extends RateLimiterContract {

	private static final RedisPort OTHER = TestPorts.open(SharedRedis.replication());

	@Override
	protected RedisPort port() {
		return TestPorts.replication();
	}

	@Override
	protected RedisPort otherPort() {
		return OTHER;
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.replication();
	}

}
