package io.github.rediscomponents.queue;

import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class ClusterStreamGroupTests extends StreamGroupContract {

	@Override
	protected RedisPort port() {
		return TestPorts.cluster();
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.cluster();
	}

}
