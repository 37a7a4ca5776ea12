// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockFixture;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Renewals of one Redis while another one, which the same threads serve, hangs.
 */
class RenewalStallTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final LockSettings BRIEF = LockSettings.defaults().withLease(Duration.ofSeconds(3));

	private final Background background = new Background();

	private final RedisServer hanging = RedisServer.start();

	private final RedisServer well = RedisServer.start();

	private final CommandPort stuck = TestPorts.connected(TestPorts.open(this.hanging.uri(), Duration.ofMinutes(2)));

	private final CommandPort port = TestPorts.connected(TestPorts.open(this.well.uri(), PATIENCE));

	private final DistributedLock first = locks(this.stuck, BRIEF);

	private final DistributedLock second = locks(this.port, LockSettings.defaults());

	private DistributedLock locks(CommandPort port, LockSettings settings) {
		return LettuceLocks.create(port, new KeySpace("t"), new LiveSettings<>(settings), this.background);
	}

	@AfterEach
	void close() {
		this.hanging.resume();
		this.first.close();
		this.second.close();
		this.stuck.close();
		this.port.close();
		this.background.close();
		this.hanging.close();
		this.well.close();
	}

	private long scripts() {
		return this.well.commandCalls().getOrDefault("evalsha", 0L);
	}

	@Test
	void aRedisThatHangsDelaysNoRenewalOfAnother() {
		Lease lost = this.first.get("order").tryAcquire().orElseThrow();
		Lease kept = this.second.get("order").tryAcquire().orElseThrow();
		// The next renewal has to connect first.
		this.hanging.pause();
		this.stuck.disconnect();
		await().atMost(PATIENCE).until(() -> !lost.isValid());
		long before = scripts();
		await().atMost(PATIENCE).until(() -> {
			LockFixture.renewNow(kept);
			return scripts() >= before + 3;
		});
		assertThat(kept.isValid()).isTrue();
		assertThat(lost.lost()).succeedsWithin(PATIENCE);
		kept.close();
	}

}
