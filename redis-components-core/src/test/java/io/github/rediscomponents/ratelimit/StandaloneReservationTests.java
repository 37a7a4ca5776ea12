package io.github.rediscomponents.ratelimit;

import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class StandaloneReservationTests extends ReservationContract {

	private static final RedisPort OTHER = TestPorts.open(SharedRedis.standalone());

	@Override
	protected RedisPort port() {
		return TestPorts.standalone();
	}

	@Override
	protected RedisPort otherPort() {
		return OTHER;
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.standalone();
	}

}
