// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.time.Duration;
import java.util.List;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.sample.fixture.HeldPool;
import io.github.rediscomponents.sample.fixture.Rushes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Faults while a rush is prepared and while it is on.
 */
class RushPhaseTests extends EmbeddedRushGuide {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	@Test
	void redisIsKilledWhileTheSaleAndTheLoginsAreMade() {
		Rushes.begin(this.guide, 200);
		assertThat(phase()).isEqualTo("PREPARING");
		Rushes.send(this.guide, "/rush/fault/redis-kill").assertDone();
		assertAllKept(Rushes.end("Rush, Redis killed before the first buyer", this.guide));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void redisLosesItsDataAfterTheLastAnswer(boolean killed) {
		Rushes.begin(this.guide, 200);
		await().atMost(PATIENCE)
			.pollInterval(Rushes.LOOKING)
			.until(() -> Rushes.state(this.guide).at("/rush/stored").asInt() == 50);
		try (HeldPool pool = new HeldPool(this.guide)) {
			await().atMost(PATIENCE).pollInterval(Rushes.LOOKING).until(() -> phase().equals("SETTLING"));
			if (killed) {
				this.redis.kill();
			}
			else {
				this.redis.command("FLUSHALL");
			}
		}
		if (killed) {
			await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
			this.redis.restart();
		}
		assertAllKept(Rushes.end("Rush, data lost after the last answer", this.guide));
	}

	@Test
	void theLockIsHeldInAllPhasesWhateverRedisLoses() {
		DistributedLock locks = this.guide.bean(DistributedLock.class);
		Rushes.begin(this.guide, 200);
		for (String phase : List.of("PREPARING", "BUYING")) {
			await().atMost(PATIENCE).until(() -> phase().equals(phase));
			assertThat(locks.get("rush").info().held()).isTrue();
			this.redis.command("FLUSHALL");
			assertThat(locks.get("rush").info().held()).isFalse();
			await().atMost(Duration.ofSeconds(1)).until(() -> locks.get("rush").info().held());
		}
		assertAllKept(Rushes.end("Rush, emptied twice", this.guide));
		assertThat(locks.get("rush").info().held()).isFalse();
	}

}
