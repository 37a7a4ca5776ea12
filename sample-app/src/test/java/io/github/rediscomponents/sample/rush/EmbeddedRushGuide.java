// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Rushes;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An instance with an embedded Redis for each test, for faults of a rush.
 */
abstract class EmbeddedRushGuide {

	Guide guide;

	RedisServer redis;

	@BeforeEach
	void start() {
		start("30s");
	}

	void start(String patience) {
		this.guide = Guide.start(new Guide.Settings().impatient()
			.without("spring.data.redis.host")
			.without("spring.data.redis.port")
			.with("redis-components.embedded.enabled", "true")
			.with("redis-components.embedded.port", "0")
			.with("city-guide.demo.database-port", "0")
			.with("city-guide.demo.rush-patience", patience)
			.with("city-guide.demo.redis-away", "2s")
			.with("spring.datasource.hikari.connection-timeout", "300"));
		this.redis = this.guide.bean(RedisServer.class);
	}

	@AfterEach
	void stop() {
		this.guide.close();
	}

	String phase() {
		return Rushes.state(this.guide).at("/rush/phase").asString();
	}

	static void assertAllKept(JsonNode rush) {
		assertThat(Rushes.promises(rush)).hasSize(9)
			.allSatisfy((line) -> assertThat(line.path("kept").asBoolean()).as(line.toString()).isTrue());
		assertThat(Rushes.kept(rush, "OWNED")).isEqualTo("50 of 50");
		assertThat(Rushes.kept(rush, "AGREED")).isEqualTo("0 and 0 left, 50 and 50 buyers");
	}

}
