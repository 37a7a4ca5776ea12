package io.github.rediscomponents.topic;

import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class StandaloneTopicTests extends TopicContract {

	@Override
	protected RedisPort port() {
		return TestPorts.standalone();
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.standalone();
	}

}
