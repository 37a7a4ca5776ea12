// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.github.rediscomponents.sample.fixture.Rushes;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Faults while a rush is cleaned up.
 */
class RushCleaningTests extends EmbeddedRushGuide {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	@Test
	void redisIsKilledWhileTheRushIsCleanedUp() {
		Rushes.begin(this.guide, 200);
		keepFromItsEnd();
		await().atMost(PATIENCE).until(() -> phase().equals("CLEANING"));
		this.redis.kill();
		await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
		assertThat(phase()).isEqualTo("CLEANING");
		this.redis.restart();
		assertAllKept(Rushes.end("Rush, Redis killed while it is cleaned up", this.guide));
	}

	@Test
	void aSaleThatIsNotRetiredIsSaid() {
		this.guide.close();
		start("5s");
		Rushes.begin(this.guide, 200);
		keepFromItsEnd();
		JsonNode rush = Rushes.over(this.guide);
		assertThat(rush.path("phase").asString()).isEqualTo("NOT_CLEANED");
		assertAllKept(rush);
		Rushes.begin(this.guide, 200);
	}

	/**
	 * Leaves an entry among the orders, as of a newer release, to which it is left for
	 * ten minutes.
	 */
	private void keepFromItsEnd() {
		Rushes.awaitAccepted(this.guide, 50);
		String prefix = this.guide.context().getEnvironment().getRequiredProperty("redis-components.key-prefix");
		long voucher = this.guide.bean(JdbcClient.class)
			.sql("SELECT MAX(voucher_id) FROM tb_rush_sale")
			.query(Long.class)
			.single();
		String orders = keys(prefix + ":*").stream()
			.map(String::valueOf)
			.filter((key) -> key.contains("{sale:" + voucher + "}") && "stream".equals(this.redis.command("TYPE", key)))
			.findFirst()
			.orElseThrow();
		this.redis.command("XADD", orders, "*", "unknown", "entry");
	}

	private List<?> keys(String pattern) {
		return (List<?>) Objects.requireNonNull(this.redis.command("KEYS", pattern));
	}

}
