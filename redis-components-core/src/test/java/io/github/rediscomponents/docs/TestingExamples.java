package io.github.rediscomponents.docs;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.test.RealRedis;
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

}
