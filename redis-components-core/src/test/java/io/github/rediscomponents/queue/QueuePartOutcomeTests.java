// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.Map;
import java.util.function.IntFunction;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.support.PartOutcomeFixture;

/**
 * What exceptions of delay queues say when one of several calls is refused.
 */
class QueuePartOutcomeTests extends PartOutcomeFixture {

	@ParameterizedTest
	@EnumSource
	void purgeADelayQueue(Refusal refusal) {
		DelayQueues queues = DelayQueues.create(streams(sweptPort()), new LiveSettings<>(Map.of()));
		DelayQueues looked = DelayQueues.create(streams(this.calm), new LiveSettings<>(Map.of()));
		IntFunction<DelayQueue<String>> queue = (n) -> looked.get("q" + n, String.class, WorkQueueSettings.defaults());
		sweep(refusal, (n) -> queue.apply(n).schedule("task", Duration.ofHours(1)),
				(n) -> queues.get("q" + n, String.class, WorkQueueSettings.defaults()).purge(),
				(n) -> queue.apply(n).size());
	}

}
