package io.github.rediscomponents.ratelimit;

import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class ClusterReservationTests extends ReservationContract {

	private static final RedisPort OTHER = TestPorts.open(SharedRedis.cluster());

	@Override
	protected RedisPort port() {
		return TestPorts.cluster();
	}

	@Override
	protected RedisPort otherPort() {
		return OTHER;
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.cluster();
	}

}
