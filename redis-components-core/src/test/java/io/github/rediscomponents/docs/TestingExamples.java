// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.test.RealRedis;
import io.github.rediscomponents.test.RedisBinary;
import io.github.rediscomponents.test.RedisReplication;
import io.github.rediscomponents.test.RedisSentinel;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

class TestingExamples {

	@RealRedis
	class VisitsTests {

		@Test
		void countsVisits(RedisServer redis) {
			redis.command("INCR", "visits");
			assertThat(redis.command("GET", "visits")).isEqualTo("1");
		}

	}

	void own() {
		try (RedisServer server = RedisServer.builder().setting("maxmemory", "10mb").start()) {
			server.pause();
			server.resume();
			server.kill();
			server.restart();
		}
	}

	void replicated() {
		try (RedisReplication redis = RedisReplication.builder().replicas(2).start()) {
			redis.master().kill();
			RedisServer promoted = redis.failover();
			redis.repair();
		}
		try (RedisSentinel redis = RedisSentinel.start()) {
			RedisServer old = redis.currentMaster();
			old.kill();
			RedisServer promoted = redis.awaitFailover(old);
			redis.repair();
		}
	}

	void eachServer() {
		for (RedisBinary binary : RedisBinary.found()) {
			try (RedisServer server = RedisServer.builder().binary(binary).start()) {
				System.out.println(binary.product() + " answers " + server.command("PING"));
			}
		}
	}

}
