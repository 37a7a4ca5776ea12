// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.SentinelFixture;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of queues when Sentinel replaces the master.
 */
class LimitQueueSentinelFailoverTests extends SentinelFixture {

	private static final int LENGTH = 100;

	@ParameterizedTest
	@EnumSource
	void goesOnWithTheNewMasterAndNeverGrowsBeyondItsLength(Loss loss) throws Exception {
		AtomicLong number = new AtomicLong();
		for (int i = 0; i < 3; i++) {
			LimitQueue<String> queue = queue(process());
			goOn(() -> queue.offer("v" + number.incrementAndGet()).size() <= LENGTH);
		}
		failOver(loss);
		LimitQueue<String> queue = queue(process());
		await().atMost(BOUND).until(() -> queue.size() == LENGTH);
		finish();
		assertThat(queue.list()).hasSize(LENGTH).doesNotHaveDuplicates();
	}

	@ParameterizedTest
	@EnumSource
	void keepsWhatTheReplicasHad(Loss loss) {
		LimitQueue<String> queue = queue(process());
		IntStream.range(0, LENGTH).forEach((i) -> queue.offer("v" + i));
		awaitReplicated();
		lose(loss);
		goOn(() -> queue.size() == LENGTH);
		awaitProgress();
		calm();
		List<String> kept = queue.list();
		assertThat(kept).first().isEqualTo("v99");
		assertThat(kept).last().isEqualTo("v0");
	}

	private static LimitQueue<String> queue(CommandPort redis) {
		return LimitQueues.create(redis, new KeySpace("t"), ValueCodecs.json(), new LiveSettings<>(Map.of()))
			.get("q", String.class, LimitQueueSettings.of(LENGTH));
	}

}
